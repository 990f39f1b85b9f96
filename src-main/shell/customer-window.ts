import { isDeepStrictEqual } from 'node:util';
import { type BrowserWindow, type Display, screen } from 'electron';
import type { SystemPorts } from '../ports.ts';
import { aboveFullScreen, customerOptions, fills, type Platform, usesFullScreen } from './placement.ts';
import { keepWindow } from './recovering-window.ts';

interface CustomerWindowParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly preloadFolder: string;
  readonly platform: Platform;
  /** False if windows cannot be positioned. There is no customer window then. */
  readonly canPlace: boolean;
  /** The display for customers. Null while the cashier's is the only one. */
  display(): Display | null;
  cashierDisplayId(): number;
  onPreloadError(): void;
  onChange(): void;
}

/** Window managers react with a delay; until then the position is not checked. */
const settleMs = 700;

/** A window that is not at its requested position is hidden, and placed once more after this time. */
const againMs = 2_000;

/** The customer's window: on its display and full, or hidden. It never covers the cashier's. */
export const createCustomerWindow = (parts: CustomerWindowParts) => {
  const { clock, log, platform } = parts;
  let sentTo: Display | null = null;
  let shown = false;
  let cancelLook = (): void => undefined;
  /** The number of failed placements since the displays changed last. */
  let misplaced = 0;

  const kept = keepWindow({
    ...parts,
    role: 'customer',
    options: () => ({ ...customerOptions(platform), ...parts.display()?.bounds }),
    onReady: () => {
      sentTo = null;
      place();
    },
    onGone: () => tell(),
    isWanted: () => parts.canPlace && misplaced === 0 && parts.display() !== null,
    // Only the end of the program closes this window.
    onClose: () => undefined,
  });

  const isThere = (window: BrowserWindow, display: Display): boolean => {
    const bounds = window.getBounds();
    const displayId = screen.getDisplayMatching(bounds).id;
    return fills(
      platform,
      { visible: window.isVisible(), fullScreen: window.isFullScreen(), bounds, displayId },
      display,
    );
  };

  const hide = (window: BrowserWindow): void => {
    sentTo = null;
    if (!window.isVisible()) return;
    // Leave full screen first: on some systems a full-screen window neither hides nor moves to another display.
    if (window.isFullScreen()) window.setFullScreen(false);
    window.hide();
  };

  const send = (window: BrowserWindow, display: Display): void => {
    sentTo = display;
    if (window.isFullScreen()) window.setFullScreen(false);
    window.setBounds(display.bounds);
    window.showInactive();
    if (usesFullScreen(platform)) window.setFullScreen(true);
    else window.setVisibleOnAllWorkspaces(true, aboveFullScreen);
    window.setAlwaysOnTop(true, 'screen-saver');
  };

  /** Checks that the window reached its position. Only a window that covers the cashier is hidden again. */
  const look = (): void => {
    const window = kept.painted();
    const isSeen = window !== null && sentTo !== null && window.isVisible();
    if (isSeen && screen.getDisplayMatching(window.getBounds()).id === parts.cashierDisplayId()) {
      misplaced += 1;
      log.warn('customer-window-misplaced', { times: misplaced });
      hide(window);
      if (misplaced < 2) cancelLook = clock.setTimer(againMs, place);
    }
    tell();
  };

  const place = (): void => {
    const window = kept.painted();
    const display = parts.canPlace ? parts.display() : null;
    cancelLook();
    if (window !== null && display === null) hide(window);
    if (window !== null && display !== null) {
      // A display that was turned or scaled has other bounds.
      const isAsSent = sentTo?.id === display.id && isDeepStrictEqual(sentTo.bounds, display.bounds);
      if (!isAsSent || !isThere(window, display)) send(window, display);
      cancelLook = clock.setTimer(settleMs, look);
    }
    tell();
  };

  const isShown = (): boolean => kept.painted()?.isVisible() === true && sentTo !== null;

  const tell = (): void => {
    if (shown === isShown()) return;
    shown = isShown();
    log.info('customer-display-changed', { shown });
    parts.onChange();
  };

  return {
    ...kept,
    /** Moves the window to its display; does nothing if it is there. */
    place: () => {
      misplaced = 0;
      place();
    },
    /** Whether it has painted and is on a customer display. */
    isShown: () => shown,
    close: () => {
      cancelLook();
      kept.close();
    },
  };
};
