import '@fontsource-variable/figtree/wght.css';
import '../theme/tokens.css';
import '../theme/base.css';
import '../display/customer.css';
import '../display/screens.css';
import './customer-page.css';
import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import type { CustomerView } from '../../src-main/shared/views.ts';
import { CustomerWindow } from '../display/customer-window.tsx';
import { customerBridge } from '../main-bridge.ts';
import { customerText } from '../text/i18n.ts';
import { setShopCountry } from '../text/numbers.ts';
import { applyAccent } from '../theme/accent.ts';
import { mount } from '../ui/mount.ts';
import { ScreenBoundary } from '../ui/screen-boundary.tsx';
import { createViewStore, followViews } from '../view-store.ts';

const bridge = customerBridge();
const views = createViewStore<CustomerView>();

const commandOf = {
  agree: 'receipt.agree',
  scanned: 'receipt.scanned',
  again: 'receipt.codeAgain',
  paper: 'receipt.paperPlease',
} as const;

/** Draws the last snapshot and confirms it to main after it was painted. */
function CustomerApp() {
  const snapshot = useStore(views);
  const rev = snapshot?.rev ?? null;
  const language = snapshot?.view.language;
  const accent = snapshot?.view.brand.accent;

  useEffect(() => {
    if (language !== undefined) {
      document.documentElement.lang = language;
      document.title = customerText(language)('idleTitle');
    }
    if (accent !== undefined) applyAccent(accent, document.documentElement);
  }, [language, accent]);

  // Revision 0 is from the start, when main accepts no commands yet.
  const hasView = rev !== null && rev > 0;
  useEffect(() => {
    if (!hasView) return;
    return reportTouch(async (touch) => (await bridge.command('screen.canTouch', { touch })).ok);
  }, [hasView]);

  useEffect(() => {
    if (rev === null) return;
    return afterPaint(() => void bridge.command('screen.painted', { rev }));
  }, [rev]);

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

/** Reports whether the browser knows of touch, then the first touch. `send` resolves to whether main accepted it. */
function reportTouch(send: (touch: boolean) => Promise<boolean>): () => void {
  let hasReported = false;
  const say = async (touch: boolean): Promise<void> => {
    hasReported = touch;
    const isReported = await send(touch).catch(() => false);
    if (!isReported) hasReported = false;
  };
  const felt = ({ pointerType }: PointerEvent): void => {
    if (!hasReported && pointerType === 'touch') void say(true);
  };
  void say(navigator.maxTouchPoints > 0 || matchMedia('(any-pointer: coarse)').matches);
  window.addEventListener('pointerdown', felt, true);
  return () => window.removeEventListener('pointerdown', felt, true);
}

/** A covered window gets no animation frames. After this time its content counts as painted. */
const withoutFramesMs = 250;

/** The second animation frame begins after the first was painted. A hidden window gets none. */
function afterPaint(run: () => void): () => void {
  let frame = 0;
  let timer = 0;
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const finish = (): void => {
    cancel();
    run();
  };
  timer = window.setTimeout(finish, withoutFramesMs);
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(finish);
  });
  return cancel;
}

followViews(views, bridge);
mount(<CustomerApp />);
