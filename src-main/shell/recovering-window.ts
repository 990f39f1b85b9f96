import { join } from 'node:path';
import { app, BrowserWindow, type BrowserWindowConstructorOptions } from 'electron';
import type { Clock, Log, ScreenRole } from '../ports.ts';
import { recordCrash } from './crash-pause.ts';
import { originOf } from './protocol.ts';
import { webPreferences } from './security.ts';

export interface RecoveringWindowParts {
  readonly role: ScreenRole;
  /** Holds `<role>.cjs`. */
  readonly preloadFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Asked for every new window: bounds and frame as they should be now. */
  options(): BrowserWindowConstructorOptions;
  /** The window has painted for the first time and may be shown. */
  onReady(window: BrowserWindow): void;
}

/** One window that is always there: made anew after a crash, replaced when its frame must change. */
export interface RecoveringWindow {
  /** The window of now; null before `replace` and after `close`. */
  current(): BrowserWindow | null;
  /** The same once it has painted, so that it may be seen; null until then. */
  painted(): BrowserWindow | null;
  owns(webContentsId: number): boolean;
  /** Opens a new window; the one before stays until the new one has painted. */
  replace(): void;
  close(): void;
}

export const keepWindow = ({
  role,
  preloadFolder,
  clock,
  log,
  options,
  onReady,
}: RecoveringWindowParts): RecoveringWindow => {
  const alive = new Set<number>();
  let current: BrowserWindow | null = null;
  let painted: BrowserWindow | null = null;
  let crashedAt: readonly number[] = [];
  let cancelRemake = (): void => undefined;

  const open = (): BrowserWindow => {
    const window = new BrowserWindow({
      show: false,
      ...options(),
      webPreferences: {
        ...webPreferences,
        devTools: !app.isPackaged,
        preload: join(preloadFolder, `${role}.cjs`),
      },
    });
    const contents = window.webContents;
    const { id } = contents;
    alive.add(id);
    window.on('closed', () => alive.delete(id));
    contents.on('render-process-gone', (_event, { reason }) => remake(window, reason));
    // A window that hangs is as useless as one that crashed; ending its process leads to the line above.
    window.on('unresponsive', () => contents.forcefullyCrashRenderer());
    window
      .loadURL(`${originOf(role)}/`)
      .catch((error: unknown) => log.error('window-load-failed', { role, error: String(error) }));
    return window;
  };

  const replace = (): void => {
    const before = current;
    const window = open();
    current = window;
    window.once('ready-to-show', () => {
      painted = window;
      onReady(window);
      if (before !== null && !before.isDestroyed()) before.destroy();
    });
  };

  const remake = (crashed: BrowserWindow, reason: string): void => {
    if (crashed !== current || crashed.isDestroyed()) return;
    const record = recordCrash(crashedAt, clock.now());
    crashedAt = record.crashedAt;
    const { pauseMs } = record;
    log.error('window-crashed', { role, reason, pauseMs });
    cancelRemake = clock.setTimer(pauseMs, () => {
      if (current === crashed) replace();
    });
  };

  return {
    current: () => current,
    painted: () => (painted === current && painted?.isDestroyed() === false ? painted : null),
    owns: (webContentsId) => alive.has(webContentsId),
    replace,
    close: () => {
      cancelRemake();
      const last = current;
      current = null;
      if (last !== null && !last.isDestroyed()) last.destroy();
    },
  };
};
