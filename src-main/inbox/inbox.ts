import { watch as watchFiles } from 'node:fs';
import type { Log, SystemPorts } from '../ports.ts';
import { createFileHandler, type Found, type InboxPort, nothingFound, reasonOf } from './file-handler.ts';
import { createFollowing } from './follow.ts';
import { bringBack, type Folders, type KeepTaken } from './put-away.ts';

interface InboxParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly open: () => Folders;
  readonly port: InboxPort;
  /** Calls `changed` when something in the folder may have changed. Returns the function that ends it. */
  readonly watch?: (folder: string, changed: () => void) => () => void;
  readonly keepTaken?: KeepTaken;
  /** Called once with the reason why files stay in the folder, and once with null when no reason is left. */
  readonly stuck: (reason: string | null) => void;
}

/** The interval between two looks without a change, in milliseconds. */
export const lookEveryMs = 30_000;

/** A locked file is usually free again soon, so it is checked this many times, once a second. */
const busyMs = 1_000;
const mostBusyLooks = 30;

export function createInbox({ open, port, keepTaken, stuck, clock, log, watch = watchFolder(log) }: InboxParts) {
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let stopped = true;
  let isBroughtBack = false;
  let endWatch: () => void = () => undefined;
  let cancelTimer: () => void = () => undefined;
  let cancelSecondLook: () => void = () => undefined;
  const following = createFollowing(port.now);
  const files = createFileHandler({ port, keepTaken, follow: following.follow, clock, log });
  let told: string | null | undefined;
  /** The number of looks caused by a busy file. */
  let busyLooks = 0;

  function tell(reason: string | null): void {
    if (reason !== told) stuck(reason);
    told = reason;
  }

  async function pass(found: Found): Promise<void> {
    const folders = open();
    if (!isBroughtBack) {
      bringBack(folders);
      await following.find(folders.done, clock.nextTurn);
    }
    isBroughtBack = true;
    if (!(await files.readAll(folders, found, () => stopped))) return;
    tell(found.obstacle);
    if (!(await following.writeChanged(folders.done, () => stopped))) found.isBusy = true;
  }

  async function passes(): Promise<void> {
    let found: Found;
    do {
      lookAgain = false;
      found = nothingFound(busyLooks < mostBusyLooks);
      await pass(found).catch((error: unknown) => {
        log.error('inbox-not-read', { error: reasonOf(error) });
        tell(reasonOf(error));
      });
    } while ((lookAgain || found.isReplaced) && !stopped);
    busyLooks = found.isBusy ? busyLooks + 1 : 0;
    const dueInMs = found.isBusy && busyLooks <= mostBusyLooks ? Math.min(found.dueInMs, busyMs) : found.dueInMs;
    cancelSecondLook();
    if (!stopped && dueInMs < lookEveryMs) cancelSecondLook = clock.setTimer(dueInMs, look);
  }

  function look(): void {
    if (stopped) return;
    lookAgain = true;
    looking ??= passes().finally(() => {
      looking = null;
    });
  }

  /** The watch is created again each time, because a replaced folder would not be watched any more. */
  function lookAndWatch(): void {
    endWatch();
    try {
      endWatch = watch(open().inbox, look);
    } catch {
      // The next look reports the reason.
      endWatch = () => undefined;
    }
    cancelTimer = clock.setTimer(lookEveryMs, lookAndWatch);
    look();
  }

  return {
    look,
    saleChanged(saleId: string) {
      if (following.note(saleId)) look();
    },
    start() {
      stopped = false;
      lookAndWatch();
    },
    async stop(): Promise<void> {
      stopped = true;
      cancelTimer();
      cancelSecondLook();
      endWatch();
      await looking;
    },
  };
}

/** Where the system cannot watch (no watches left, a network drive), the next look comes with the timer. */
const watchFolder =
  (log: Log) =>
  (folder: string, changed: () => void): (() => void) => {
    const failed = (error: unknown): void => log.warn('inbox-not-watched', { error: String(error) });
    try {
      const watcher = watchFiles(folder, { persistent: false }, changed);
      watcher.on('error', failed);
      return () => watcher.close();
    } catch (error) {
      failed(error);
      return () => undefined;
    }
  };
