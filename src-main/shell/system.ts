import { net, powerMonitor, powerSaveBlocker, type Session, session, shell } from 'electron';
import type { Clock, Fetch, FetchInit, Screens } from '../ports.ts';

/** With `manual` Electron rejects redirects, which is correct behind a captive portal. Nothing is cached. */
const always = { redirect: 'manual', credentials: 'omit', cache: 'no-store' } as const;

/**
 * Chromium repeats a request when a reused connection ends. A request that must not be repeated gets its own session.
 */
export const chromiumFetch = (): ((...args: Parameters<Fetch>) => Promise<Response>) => {
  const idle: Session[] = [];
  let made = 0;
  const onItsOwn = async (url: string, init: FetchInit): Promise<Response> => {
    made += idle.length === 0 ? 1 : 0;
    const own = idle.pop() ?? session.fromPartition(`own-connection-${made}`, { cache: false });
    // The session is reused only after its answer was read, because closing its connections would end a running
    // request.
    const release = (): void => void idle.push(own);
    if (init.signal?.aborted === true) release();
    else init.signal?.addEventListener('abort', release, { once: true });
    await own.closeAllConnections();
    return own.fetch(url, { ...init, ...always });
  };
  return (url, { freshConnection, onStage: _, ...init }) =>
    freshConnection === true ? onItsOwn(url, init) : net.fetch(url, { ...init, ...always });
};

/** Main gets no event when the network returns, so it checks at this interval. */
const askEveryMs = 30_000;

/** Wakes the app when the network is back or the computer woke up. */
export function watchNetwork(
  clock: Clock,
  wake: (reason: 'network-back' | 'resumed') => void,
  sleep: () => void,
): void {
  let online = net.isOnline();
  const ask = (): void => {
    const before = online;
    online = net.isOnline();
    if (online && !before) wake('network-back');
    clock.setTimer(askEveryMs, ask);
  };
  powerMonitor.on('resume', () => wake('resumed'));
  powerMonitor.on('suspend', sleep);
  ask();
}

/** Keeps the display on while a customer window is visible. */
export function keepDisplayAwake(windows: Pick<Screens, 'customerDisplayConnected' | 'onDisplayChange'>): void {
  let blocker: number | null = null;
  const look = (): void => {
    const shown = windows.customerDisplayConnected();
    if (shown && blocker === null) blocker = powerSaveBlocker.start('prevent-display-sleep');
    if (!shown && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  windows.onDisplayChange(look);
  look();
}

/** The caller has checked the argument. Errors are not logged, because they name the file or receipt. */
export const openOutside = {
  openFile: async (path: string): Promise<boolean> => (await shell.openPath(path)) === '',
  showInFolder: (path: string): void => shell.showItemInFolder(path),
  openPage: (address: string): Promise<boolean> =>
    shell.openExternal(address).then(
      () => true,
      () => false,
    ),
} as const;
