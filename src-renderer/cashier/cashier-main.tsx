import '@fontsource-variable/figtree/wght.css';
import '../theme/tokens.css';
import '../theme/base.css';
import './cashier.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useStore } from 'zustand/react';
import type { StartingView } from '../../src-main/shared/bridge.ts';
import { shownText } from '../../src-main/shared/foreign-text.ts';
import type { Language } from '../../src-main/shared/languages.ts';
import { cashierBridge } from '../main-bridge.ts';
import { cashierText, formatMoney, speak, t } from '../text/cashier-words.ts';
import { setShopCountry } from '../text/numbers.ts';
import { applyAccent } from '../theme/accent.ts';
import { Stack } from '../ui/controls.tsx';
import { mount } from '../ui/mount.ts';
import { ScreenBoundary } from '../ui/screen-boundary.tsx';
import { followViews } from '../view-store.ts';
import { DockWindow, SmallDock, useCallsPanel, useIsSmall } from './dock/dock-window.tsx';
import { FullWindow } from './full-window.tsx';
import { reportTyping } from './keyboard-focus.ts';
import { listenToKeys } from './listen-to-keys.ts';
import { useIsLocked, WithPin } from './pin/unlock.tsx';
import { stateLooks } from './sale/state-chip.tsx';
import { useOpenedSale, useShopCurrency } from './sale/use-sale-actions.ts';
import { services } from './status/status-bar.tsx';
import { useScannedCodes } from './use-scanned-codes.ts';
import { session, useSession, useView, views } from './window-state.tsx';

const bridge = cashierBridge();

function CashierApp() {
  const snapshot = useStore(views);
  const [starting, setStarting] = useState<StartingView | null>(null);
  const chosen = snapshot?.view.language ?? starting?.language ?? null;
  /** The language whose sentences are loaded. While those of a new language load, the previous language is shown. */
  const [language, setLanguage] = useState<Language | null>(null);
  setShopCountry(snapshot?.view.country ?? null);

  useEffect(() => {
    let isOver = false;
    if (chosen === null) return;
    cashierText(chosen).then(
      (text) => {
        if (isOver) return;
        speak(chosen, text);
        setLanguage(chosen);
      },
      (error: unknown) => bridge.log('error', 'sentences-not-read', String(error)),
    );
    return () => {
      isOver = true;
    };
  }, [chosen]);

  const accent = snapshot?.view.brand.accent;
  useEffect(() => {
    if (language !== null) document.documentElement.lang = language;
    if (accent !== undefined) applyAccent(accent, document.documentElement);
  }, [language, accent]);

  const saleId = snapshot?.view.sale?.id ?? null;
  useEffect(
    () => () => {
      if (saleId !== null) session.setState(({ notice }) => (notice?.kind === 'error' ? { notice: null } : {}));
    },
    [saleId],
  );

  useEffect(() => {
    bridge.getStarting().then(setStarting, () => undefined);
  }, []);

  if (language === null) return null;
  if (snapshot === null) {
    return starting === null ? null : (
      <Stack as="main" className="starting" aria-live="polite">
        <h1>{t('starting')}</h1>
        <p>{t(starting.waitsFor === 'keychain' ? 'waitsForKeychain' : 'waitsForFiles')}</p>
      </Stack>
    );
  }
  return (
    <I18nProvider locale={language}>
      <ScreenBoundary rev={snapshot.rev} onFailed={(detail) => bridge.log('error', 'screen-failed', detail)}>
        <CashierWindow />
        <Announcer />
      </ScreenBoundary>
    </I18nProvider>
  );
}

/** This region is always mounted, because a screen reader does not announce one that appears with its text. */
function Announcer() {
  const { sale, status, setupRequired } = useView();
  const isOver = sale !== null && (sale.state === 'delivered' || sale.state === 'attention');
  const what = sale === null ? '' : sale.total === null ? shownText(sale.reference) : formatMoney(sale.total);
  return (
    <>
      <p className="sr-only" role="status" aria-label={t('currentSale')}>
        {isOver && `${what}: ${t(stateLooks[sale.state].words)}`}
      </p>
      <p className="sr-only" role="status" aria-label={t('status')}>
        {setupRequired === null && t(services[status.service].words)}
      </p>
    </>
  );
}

const ScreenKeyboard = lazy(async () => ({ default: (await import('./keyboard/screen-keyboard.tsx')).ScreenKeyboard }));
const Welcome = lazy(async () => ({ default: (await import('./welcome/welcome.tsx')).Welcome }));

function CashierWindow() {
  const view = useView();
  useOpenedSale();
  useShopCurrency();
  useScannedCodes();
  useCallsPanel();
  const isSmall = useIsSmall();
  const setup = useSession(({ welcome }) => welcome);
  const isLocked = useIsLocked();
  const isWelcome = (setup ?? view.setupOffered) && !isLocked && view.setupRequired === null;
  if (view.form === 'full')
    return (
      <div className="above-keyboard">
        <WithPin>
          {isWelcome ? (
            <Suspense>
              <Welcome />
            </Suspense>
          ) : (
            <FullWindow />
          )}
        </WithPin>
        <Suspense>
          <ScreenKeyboard />
        </Suspense>
      </div>
    );
  return <WithPin>{isSmall ? <SmallDock /> : <DockWindow />}</WithPin>;
}

followViews(views, bridge);
reportTyping(document as Parameters<typeof reportTyping>[0], requestAnimationFrame, bridge.wantKeyboard);
mount(<CashierApp />);
listenToKeys();
