import { isDeepStrictEqual } from 'node:util';
import { type BrowserWindow, type Display, screen } from 'electron';
import type { SystemPorts } from '../ports.ts';
import { aboveFullScreen, customerOptions, fills, type Platform, usesFullScreen } from './placement.ts';
import { keepWindow } from './recovering-window.ts';

interface CustomerWindowParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly preloadFolder: string;
  readonly platform: Platform;
  readonly canPlace: boolean;
  /** The display for customers; null if the cashier's is the only one. */
  display(): Display | null;
  cashierDisplayId(): number;
  onPreloadError(): void;
  onChange(): void;
}

/** The time in which a window manager moves a window. Until then the position is not checked. */
const settleMs = 700;

/** The pause before a hidden, misplaced window is placed again. */
const againMs = 2_000;

/** The customer's window fills its display or is hidden. It never covers the cashier's window. */
export const createCustomerWindow = (parts: CustomerWindowParts) => {
  const { clock, log, platform } = parts;
  let sentTo: Display | null = null;
  let shown = false;
  let cancelLook = (): void => undefined;
  let misplaced = 0;

  const recovering = keepWindow({
    ...parts,
    role: 'customer',
    options: () => ({ ...customerOptions(platform), ...parts.display()?.bounds }),
    onReady: (window) => {
      sentTo = null;
      place(window);
    },
    onGone: () => notify(),
    isNeeded: () => parts.canPlace && misplaced === 0 && parts.display() !== null,
    // Only the end of the program closes this window, so it ignores a request to close.
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

  /** Checks that the window reached its position, and hides it again if it covers the cashier. */
  const look = (): void => {
    const window = recovering.painted();
    const isSeen = window !== null && sentTo !== null && window.isVisible();
    if (isSeen && screen.getDisplayMatching(window.getBounds()).id === parts.cashierDisplayId()) {
      misplaced += 1;
      log.warn('customer-window-misplaced', { times: misplaced });
      hide(window);
      if (misplaced < 2) cancelLook = clock.setTimer(againMs, () => place());
    }
    notify();
  };

  const fill = (window: BrowserWindow, display: Display): void => {
    // A rotated or rescaled display has other bounds.
    const isAsSent = sentTo?.id === display.id && isDeepStrictEqual(sentTo.bounds, display.bounds);
    if (!isAsSent || !isThere(window, display)) send(window, display);
    cancelLook = clock.setTimer(settleMs, look);
  };

  /**
   * Electron first shows the last picture from before a window was hidden (electron/electron#8410), and it may belong to
   * another customer. Only a window that has just painted is shown, so a hidden one is replaced.
   */
  const place = (fresh: BrowserWindow | null = null): void => {
    const window = recovering.painted();
    const display = parts.canPlace ? parts.display() : null;
    cancelLook();
    if (window !== null) {
      if (display === null) hide(window);
      else if (window === fresh || window.isVisible()) fill(window, display);
      else recovering.replace();
    }
    notify();
  };

  const isShown = (): boolean => recovering.painted()?.isVisible() === true && sentTo !== null;

  const notify = (): void => {
    if (shown === isShown()) return;
    shown = isShown();
    log.info('customer-display-changed', { shown });
    parts.onChange();
  };

  return {
    ...recovering,
    /** Moves the window to its display unless it is already there. */
    place: () => {
      misplaced = 0;
      place();
    },
    isShown: () => shown,
    close: () => {
      cancelLook();
      recovering.close();
    },
  };
};
