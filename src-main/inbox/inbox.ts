import { watch as watchFiles } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log, SystemPorts } from '../ports.ts';
import { createFollowing } from './follow.ts';
import { bringBack, type Folders, type InboxVerdict, type KeepTaken, putAway, type TakenSale } from './put-away.ts';
import { type FileMark, isReceiptFile, isSameFile, problemOfFault, readInboxFile } from './read-file.ts';

/** What the inbox asks of the app. It settles only after what was taken is on disk. */
export interface InboxPort {
  /** `content` has no byte order mark. The same content again gives the same sale. */
  accept(content: Uint8Array, file: InboxFile): Promise<InboxVerdict>;
  /** The sale as it is now; null where it is another connection's. */
  now(saleId: string): TakenSale | null;
}

interface InboxFile {
  readonly name: string;
  /** The customer may still be there; the receipt of one who has gone is not shown to the next. */
  readonly isFresh: boolean;
  /** When it was written, in milliseconds since the epoch: with its content it tells this file from any other. */
  readonly writtenAt: number;
}

interface InboxParts extends Pick<SystemPorts, 'clock' | 'log'> {
  /** Makes what is not there. Throws, with what mends it, where others could put something else in the place of a folder. */
  readonly open: () => Folders;
  readonly port: InboxPort;
  /** Calls `changed` when something in the folder may have changed. Returns the function that ends it. */
  readonly watch?: (folder: string, changed: () => void) => () => void;
  readonly keepTaken?: KeepTaken;
  /** Hears once that files cannot be put away, and once that none is left: null. */
  readonly stuck: (reason: string | null) => void;
}

/** Between two looks that nothing has called for, in milliseconds. */
export const lookEveryMs = 30_000;

/** What is not JSON may still be being written: it fails once its size and time have stood still for so long. */
const stillMs = 3_000;

/** A file that was written this long ago, or less, is of the customer who stands there. */
const freshMs = 60_000;

/** The watched folder: every `*.json` in it becomes a sale once, with its answer in done/ or failed/. */
export function createInbox({ open, port, keepTaken, stuck, clock, log, watch = watchFolder(log) }: InboxParts) {
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let stopped = true;
  let isBroughtBack = false;
  let endWatch: () => void = () => undefined;
  let cancelTimer: () => void = () => undefined;
  let cancelSecondLook: () => void = () => undefined;
  /** By name: files that are not JSON (yet), as they were first seen so. */
  const unfinished = new Map<string, { readonly mark: FileMark; readonly since: number }>();
  /** What has been said about a name that still lies there, so that it is said once. */
  const said = new Set<string>();
  const following = createFollowing(port.now);
  /** Why nothing is taken, or a file of this look could not be put away. */
  let obstacle: string | null = null;
  let told: string | null | undefined;

  /** False when the files behind it have to wait as well. */
  async function handle(folders: Folders, name: string): Promise<boolean> {
    const read = readInboxFile(join(folders.inbox, name));
    if (read.kind === 'gone' || read.kind === 'folder') return true;
    if (read.kind === 'busy') {
      sayWaits(name, read.reason);
      return true;
    }
    const { mtimeMs: writtenAt } = read.mark;
    const isFresh = clock.now() - writtenAt <= freshMs;
    const verdict: InboxVerdict =
      read.kind === 'fault'
        ? { kind: 'refused', problem: problemOfFault(read.fault, name) }
        : await port.accept(read.bytes, { name, isFresh, writtenAt });
    if (verdict.kind === 'refused' && verdict.problem.type === 'not-json' && isStillWritten(name, read.mark))
      return true;
    unfinished.delete(name);
    if (verdict.kind === 'waits' || verdict.kind === 'pauses') {
      sayWaits(name, verdict.reason);
      return verdict.kind === 'waits';
    }
    await finish(folders, { name, whole: read.whole, mark: read.mark }, verdict);
    return true;
  }

  async function finish(...[folders, file, verdict]: Parameters<typeof putAway>): Promise<void> {
    const { place, base } = await putAway(folders, file, verdict, keepTaken).catch((error: unknown) => {
      obstacle = reasonOf(error);
      throw error;
    });
    if (verdict.kind === 'taken') following.follow(base, verdict.sale);
    if (place === 'replaced') {
      log.warn('inbox-file-replaced');
      lookAgain = true;
    } else if (place === 'away' && verdict.kind === 'refused') {
      log.warn('inbox-file-refused', { type: verdict.problem.type, status: verdict.problem.status });
    }
  }

  function isStillWritten(name: string, mark: FileMark): boolean {
    const now = clock.now();
    const before = unfinished.get(name);
    const isSame = before !== undefined && isSameFile(before.mark, mark);
    if (isSame && now - before.since >= stillMs) return false;
    if (!isSame) unfinished.set(name, { mark, since: now });
    cancelSecondLook();
    cancelSecondLook = clock.setTimer(stillMs, look);
    return true;
  }

  const sayWaits = (name: string, reason: string): void =>
    sayOnce(name, () => log.warn('inbox-file-waits', { reason }));

  function sayOnce(name: string, say: () => void): void {
    if (said.has(name)) return;
    said.add(name);
    say();
  }

  function tell(reason: string | null): void {
    if (reason !== told) stuck(reason);
    told = reason;
  }

  async function pass(): Promise<void> {
    obstacle = null;
    const folders = open();
    if (!isBroughtBack) {
      bringBack(folders);
      await following.find(folders.done, clock.nextTurn);
    }
    isBroughtBack = true;
    for (const name of await namesIn(folders)) {
      // Thousands that wait for something must not keep tills and windows.
      await clock.nextTurn();
      if (stopped) return;
      // One file that cannot be handled must not keep the others.
      const goOn = await handle(folders, name).catch((error: unknown) => {
        sayWaits(name, reasonOf(error));
        return true;
      });
      if (!goOn) return;
    }
    tell(obstacle);
    await following.writeChanged(folders.done, () => stopped);
  }

  /** The files to take, in their order; what is not one of them is said once. */
  async function namesIn({ inbox }: Folders): Promise<readonly string[]> {
    const entries = await readdir(inbox, { withFileTypes: true });
    const names = new Set(entries.map(({ name }) => name));
    for (const kept of [said, unfinished]) for (const name of kept.keys()) if (!names.has(name)) kept.delete(name);
    const strange = entries.filter((entry) => entry.isDirectory() && !['done', 'failed'].includes(entry.name));
    for (const { name } of strange) sayOnce(name, () => log.warn('inbox-folder-ignored', { folder: name }));
    const files = entries.filter((entry) => !entry.isDirectory() && isReceiptFile(entry.name));
    return files.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1));
  }

  async function passes(): Promise<void> {
    do {
      lookAgain = false;
      await pass().catch((error: unknown) => {
        log.error('inbox-not-read', { error: reasonOf(error) });
        tell(reasonOf(error));
      });
    } while (lookAgain && !stopped);
  }

  function look(): void {
    if (stopped) return;
    lookAgain = true;
    looking ??= passes().finally(() => {
      looking = null;
    });
  }

  /** The watch is made anew each time: a folder that was replaced is watched again. */
  function lookAndWatch(): void {
    endWatch();
    try {
      endWatch = watch(open().inbox, look);
    } catch {
      // The look says why.
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
    /** Lets the file that is under way end. Safe to call twice. */
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

/** Of the disk its word alone, without the path, which may name a customer. */
const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;
