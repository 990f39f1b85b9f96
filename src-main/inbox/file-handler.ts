import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { FolderActor } from '../dispatch/dispatch.ts';
import type { SystemPorts } from '../ports.ts';
import { isFileBusy } from '../storage/file-modes.ts';
import { isReceiptFile, isUnfinished, pathIn, plainName } from './file-names.ts';
import { type FileSale, type Folders, type InboxVerdict, putAway } from './put-away.ts';
import { type FileMark, isSameFile, problemOfFault, readInboxFile } from './read-file.ts';

export interface InboxPort {
  /** Resolves once the sale of the file is on disk. The same file again returns the same sale. */
  accept(content: Uint8Array, file: InboxFile): Promise<InboxVerdict>;
  gone(file: string): void;
  /** The current sale; null if it belongs to another connection. */
  now(saleId: string): FileSale | null;
}

interface InboxFile extends Omit<FolderActor, 'kind'> {
  readonly name: string;
}

interface FileParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly port: InboxPort;
  readonly restoredAt: () => number;
  readonly follow: (base: string, sale: FileSale) => void;
}

/** Invalid JSON may be an unfinished file: it is refused once its size and time have been unchanged for this long. */
const stillMs = 3_000;

/** If the time of a file differs from now by at most this, its customer may still be at the till. */
const freshMs = 60_000;

/** A file waits at most this long for an app that is closed. An older time comes from a clock that is not set. */
const oldestMs = 7 * 24 * 3_600_000;

/** A file of another kind may be renamed to a receipt within this time. After that it is reported. */
const otherKindMs = 60_000;

/** Reads the files of the folder, asks the app to accept each, and puts it away with its answer. */
export function createFileHandler({ port, restoredAt, follow, clock, log }: FileParts) {
  /** The files without valid JSON and of other kinds, by name, with the state in which they were first seen. */
  const watched = new Map<string, { readonly mark: FileMark; readonly since: number }>();
  /** The reports that were made about files still in the folder, so that none is repeated. */
  const reported = new Set<string>();
  let found = newPass(true);

  /** Handles one file. Returns false if the files after it have to wait as well. */
  async function handle(folders: Folders, name: string): Promise<boolean> {
    const read = readInboxFile(pathIn(folders.inbox, name));
    if (read.kind === 'none') return true;
    if (read.kind === 'busy') {
      found.isBusy = true;
      sayWaits(name, read.reason);
      return true;
    }
    const { whole, mark } = read;
    if (read.kind === 'fault') {
      await answer(folders, { name, whole, mark }, refusedFor(read.fault, name));
      return true;
    }
    const file = inboxFile(name, mark, read.bytes, { now: clock.now(), restoredAt: restoredAt() });
    const verdict = await port.accept(read.bytes, file);
    switch (verdict.kind) {
      case 'others':
        found.obstacle = begunByOthers;
        return true;
      case 'waits':
      case 'pauses':
        sayWaits(name, verdict.reason);
        return verdict.kind === 'waits';
      case 'taken':
      case 'refused':
        if (await answer(folders, { name, whole, mark }, verdict)) port.gone(file.file);
        return true;
    }
  }

  /** Answers a file. Returns false if the file may be unfinished: then it gets no answer yet. */
  async function answer(...[folders, file, verdict]: Parameters<typeof putAway>): Promise<boolean> {
    const { name, mark } = file;
    const isInvalid = verdict.kind === 'refused' && verdict.problem.type === 'not-json';
    if (isInvalid && unchangedMs(name, mark) < stillMs) {
      found.dueInMs = Math.min(found.dueInMs, stillMs);
      return false;
    }
    watched.delete(name);
    await finish(folders, file, verdict);
    return true;
  }

  async function finish(...[folders, file, verdict]: Parameters<typeof putAway>): Promise<void> {
    const { place, base } = await putAway(folders, file, verdict).catch((error: unknown) => {
      // On Windows a file cannot be renamed while its till, or a virus scanner, has it open.
      if (isFileBusy(error) && found.mayWait) found.isBusy = true;
      else found.obstacle = reasonOf(error);
      throw error;
    });
    if (verdict.kind === 'taken') follow(base, verdict.sale);
    if (place === 'replaced') {
      log.warn('inbox-file-replaced');
      found.isReplaced = true;
    } else if (place === 'away' && verdict.kind === 'refused') {
      log.warn('inbox-file-refused', { type: verdict.problem.type, status: verdict.problem.status });
    }
  }

  function unchangedMs(name: string, mark: FileMark): number {
    const before = watched.get(name);
    if (before !== undefined && isSameFile(before.mark, mark)) return clock.monotonic() - before.since;
    watched.set(name, { mark, since: clock.monotonic() });
    return 0;
  }

  /** A file that is not a receipt stays, because it may be the only copy. */
  async function judgeOtherKind(folders: Folders, name: string): Promise<void> {
    if (unchangedMs(name, unreadMark) < otherKindMs) return;
    found.obstacle ??= otherKindFound;
    await finish(folders, { name, whole: 'stays', mark: unreadMark }, refusedFor('other-kind', name));
  }

  const sayWaits = (name: string, reason: string): void =>
    sayOnce(name, () => log.warn('inbox-file-postponed', { reason }));

  function sayOnce(name: string, say: () => void): void {
    if (reported.has(name)) return;
    reported.add(name);
    say();
  }

  async function namesIn({ inbox }: Folders) {
    const entries = await entriesOf(inbox);
    const names = new Set(entries.map(({ name }) => name));
    for (const list of [reported, watched]) for (const name of list.keys()) if (!names.has(name)) list.delete(name);
    const strange = entries.filter(({ name, isFolder }) => isFolder && !['done', 'failed'].includes(name));
    for (const { name } of strange) sayOnce(name, () => log.warn('inbox-folder-ignored', { folder: plainName(name) }));
    const files = entries.filter(({ name, isFolder }) => !isFolder && !isUnfinished(name)).map(({ name }) => name);
    return { receipts: files.filter(isReceiptFile), others: new Set(files.filter((name) => !isReceiptFile(name))) };
  }

  /** False if files were left for the next scan. Throws if the folder cannot be read. */
  async function readAll(folders: Folders, results: PassState, isOver: () => boolean): Promise<boolean> {
    found = results;
    const { receipts, others } = await namesIn(folders);
    for (const name of [...receipts, ...others]) {
      // Thousands of waiting files must not delay tills and windows.
      await clock.nextTurn();
      if (isOver()) return false;
      const handled = others.has(name) ? judgeOtherKind(folders, name).then(() => true) : handle(folders, name);
      const mayContinue = await handled.catch((error: unknown) => {
        sayWaits(name, reasonOf(error));
        return true;
      });
      if (!mayContinue) return false;
    }
    return true;
  }

  return { readAll };
}

/** `mayWait`: a locked file may be free again soon. `obstacle`: why files stay in the folder. */
export const newPass = (mayWait: boolean) => ({
  mayWait,
  obstacle: null as string | null,
  isBusy: false,
  isReplaced: false,
  dueInMs: Number.POSITIVE_INFINITY,
});
export type PassState = ReturnType<typeof newPass>;

const refusedFor = (fault: Parameters<typeof problemOfFault>[0], name: string) =>
  ({ kind: 'refused', problem: problemOfFault(fault, plainName(name)) }) as const;

/** The entries of a folder, in the order of their names. */
const entriesOf = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true, encoding: 'buffer' }))
    .map((entry) => ({ name: entry.name.toString('latin1'), isFolder: entry.isDirectory() }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Windows reports user id 0 for every file. */
function ownerOf({ uid }: FileMark): number | null {
  const own = process.getuid?.();
  return own === undefined || own === uid ? null : uid;
}

function inboxFile(
  name: string,
  mark: FileMark,
  content: Uint8Array,
  { now, restoredAt }: { readonly now: number; readonly restoredAt: number },
): InboxFile {
  const { mtimeMs, uid } = mark;
  const ageMs = now - mtimeMs;
  return {
    // Time and owner are included: the same receipt written again, or by another till, is another file.
    file: createHash('sha256').update(`${mtimeMs} ${uid}\n`).update(content).digest('hex'),
    name: plainName(name),
    isFresh: Math.abs(ageMs) <= freshMs,
    isRestored: mtimeMs <= restoredAt,
    writtenAt: ageMs >= 0 && ageMs <= oldestMs ? mtimeMs : now,
    owner: ownerOf(mark),
  };
}

const unreadMark: FileMark = { ino: 0, size: 0, mtimeMs: 0, uid: 0 };
const begunByOthers = 'another connection has already begun to take a file and continues when it is open again';
const otherKindFound =
  'a file has a name that does not end in .json: it is not a receipt, or its till is not set up well';

/** Returns only the error code, because the path may name a customer. */
export const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;
