import { join } from 'node:path';
import { app, BrowserWindow, type BrowserWindowConstructorOptions } from 'electron';
import type { Clock, ScreenRole, SystemPorts } from '../ports.ts';
import { channels } from '../shared/bridge.ts';
import type { Snapshot, ViewOf } from '../shared/views.ts';
import { screenOrigin } from './protocol.ts';
import { recordCrash, watchHeartbeat } from './recovery.ts';
import { webPreferences } from './window-security.ts';

interface RecoveringWindowParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly role: ScreenRole;
  readonly preloadFolder: string;
  /** Returns bounds and frame for a new window. `before` is the window that it replaces. */
  options(before: BrowserWindow | null): BrowserWindowConstructorOptions;
  onReady(window: BrowserWindow): void;
  /** Called when a person, the system or an installer tries to close the window. The window stays open. */
  onClose(window: BrowserWindow): void;
  /** The window crashed, hung or was closed by force; a new one is being opened. */
  onGone(): void;
  /** The preload did not run, so the page is visible but does not work. */
  onPreloadError?(): void;
  isNeeded(): boolean;
}

/** If a shown window is still invisible after this time, it is shown once more. */
const unseenMs = 3_000;

/** Keeps a window open: it is recreated after a crash, and replaced when its frame must change. */
export const keepWindow = ({ role, preloadFolder, clock, log, ...owner }: RecoveringWindowParts) => {
  const alive = new Map<number, BrowserWindow>();
  let current: BrowserWindow | null = null;
  let painted: BrowserWindow | null = null;
  let crashedAt: readonly number[] = [];
  let isLeaving = false;
  let cancelRemake = (): void => undefined;
  let cancelLook = (): void => undefined;
  let pulse: ReturnType<typeof watchHeartbeat> | null = null;

  const watch = (window: BrowserWindow): void => {
    pulse?.end();
    pulse = watchHeartbeat({
      clock,
      endedBefore: recordCrash(crashedAt, clock.now()).crashedAt.length - 1,
      ask: async () => window.webContents.executeJavaScript('0'),
      onSilent: () => {
        log.warn('window-heartbeat-missed', { role });
        window.webContents.forcefullyCrashRenderer();
      },
    });
  };

  const open = (): BrowserWindow => {
    const window = new BrowserWindow({
      show: false,
      ...owner.options(current?.isDestroyed() === false ? current : null),
      webPreferences: {
        ...webPreferences,
        devTools: !app.isPackaged,
        preload: join(preloadFolder, `${role}.cjs`),
      },
    });
    const contents = window.webContents;
    const { id } = contents;
    alive.set(id, window);
    window.on('close', (event) => {
      if (isLeaving) return;
      event.preventDefault();
      owner.onClose(window);
    });
    window.on('closed', () => {
      alive.delete(id);
      remake(window, 'closed');
    });
    contents.on('render-process-gone', (_event, { reason }) => remake(window, reason));
    contents.on('preload-error', (_event, _path, error) => {
      log.error('preload-failed', { role, error: String(error) });
      owner.onPreloadError?.();
    });
    // A hanging window is treated like a crashed one: ending its process causes `render-process-gone`.
    window.on('unresponsive', () => contents.forcefullyCrashRenderer());
    window
      .loadURL(`${screenOrigin(role)}/`)
      .catch((error: unknown) => log.error('window-load-failed', { role, error: String(error) }));
    return window;
  };

  const replace = (): void => {
    cancelLook();
    const window = open();
    current = window;
    whenReadyToShow(window, clock, () => {
      if (window !== current) return;
      painted = window;
      // A person would not notice that the page of the customer window hangs.
      if (role === 'customer') watch(window);
      owner.onReady(window);
      // A replacement that crashed before it painted leaves several.
      for (const other of alive.values()) if (other !== window) other.destroy();
      cancelLook = clock.setTimer(unseenMs, () => {
        if (window !== current || window.isDestroyed() || window.isVisible() || !owner.isNeeded()) return;
        log.warn('window-not-shown', { role });
        owner.onReady(window);
      });
    });
  };

  const remake = (gone: BrowserWindow, reason: string): void => {
    if (gone !== current || isLeaving) return;
    if (painted === gone) painted = null;
    pulse?.end();
    const { pauseMs, ...record } = recordCrash(crashedAt, clock.now());
    ({ crashedAt } = record);
    log.error('window-lost', { role, reason, pauseMs });
    owner.onGone();
    cancelRemake();
    cancelRemake = clock.setTimer(pauseMs, () => {
      if (current === gone) replace();
    });
  };

  const leave = (): void => {
    isLeaving = true;
    cancelRemake();
    cancelLook();
    pulse?.end();
  };

  return {
    current: () => current,
    painted: (): BrowserWindow | null => (painted === current && painted?.isDestroyed() === false ? painted : null),
    show: (snapshot: Snapshot<ViewOf[ScreenRole]>): void => {
      if (current === null || current.isDestroyed()) return;
      current.webContents.send(channels.view, snapshot);
      pulse?.shows();
    },
    owns: (webContentsId: number) => alive.has(webContentsId),
    /** Opens a new window; the previous one stays until the new one has painted. */
    replace,
    leave,
    close: () => {
      leave();
      current = null;
      for (const window of alive.values()) window.destroy();
    },
  };
};

/** A slow page may need this time to paint after its files are loaded. */
const paintMs = 2_000;

/** On native Wayland a hidden window may never get `ready-to-show` (electron/electron#48859). */
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
