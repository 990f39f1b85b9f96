import { ChevronLeft, Maximize, PanelLeftClose, PanelRightClose } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { cashierBridge } from '../../main-bridge.ts';
import { Bare, Button } from '../../ui/controls.tsx';
import { TrainingFrame } from '../../ui/training-frame.tsx';
import { useCashier, useSession, useSetting } from '../cashier-context.tsx';
import { PrinterLine } from '../printer/printer-line.tsx';
import { Verbs } from '../sale/action-bar.tsx';
import { CustomerMiniature } from '../sale/customer-miniature.tsx';
import { SalePanel } from '../sale/sale-panel.tsx';
import { useIsCodeHere } from '../sale/use-sale-actions.ts';
import { Banners } from '../status/banners.tsx';
import { StatusBar } from '../status/status-bar.tsx';

const PrintList = lazy(async () => ({ default: (await import('../printer/print-list.tsx')).PrintList }));
const AttentionPage = lazy(async () => ({ default: (await import('../attention/attention-page.tsx')).AttentionPage }));

/** Makes the window small again. Main waits until a second tap is over. */
const give = (): void => cashierBridge().callDock(false);

/** The narrow panel beside the till's software, which shows only the sale. */
export function DockWindow() {
  const { view, t, session } = useCashier();
  const list = useSession(({ place, prints }) => (place === 'attention' ? 'attention' : prints ? 'prints' : null));
  const isList = list !== null;
  const saleId = view.sale?.id ?? null;
  const before = useRef(saleId);
  useEffect(() => {
    // The next sale replaces the refused receipt. The values typed for it are stored.
    if (saleId !== null && saleId !== before.current) {
      session.setState(({ place, prints }) =>
        place === 'attention' || prints ? { place: 'sale', prints: false } : {},
      );
    }
    // The task for which the panel was opened is finished, so it closes.
    if (saleId === null && before.current !== null && session.getState().composing === null) give();
    before.current = saleId;
  }, [saleId, session]);
  const isCodeHere = useIsCodeHere();
  const form = useSetting('cashier.form');
  const side = useSetting('cashier.dockSide').value;
  return (
    <div className="dock">
      <header className="top top--dock" data-side={side}>
        <h1 className="sr-only">Receipt Companion</h1>
        <Bare className="top__form" aria-label={t('toFull')} onPress={() => void form.set('full')}>
          <Maximize aria-hidden="true" />
        </Bare>
        <Bare className="top__fold" aria-label={t('dockFold')} onPress={give}>
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
      {!isList && !isCodeHere && <PrinterLine />}
      <StatusBar />
      {/* The current sale is hidden behind the list, so its actions are hidden, too. */}
      {!isList && <Verbs />}
    </div>
  );
}
