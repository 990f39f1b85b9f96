import { useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useStore } from 'zustand/react';
import type { StoreApi } from 'zustand/vanilla';
import type { CashierBridge, Starting } from '../../src-main/shared/bridge.ts';
import { shownText } from '../../src-main/shared/foreign-text.ts';
import type { Language } from '../../src-main/shared/languages.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { cashierText } from '../text/cashier-text.ts';
import { formatMoney } from '../text/cashier-words.ts';
import type { CashierText } from '../text/i18n.ts';
import { setShopCountry } from '../text/numbers.ts';
import { applyAccent } from '../theme/accent.ts';
import { Stack } from '../ui/controls.tsx';
import { ScreenBoundary } from '../ui/screen-boundary.tsx';
import type { ViewState } from '../view-store.ts';
import { CashierContext, useCashier } from './cashier-context.tsx';
import { CashierWindow } from './cashier-window.tsx';
import { listenToKeys } from './listen-to-keys.ts';
import { stateLooks } from './sale/state-chip.tsx';
import type { Ask, Send } from './send.ts';
import type { SessionStore } from './session-store.ts';
import type { PlaySound } from './sounds/player.ts';
import { services } from './status/status-bar.tsx';
import { codeRules, knowCode, takeReading } from './take-scan.ts';

interface CashierAppProps {
  readonly bridge: CashierBridge;
  readonly store: StoreApi<ViewState<CashierView>>;
  readonly session: SessionStore;
  readonly send: Send;
  readonly ask: Ask;
  readonly play: PlaySound;
}

export function CashierApp({ bridge, store, session, send, ask, play }: CashierAppProps) {
  const snapshot = useStore(store, (state) => state.snapshot);
  const [starting, setStarting] = useState<Starting | null>(null);
  const chosen = snapshot?.view.language ?? starting?.language ?? null;
  /** The sentences of a new language are loaded first. Until then the previous language is shown. */
  const [spoken, setSpoken] = useState<{ readonly language: Language; readonly t: CashierText } | null>(null);
  setShopCountry(snapshot?.view.country ?? null);

  useEffect(() => {
    let isOver = false;
    if (chosen === null) return;
    cashierText(chosen).then(
      (t) => {
        if (!isOver) setSpoken({ language: chosen, t });
      },
      (error: unknown) => bridge.log('error', 'sentences-not-read', String(error)),
    );
    return () => {
      isOver = true;
    };
  }, [chosen, bridge]);

  const language = spoken?.language;
  useEffect(() => {
    if (language !== undefined) document.documentElement.lang = language;
  }, [language]);

  const accent = snapshot?.view.brand.accent;
  useEffect(() => {
    if (accent !== undefined) applyAccent(accent, document.documentElement);
  }, [accent]);

  const saleId = snapshot?.view.sale?.id ?? null;
  useEffect(
    () => () => {
      if (saleId !== null) session.setState(({ notice }) => (notice?.kind === 'error' ? { notice: null } : {}));
    },
    [saleId, session],
  );

  useEffect(() => {
    const view = () => store.getState().snapshot?.view;
    return listenToKeys({
      onReading(reading) {
        const shown = view();
        if (shown === undefined) return;
        const around = { sale: shown.sale, rules: codeRules(shown.settings), now: Date.now() };
        session.setState(takeReading(session.getState(), reading, around));
      },
      know(scan) {
        const settings = view()?.settings;
        if (settings === undefined) return { kind: 'other', hasKnownLength: false };
        return knowCode(scan, session.getState(), codeRules(settings));
      },
      onTouch: () => session.setState({ asksPayment: null }),
      remember() {
        const { place, composing, qrHere, largeAmount, vatPercent, settingsPage } = session.getState();
        return () => session.setState({ place, composing, qrHere, largeAmount, vatPercent, settingsPage });
      },
    });
  }, [session, store]);

  useEffect(() => {
    bridge.getStarting().then(setStarting, () => undefined);
  }, [bridge]);

  if (spoken === null) return null;
  const { t } = spoken;
  if (snapshot === null) {
    return starting === null ? null : (
      <Stack as="main" className="starting" aria-live="polite">
        <h1>{t('starting')}</h1>
        <p>{t(starting.waitsFor === 'keychain' ? 'waitsForKeychain' : 'waitsForFiles')}</p>
      </Stack>
    );
  }
  return (
    <I18nProvider locale={spoken.language}>
      <CashierContext value={{ view: snapshot.view, language: spoken.language, t, send, ask, session, play }}>
        <ScreenBoundary rev={snapshot.rev} onFailed={(detail) => bridge.log('error', 'screen-failed', detail)}>
          <CashierWindow />
          <Announcer />
        </ScreenBoundary>
      </CashierContext>
    </I18nProvider>
  );
}

/** Always mounted, because a screen reader does not announce a region that appears together with its text. */
function Announcer() {
  const { view, t, language } = useCashier();
  const { sale, status, setupRequired } = view;
  const isOver = sale !== null && (sale.state === 'delivered' || sale.state === 'attention');
  const what = sale === null ? '' : sale.total === null ? shownText(sale.reference) : formatMoney(language, sale.total);
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
