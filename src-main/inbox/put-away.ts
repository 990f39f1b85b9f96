import {
  closeSync,
  fsync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freeNames, isReceiptFile } from './file-names.ts';
import type { FileProblem, TakenSale } from './inbox-port.ts';
import { type FileMark, isSameFile } from './read-file.ts';

export type Answer =
  | { readonly kind: 'taken'; readonly sale: TakenSale }
  | { readonly kind: 'refused'; readonly problem: FileProblem };

/** What stays of a file that was taken, so that nobody else can read it; null when nothing does. */
export type KeepTaken = (bytes: Uint8Array) => Uint8Array | null;

export interface Folders {
  readonly inbox: string;
  readonly done: string;
  readonly failed: string;
  /** Where a file is for the moment in which it gets its answer; never seen full but after a crash. */
  readonly moving: string;
}

export const foldersOf = (inbox: string): Folders => ({
  inbox,
  done: join(inbox, 'done'),
  failed: join(inbox, 'failed'),
  moving: join(inbox, '.moving'),
});

/** Makes the folders that are missing. Throws when that is not possible. */
export function makeFolders(folders: Folders): void {
  // Files are moved and written there: a link in its place would carry them to wherever somebody likes.
  if (lstatSync(folders.moving, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(folders.moving);
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/**
 * Earlier versions kept what was taken, whole and in plain text, beside its answer. Whatever lies in done/ is in the
 * database: only the answers stay. Gives how many were removed.
 */
export function removeTaken({ done }: Folders): number {
  const taken = readdirSync(done).filter((name) => isReceiptFile(name) && !/\.result\.json$/i.test(name));
  for (const name of taken) rmSync(join(done, name));
  return taken.length;
}

/** Brings back what a crash left between inbox and answer: it is handled again, with the same result. */
export function bringBack(folders: Folders): void {
  for (const name of readdirSync(folders.moving).filter(isReceiptFile)) giveBack(folders, name);
}

/**
 * Writes the answer. What was refused is moved beside it, for whoever repairs it; what was taken is removed: it names a
 * customer, and the database has it, encrypted. `keepTaken` gives what stays of it beside its answer, or null. False when another file came under the name since `mark` was taken:
 * that one stays in the inbox. Throws when the disk does not take it; the file stays, and is handled again. Waits for nothing but the disk.
 */
export async function putAway(
  folders: Folders,
  name: string,
  mark: FileMark,
  answer: Answer,
  keepTaken: KeepTaken = () => null,
): Promise<boolean> {
  const held = join(folders.moving, name);
  renameSync(join(folders.inbox, name), held);
  if (!isSameFile(lstatSync(held), mark)) {
    giveBack(folders, name);
    return false;
  }
  try {
    const folder = answer.kind === 'taken' ? folders.done : folders.failed;
    const [kind, report] = answer.kind === 'taken' ? ['result', answer.sale] : ['problem', answer.problem];
    const kept = answer.kind === 'taken' ? keepTaken(readFileSync(held)) : null;
    const text = `${JSON.stringify(report, null, 2)}\n`;
    const reportOf = (base: string): string => join(folder, `${base}.${kind}.json`);
    const base = firstName(name, (candidate) => {
      if (isThere(join(folder, `${candidate}.json`))) return false;
      return !isThere(reportOf(candidate)) || isOwnReport(readFileSync(reportOf(candidate), 'utf8'), answer, text);
    });
    await writeWhole(reportOf(base), join(folders.moving, '.draft'), text);
    if (kept !== null) await writeWhole(join(folder, `${base}.json.sealed`), join(folders.moving, '.draft'), kept);
    await onDisk(folder);
    if (answer.kind === 'taken') rmSync(held);
    else renameSync(held, join(folder, `${base}.json`));
    return true;
  } catch (error) {
    giveBack(folders, name);
    throw error;
  }
}

function giveBack({ inbox, moving }: Folders, name: string): void {
  const base = firstName(name, (candidate) => !isThere(join(inbox, `${candidate}.json`)));
  renameSync(join(moving, name), join(inbox, `${base}.json`));
}

function firstName(name: string, isFree: (base: string) => boolean): string {
  for (const base of freeNames(name)) if (isFree(base)) return base;
  throw new Error('the names have come to an end');
}

/** A crash between answer and move leaves an answer without its file; the same answer takes its place. */
function isOwnReport(found: string, answer: Answer, text: string): boolean {
  if (answer.kind === 'refused') return found === text;
  try {
    const value: unknown = JSON.parse(found);
    return typeof value === 'object' && value !== null && Reflect.get(value, 'id') === answer.sale.id;
  } catch {
    return false;
  }
}

/** What the disk takes its time for, others have theirs in. */
const writtenThrough = promisify(fsync);

/** The answer is there for good before the file that it answers goes; where a folder cannot be asked, the system decides. */
async function onDisk(folder: string): Promise<void> {
  let handle: number;
  try {
    handle = openSync(folder, 'r');
  } catch {
    return;
  }
  await writtenThrough(handle).catch(() => undefined);
  closeSync(handle);
}

/** Seen whole or not at all, also after a loss of power. */
async function writeWhole(path: string, draft: string, text: string | Uint8Array): Promise<void> {
  // Made anew each time, and only where nothing is: a link that somebody put there must not be written through.
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    await writtenThrough(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
