import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Log } from '../ports.ts';
import { problemOfFault } from './file-faults.ts';
import { isReceiptFile } from './file-names.ts';
import type { InboxPort, Verdict } from './inbox-port.ts';
import { bringBack, foldersOf, type KeepTaken, makeFolders, putAway, removeTaken } from './put-away.ts';
import { type FileMark, isSameFile, readInboxFile } from './read-file.ts';
import type { WatchFolder } from './watch-folder.ts';

export interface Inbox {
  start(): void;
  /** Lets the file that is under way end. Safe to call twice. */
  stop(): Promise<void>;
  /** Looks now, for instance because the reason to wait may be gone. */
  look(): void;
}

export interface InboxParts {
  /** It is made when it is not there. */
  readonly folder: string;
  readonly port: InboxPort;
  readonly watch: WatchFolder;
  readonly keepTaken?: KeepTaken;
  /** Hears once that files cannot be put away, and once that none is left: null. */
  readonly stuck: (reason: string | null) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Between two looks that nothing has called for, in milliseconds. */
export const lookEveryMs = 30_000;

/** What is not JSON may still be being written: it fails once its size and time have stood still for so long. */
const stillMs = 3_000;

/** A file that was written this long ago, or less, is of the customer who stands there. */
const freshMs = 60_000;

/** The watched folder: every `*.json` in it becomes a sale once, with its answer in done/ or failed/. */
export function createInbox({ folder, port, watch, keepTaken, stuck, clock, log }: InboxParts): Inbox {
  const folders = foldersOf(folder);
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let stopped = true;
  let isTakenRemoved = false;
  let endWatch: () => void = () => undefined;
  let cancelTimer: () => void = () => undefined;
  let cancelSecondLook: () => void = () => undefined;
  /** By name: files that are not JSON (yet), as they were first seen so. */
  const unfinished = new Map<string, { readonly mark: FileMark; readonly since: number }>();
  /** What has been said about a name that still lies there, so that it is said once. */
  const said = new Set<string>();
  /** Why a file of this look could not be put away. */
  let obstacle: string | null = null;
  let toldObstacle: string | null | undefined;

  /** False when the files behind it have to wait as well. */
  async function handle(name: string): Promise<boolean> {
    const read = readInboxFile(join(folder, name));
    if (read.kind === 'gone' || read.kind === 'folder') return true;
    if (read.kind === 'busy') {
      sayWaits(name, read.reason);
      return true;
    }
    const verdict: Verdict =
      read.kind === 'fault'
        ? { kind: 'refused', problem: problemOfFault(read.fault, name) }
        : await port.accept(read.bytes, {
            name,
            isFresh: clock.now() - read.mark.mtimeMs <= freshMs,
            writtenAt: read.mark.mtimeMs,
          });
    if (verdict.kind === 'refused' && verdict.problem.type === 'not-json' && isStillWritten(name, read.mark))
      return true;
    unfinished.delete(name);
    if (verdict.kind === 'waits' || verdict.kind === 'pauses') {
      sayWaits(name, verdict.reason);
      return verdict.kind === 'waits';
    }
    const isAway = await putAway(folders, name, read.mark, verdict, keepTaken).catch((error: unknown) => {
      obstacle = reasonOf(error);
      throw error;
    });
    if (!isAway) {
      log.warn('inbox-file-replaced');
      lookAgain = true;
    } else if (verdict.kind === 'refused') {
      log.warn('inbox-file-refused', { type: verdict.problem.type, status: verdict.problem.status });
    }
    return true;
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

  function removeTakenOnce(): void {
    if (isTakenRemoved) return;
    const count = removeTaken(folders);
    isTakenRemoved = true;
    if (count > 0) log.info('inbox-taken-removed', { count });
  }

  async function pass(): Promise<void> {
    obstacle = null;
    removeTakenOnce();
    bringBack(folders);
    const entries = await readdir(folder, { withFileTypes: true });
    const names = new Set(entries.map(({ name }) => name));
    for (const name of said) if (!names.has(name)) said.delete(name);
    for (const name of unfinished.keys()) if (!names.has(name)) unfinished.delete(name);
    for (const entry of entries) {
      if (!entry.isDirectory() || ['done', 'failed', '.moving'].includes(entry.name)) continue;
      sayOnce(entry.name, () => log.warn('inbox-folder-ignored', { folder: entry.name }));
    }
    const files = entries.filter((entry) => !entry.isDirectory() && isReceiptFile(entry.name));
    for (const { name } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      // Thousands that wait for something must not keep tills and windows.
      await clock.nextTurn();
      if (stopped) return;
      // One file that cannot be handled must not keep the others.
      const goOn = await handle(name).catch((error: unknown) => {
        sayWaits(name, reasonOf(error));
        return true;
      });
      if (!goOn) return;
    }
    if (obstacle !== toldObstacle) stuck(obstacle);
    toldObstacle = obstacle;
  }

  async function passes(): Promise<void> {
    do {
      lookAgain = false;
      await pass().catch((error: unknown) => log.error('inbox-not-read', { error: reasonOf(error) }));
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
      makeFolders(folders);
    } catch (error) {
      log.error('inbox-not-made', { error: reasonOf(error) });
    }
    try {
      endWatch = watch(folder, look);
    } finally {
      cancelTimer = clock.setTimer(lookEveryMs, lookAndWatch);
    }
    look();
  }

  return {
    look,
    start() {
      stopped = false;
      lookAndWatch();
    },
    async stop() {
      stopped = true;
      cancelTimer();
      cancelSecondLook();
      endWatch();
      await looking;
    },
  };
}

/** Without the path, which may name a customer. */
const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
