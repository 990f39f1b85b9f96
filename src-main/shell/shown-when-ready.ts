import type { BrowserWindow } from 'electron';
import type { Clock } from '../ports.ts';

/** What a slow page needs to paint once its files are there. */
const paintMs = 2_000;

/**
 * Calls `ready` once the window has painted. On native Wayland `ready-to-show` may never come for a hidden window
 * (electron/electron#48859): two seconds after its page has loaded it counts as painted.
 */
export const whenReadyToShow = (window: BrowserWindow, clock: Clock, ready: () => void): void => {
  let isReady = false;
  const once = (): void => {
    if (isReady || window.isDestroyed()) return;
    isReady = true;
    ready();
  };
  window.once('ready-to-show', once);
  window.webContents.once('did-finish-load', () => clock.setTimer(paintMs, once));
};
