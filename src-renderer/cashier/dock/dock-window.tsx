import {
  ChevronLeft,
  Maximize,
  PanelLeftClose,
  PanelLeftOpen,
  PanelRightClose,
  PanelRightOpen,
  Printer,
} from 'lucide-react';
import { lazy, type PointerEvent, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { cashierBridge } from '../../main-bridge.ts';
import { formatMoney, t } from '../../text/cashier-words.ts';
import { Bare, Button, Row } from '../../ui/controls.tsx';
import { TrainingFrame } from '../../ui/training-frame.tsx';
import { NoticeLine } from '../notice-line.tsx';
import { DeferredPapers } from '../printer/deferred-papers.tsx';
import { PrinterLine } from '../printer/printer-line.tsx';
import { ActionBar, SmallActionBar } from '../sale/action-bar.tsx';
import { CustomerMiniature } from '../sale/customer-miniature.tsx';
import { SalePanel } from '../sale/sale-panel.tsx';
import { Chip, StateChip } from '../sale/state-chip.tsx';
import { useCurrentSale, useIsCodeHere } from '../sale/use-sale-actions.ts';
import { Banners } from '../status/banners.tsx';
import { needsPerson } from '../status/issues.tsx';
import { StatusBar } from '../status/status-bar.tsx';
import { session, useSession, useSetting, useView } from '../window-state.tsx';

const PrintList = lazy(async () => ({ default: (await import('../printer/print-list.tsx')).PrintList }));
const AttentionPage = lazy(async () => ({ default: (await import('../attention/attention-page.tsx')).AttentionPage }));

/** Makes the window small again. Main delays this, so that a second tap does not reach the till behind the window. */
const give = (): void => cashierBridge().callDock(false);

export function DockWindow() {
  const view = useView();
  const list = useSession(({ place, prints }) => (place === 'attention' ? 'attention' : prints ? 'prints' : null));
  const isList = list !== null;
  const saleId = view.sale?.id ?? null;
  const before = useRef(saleId);
  useEffect(() => {
    // The next sale closes the open list. Values that were typed for a refused receipt are stored.
    if (saleId !== null && saleId !== before.current) {
      session.setState(({ place, prints }) =>
        place === 'attention' || prints ? { place: 'sale', prints: false } : {},
      );
    }
    // The task for which the panel was opened is finished, so it closes.
    if (saleId === null && before.current !== null && session.getState().composing === null) give();
    before.current = saleId;
  }, [saleId]);
  const isCodeHere = useIsCodeHere();
  const form = useSetting('cashier.form');
  const side = useSetting('cashier.dockSide').value;
  return (
    <div className="dock">
      <header className="line top top--dock" data-side={side}>
        <h1 className="sr-only">Receipt Companion</h1>
        <Bare className="line pill top__form" aria-label={t('toFull')} onPress={() => void form.set('full')}>
          <Maximize aria-hidden="true" />
        </Bare>
        <Bare className="line pill" aria-label={t('dockFold')} onPress={give}>
          {side === 'left' ? <PanelLeftClose aria-hidden="true" /> : <PanelRightClose aria-hidden="true" />}
        </Bare>
        {view.training && <TrainingFrame label={null} />}
      </header>
      <Banners>{!isList && !isCodeHere && <CustomerMiniature />}</Banners>
      <main className="dock__main">
        {isList ? (
          <>
            <Button icon={ChevronLeft} onPress={() => session.setState({ place: 'sale', prints: false })}>
              {t('actionBack')}
            </Button>
            <Suspense>{list === 'prints' ? <PrintList /> : <AttentionPage />}</Suspense>
          </>
        ) : (
          <SalePanel />
        )}
      </main>
      <DeferredPapers />
      {!isList && !isCodeHere && <PrinterLine />}
      <StatusBar />
      {/* The current sale is hidden behind the list, so its actions are hidden, too. */}
      {!isList && <ActionBar />}
    </div>
  );
}

const small = matchMedia('(max-height: 15rem)');
const onSize = (listener: () => void): (() => void) => {
  small.addEventListener('change', listener);
  return () => small.removeEventListener('change', listener);
};

/** Whether the main process has made the dock small. */
export const useIsSmall = (): boolean => useSyncExternalStore(onSize, () => small.matches);

export function useCallsPanel(): void {
  const isCodeHere = useIsCodeHere();
  const view = useView();
  const isBusy = useSession(({ composing, place }) => composing !== null || place === 'attention');
  const needsRoom = isBusy || isCodeHere || view.printer.papers.length > 0;
  useEffect(() => {
    if (needsRoom) cashierBridge().callDock(true);
  }, [needsRoom]);
}

/** The closed dock: amount, state and two actions. A sliding finger moves it, a touch opens the panel. */
export function SmallDock() {
  const view = useView();
  const hand = useCurrentSale();
  const side = useSetting('cashier.dockSide').value;
  const drag = useDrag();
  const needs = needsPerson(view);
  const sale = hand.kind === 'sale' ? hand.sale : null;
  const total = sale?.total ?? null;
  const isSettled = view.setupRequired === null;
  const resting = isSettled ? t('noSaleTitle') : t('stateAttention');
  const words = sale === null ? resting : total === null ? t('noAmount') : formatMoney(total);
  return (
    <main className="small">
      <h1 className="sr-only">Receipt Companion</h1>
      <header className="line small__head" {...drag}>
        <div className="small__message">
          <h2 style={{ '--characters': String(words.length) }} data-amount-there={total !== null || undefined}>
            {words}
          </h2>
          <Row className="marks" gap={0.4} align="stretch">
            {sale?.asksForPaper === true ? (
              <Chip icon={Printer} words={t('markPrinted')} />
            ) : (
              sale !== null && <StateChip state={sale.state} />
            )}
          </Row>
        </div>
        <Bare className="small__open" onPress={() => cashierBridge().callDock(true)}>
          {side === 'left' ? <PanelLeftOpen aria-hidden="true" /> : <PanelRightOpen aria-hidden="true" />}
          <span className="sr-only">
            {needs > 0 ? `${t('dockUnfold')}. ${t('attention', { count: needs })}` : t('dockUnfold')}
          </span>
          {needs > 0 && (
            <span className="top__badge" aria-hidden="true">
              {needs > 99 ? '99+' : needs}
            </span>
          )}
        </Bare>
      </header>
      {isSettled && <SmallActionBar />}
      <NoticeLine />
      {view.training && <TrainingFrame label={null} />}
    </main>
  );
}

const dragsFrom = 8;

function useDrag() {
  const held = useRef<{ x: number; y: number; startX: number; startY: number; isDragged: boolean } | null>(null);
  const move = ({ screenX, screenY }: PointerEvent, isDropped: boolean): void => {
    const from = held.current;
    if (from === null) return;
    from.isDragged ||= !isDropped && Math.hypot(screenX - from.startX, screenY - from.startY) >= dragsFrom;
    if (from.isDragged) cashierBridge().dragDock({ x: screenX - from.x, y: screenY - from.y, isDropped });
    if (isDropped) held.current = null;
  };
  const drop = (event: PointerEvent): void => move(event, true);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('button') !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { screenX: startX, screenY: startY } = event;
      const [x, y] = [startX - window.screenX, startY - window.screenY];
      held.current = { x, y, startX, startY, isDragged: false };
    },
    onPointerMove: (event: PointerEvent) => move(event, false),
    onPointerUp: drop,
    onPointerCancel: drop,
  };
}
