import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import type { StoreApi } from 'zustand/vanilla';
import type { CustomerBridge } from '../../src-main/shared/bridge.ts';
import type { CustomerView } from '../../src-main/shared/views.ts';
import { CustomerWindow } from '../display/customer-window.tsx';
import { customerText } from '../text/i18n.ts';
import { setShopCountry } from '../text/numbers.ts';
import { applyAccent } from '../theme/accent.ts';
import { ScreenBoundary } from '../ui/screen-boundary.tsx';
import type { ViewState } from '../view-store.ts';
import { afterPaint } from './after-paint.ts';
import { tellTouch } from './tell-touch.ts';

interface CustomerAppProps {
  readonly bridge: CustomerBridge;
  readonly store: StoreApi<ViewState<CustomerView>>;
}

const commandOf = {
  agree: 'receipt.agree',
  scanned: 'receipt.scanned',
  again: 'receipt.codeAgain',
  paper: 'receipt.paperPlease',
} as const;

/** Draws the last snapshot and reports to main once it was painted. */
export function CustomerApp({ bridge, store }: CustomerAppProps) {
  const snapshot = useStore(store, (state) => state.snapshot);
  const rev = snapshot?.rev ?? null;
  const language = snapshot?.view.language;
  const accent = snapshot?.view.brand.accent;

  useEffect(() => {
    if (language !== undefined) {
      document.documentElement.lang = language;
      document.title = customerText(language)('windowTitle');
    }
    if (accent !== undefined) applyAccent(accent, document.documentElement);
  }, [language, accent]);

  // Revision 0 is of the first second, in which main takes no commands.
  const isHeard = rev !== null && rev > 0;
  useEffect(() => {
    if (!isHeard) return;
    return tellTouch(async (touch) => (await bridge.command('screen.canTouch', { touch })).ok);
  }, [isHeard, bridge]);

  useEffect(() => {
    if (rev === null) return;
    return afterPaint(() => void bridge.command('screen.painted', { rev }));
  }, [rev, bridge]);

  if (snapshot === null) return null;
  setShopCountry(snapshot.view.country);
  return (
    <ScreenBoundary rev={snapshot.rev} onFailed={(detail) => bridge.log('error', 'screen-failed', detail)}>
      <CustomerWindow
        view={snapshot.view}
        onLanguage={(next) => void bridge.command('language.set', { rev: snapshot.rev, language: next })}
        onTouch={(what) => void bridge.command(commandOf[what], { rev: snapshot.rev })}
      />
    </ScreenBoundary>
  );
}
