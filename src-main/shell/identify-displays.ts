import { BrowserWindow, type Display } from 'electron';
import type { SystemPorts } from '../ports.ts';
import { customerOptions, type Platform } from './placement.ts';
import { identifyOrigin } from './protocol.ts';
import { whenReadyToShow } from './recovering-window.ts';
import { webPreferences } from './window-security.ts';

/** A person needs this time to look from one display to the next. */
const shownMs = 6_000;
/** The longest wait for a slow computer to show a number. */
const longestMs = 20_000;

/** Shows a small window in the middle of each display, which leaves the sale and the customer's code visible. */
export function createIdentify({ clock, log, platform }: Pick<SystemPorts, 'clock' | 'log'> & { platform: Platform }) {
  let windows: readonly BrowserWindow[] = [];
  let cancelEnd: () => void = () => undefined;

  function endIn(ms: number): void {
    cancelEnd();
    cancelEnd = clock.setTimer(ms, end);
  }

  function end(): void {
    cancelEnd();
    for (const window of windows) if (!window.isDestroyed()) window.destroy();
    windows = [];
  }

  function open({ bounds }: Display, number: number): BrowserWindow {
    const side = Math.round(Math.min(bounds.width, bounds.height) * 0.5);
    const window = new BrowserWindow({
      ...customerOptions(platform),
      x: bounds.x + Math.round((bounds.width - side) / 2),
      y: bounds.y + Math.round((bounds.height - side) / 2),
      width: side,
      height: side,
      show: false,
      fullscreenable: false,
      backgroundColor: '#1c1a17',
      webPreferences,
    });
    whenReadyToShow(window, clock, () => {
      window.showInactive();
      window.setAlwaysOnTop(true, 'screen-saver');
      // The time starts with the last number, so that a person can see all of them.
      endIn(shownMs);
    });
    window
      .loadURL(`${identifyOrigin}/${number}`)
      .catch((error: unknown) => log.warn('display-numbers-not-shown', { number, error: String(error) }));
    return window;
  }

  return {
    show(displays: readonly Display[]) {
      end();
      windows = displays.map((display, at) => open(display, at + 1));
      endIn(longestMs);
    },
    end,
  };
}
