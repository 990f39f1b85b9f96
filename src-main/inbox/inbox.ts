import { readdirSync, readFileSync, watch as watchFiles } from 'node:fs';
import { join } from 'node:path';
import type { Log, SystemPorts } from '../ports.ts';
import { jsonOf, recordOf } from '../shared/json.ts';
import { textOfFile } from '../storage/file-modes.ts';
import { createFileHandler, type InboxPort, newPass, type PassState, reasonOf } from './file-handler.ts';
import { drawCodes, exists, type FileSale, type Folders, resultText, returnFiles, writeAnswer } from './put-away.ts';

interface InboxParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly open: () => Folders;
  readonly port: InboxPort;
  readonly restoredAt: () => number;
  readonly watch?: (folder: string, changed: () => void) => () => void;
  /** Called once with the reason why files stay in the folder, and once with null when none is left. */
  readonly stuck: (reason: string | null) => void;
}

export const scanMs = 30_000;

/** A locked file is usually free again soon, so it is checked this many times, once a second. */
const busyMs = 1_000;
const mostBusyLooks = 30;

export function createInbox({ open, port, restoredAt, stuck, clock, log, watch = watchFolder(log) }: InboxParts) {
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let stopped = true;
  let isBroughtBack = false;
  let endWatch: () => void = () => undefined;
  let cancelTimer: () => void = () => undefined;
  let cancelSecondLook: () => void = () => undefined;
  const following = createFollowing(port.now);
  const files = createFileHandler({ port, restoredAt, follow: following.follow, clock, log });
  let reported: string | null | undefined;
  let busyLooks = 0;

  function reportState(reason: string | null): void {
    if (reason !== reported) stuck(reason);
    reported = reason;
  }

  async function pass(found: PassState): Promise<void> {
    const folders = open();
    if (!isBroughtBack) {
      returnFiles(folders);
      await following.find(folders.done, clock.nextTurn);
    }
    isBroughtBack = true;
    if (!(await files.readAll(folders, found, () => stopped))) return;
    reportState(found.obstacle);
    if (!(await following.writeChanged(folders.done, () => stopped))) found.isBusy = true;
  }

  async function passes(): Promise<void> {
    let found: PassState;
    do {
      lookAgain = false;
      found = newPass(busyLooks < mostBusyLooks);
      await pass(found).catch((error: unknown) => {
        log.error('inbox-not-read', { error: reasonOf(error) });
        reportState(reasonOf(error));
      });
    } while ((lookAgain || found.isReplaced) && !stopped);
    busyLooks = found.isBusy ? busyLooks + 1 : 0;
    const dueInMs = found.isBusy && busyLooks <= mostBusyLooks ? Math.min(found.dueInMs, busyMs) : found.dueInMs;
    cancelSecondLook();
    if (!stopped && dueInMs < scanMs) cancelSecondLook = clock.setTimer(dueInMs, look);
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
      // The folder cannot be watched now; the next scan reports the reason.
      endWatch = () => undefined;
    }
    cancelTimer = clock.setTimer(scanMs, lookAndWatch);
    look();
  }

  return {
    look,
    saleChanged({ id }: { readonly id: string }) {
      if (following.note(id)) look();
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

/** If the system cannot watch (no watches left, a network drive), the timer starts the next scan. */
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

/** Each result in `done/` is rewritten after a change of its sale, until the sale is final. */
function createFollowing(now: (saleId: string) => FileSale | null) {
  /** The names of the results of each sale, without `.result.json`. */
  const results = new Map<string, Set<string>>();
  const changed = new Set<string>();

  function follow(base: string, { id }: FileSale): void {
    results.set(id, (results.get(id) ?? new Set()).add(base));
    changed.add(id);
  }

  /** A result that the till has removed is not written again, also if a later sale has the name now. */
  async function write(done: string, base: string, sale: FileSale): Promise<void> {
    const path = join(done, `${base}.result.json`);
    if (!exists(path)) return;
    const before = readFileSync(path, 'utf8');
    const saved = savedSale(before);
    if (saved?.id !== sale.id) return;
    // Only the answer to a repeat names its own sale, which does not know of the repeat.
    const isRepeat = saved.acceptedAs === sale.id;
    const { qr = false } = saved;
    const text = resultText({ ...sale, ...(isRepeat && { acceptedAs: sale.id }), ...(qr && { qr }) });
    if (before === text) return;
    if (qr && sale.url !== saved.url) await drawCodes(done, base, sale);
    await writeAnswer(done, path, text);
  }

  async function writeAll(done: string, id: string): Promise<void> {
    const sale = now(id);
    for (const base of results.get(id) ?? []) if (sale !== null) await write(done, base, sale);
    if (sale === null || (isSettled(sale) && !changed.has(id))) results.delete(id);
  }

  return {
    follow,
    async find(done: string, nextTurn: () => Promise<void>): Promise<void> {
      for (const name of readdirSync(done).filter((found) => found.endsWith('.result.json'))) {
        await nextTurn();
        const sale = savedSale(textOfFile(join(done, name)) ?? '');
        if (sale !== null && !isSettled(sale)) follow(name.slice(0, -'.result.json'.length), sale);
      }
    },
    note(saleId: string): boolean {
      if (results.has(saleId)) changed.add(saleId);
      return changed.has(saleId);
    },
    /**
     * False if a result could not be written, for example because a till on Windows reads it. It is tried again later.
     */
    async writeChanged(done: string, isOver: () => boolean): Promise<boolean> {
      for (const id of [...changed]) {
        if (isOver()) break;
        changed.delete(id);
        await writeAll(done, id).catch(() => changed.add(id));
      }
      return changed.size === 0;
    },
  };
}

const isSettled = ({ state, printed, cancelled }: FileSale): boolean =>
  (state === 'delivered' || state === 'cancelled') && printed !== 'queued' && cancelled !== 'queued';

/** Returns the sale of a result. Of a text that lacks its end only the id is known, which is the first member. */
function savedSale(text: string): FileSale | null {
  const { id = /^\{\s*"id":\s*"([^"]+)"/.exec(text)?.[1], ...sale } = recordOf(jsonOf(text)) ?? {};
  return typeof id === 'string' ? { ...sale, id } : null;
}
