import {
  closeSync,
  fchmodSync,
  fsync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { field, jsonOf } from '../shared/json.ts';
import type { SaleResource } from '../shared/till-view.ts';
import { replaceFile } from '../storage/file-modes.ts';
import { freeNames, pathIn, plainName } from './file-names.ts';
import { type FileContent, type FileMark, type FileProblem, isSameFile } from './read-file.ts';

/** Other accounts may write into `inbox`, but only the app into `done` and `failed`. */
export interface Folders {
  readonly inbox: string;
  readonly done: string;
  readonly failed: string;
}

/** `waits`: read it later. `pauses`: later files wait, too. `others`: another connection claimed it. */
export type InboxVerdict =
  | { readonly kind: 'taken'; readonly sale: FileSale }
  | { readonly kind: 'refused'; readonly problem: FileProblem }
  | { readonly kind: 'others' }
  | { readonly kind: 'waits' | 'pauses'; readonly reason: string };

export type FileSale = Pick<SaleResource, 'id'> &
  Partial<Pick<SaleResource, 'acceptedAs' | 'url' | 'state' | 'printed' | 'cancelled'>> & {
    /** Whether the file asked for pictures of the code. Its result keeps this, because the address may come later. */
    readonly qr?: boolean;
  };

type Answer = Extract<InboxVerdict, { readonly kind: 'taken' | 'refused' }>;

/** A file as it was read: the copy has this content, even if another file has replaced it since. */
interface FileRead {
  readonly name: string;
  readonly whole: FileContent;
  readonly mark: FileMark;
}

/** Writes the answer, then removes the file. A refused file is copied beside its answer for a repair. */
export async function putAway(
  folders: Folders,
  { name, whole, mark }: FileRead,
  answer: Answer,
): Promise<{ readonly place: 'away' | 'replaced' | 'stays'; readonly base: string }> {
  const folder = answer.kind === 'taken' ? folders.done : folders.failed;
  const [kind, report] = answer.kind === 'taken' ? ['result', answer.sale] : ['problem', answer.problem];
  const text = resultText(report);
  const copy = typeof whole === 'string' || answer.kind === 'taken' ? null : whole;
  const copyOf = (base: string): string => join(folder, `${base}.json`);
  const reportOf = (base: string): string => join(folder, `${base}.${kind}.json`);
  const base = firstName(plainName(name), (candidate) => {
    // After a crash between the steps, the file gets the same name again, so that only one answer remains.
    const isOwnCopy = copy === null || !exists(copyOf(candidate)) || holds(copyOf(candidate), copy);
    return (
      isOwnCopy &&
      (!exists(reportOf(candidate)) || isOwnReport(readFileSync(reportOf(candidate), 'utf8'), answer, text))
    );
  });
  if (whole === 'stays' && exists(reportOf(base))) return { place: 'stays', base };
  // A later file of the same sale with the same name does not withdraw the wish for pictures.
  const earlier = exists(reportOf(base)) ? jsonOf(readFileSync(reportOf(base), 'utf8')) : null;
  const isDrawn = answer.kind === 'taken' && [report, earlier].some((one) => field(one, 'qr') === true);
  if (isDrawn) await drawCodes(folder, base, answer.sale);
  await writeAnswer(folder, reportOf(base), isDrawn ? resultText({ ...report, qr: true }) : text);
  if (copy !== null) await writeAnswer(folder, copyOf(base), copy);
  await onDisk(folder);
  return { place: whole === 'stays' || takeAway(folders.inbox, name, mark) ? 'away' : 'replaced', base };
}

export const resultText = (report: object): string => `${JSON.stringify(report, null, 2)}\n`;

export async function drawCodes(folder: string, base: string, { url }: FileSale): Promise<void> {
  const [png, svg] = [join(folder, `${base}.qr.png`), join(folder, `${base}.qr.svg`)];
  if (url === undefined || url === null) {
    // A picture of this name may be the code of another customer, whose result the till has removed.
    for (const path of [png, svg]) rmSync(path, { force: true });
    return;
  }
  const { default: qrcode } = await import('qrcode');
  const look = { errorCorrectionLevel: 'M', scale: 8 } as const;
  await writeAnswer(folder, png, await qrcode.toBuffer(url, look));
  await writeAnswer(folder, svg, await qrcode.toString(url, { ...look, type: 'svg' }));
}

/** The file is renamed to a name that no till uses and checked once more, so that a file that replaced it stays. */
function takeAway(inbox: string, name: string, mark: FileMark): boolean {
  const base = firstName(plainName(name), (candidate) => !exists(join(inbox, `.${candidate}.taken`)));
  const held = `.${base}.taken`;
  try {
    replaceFile(pathIn(inbox, name), join(inbox, held));
  } catch (error) {
    // The till has taken the file back: its sale and its answer stay.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  if (isSameFile(lstatSync(join(inbox, held)), mark)) {
    unlinkSync(join(inbox, held));
    return true;
  }
  giveBack(inbox, held);
  return false;
}

/** Restores a file that a crash left before its removal. It is handled again with the same result. */
export function returnFiles({ inbox }: Folders): void {
  for (const name of readdirSync(inbox).filter((found) => /^\..+\.taken$/s.test(found))) giveBack(inbox, name);
}

function giveBack(inbox: string, held: string): void {
  const name = `${held.slice(1, -'.taken'.length)}.json`;
  const base = firstName(name, (candidate) => !exists(join(inbox, `${candidate}.json`)));
  replaceFile(join(inbox, held), join(inbox, `${base}.json`));
}

function firstName(name: string, isFree: (base: string) => boolean): string {
  for (const base of freeNames(name)) if (isFree(base)) return base;
  throw new Error('Found no free name for the file.');
}

const isOwnReport = (found: string, answer: Answer, text: string): boolean =>
  answer.kind === 'refused' ? found === text : field(jsonOf(found), 'id') === answer.sale.id;

const holds = (path: string, bytes: Uint8Array): boolean =>
  lstatSync(path).size === bytes.length && readFileSync(path).equals(bytes);

const writtenThrough = promisify(fsync);

/** Flushes the folder, because the answer must be on disk before its file is removed. Some systems cannot do this. */
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

/** Other programs see the file completely or not at all, even after a power loss. Only the app may write here. */
export async function writeAnswer(folder: string, path: string, text: string | Uint8Array): Promise<void> {
  const draft = join(folder, '.draft');
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    // Setgid: the group of the folder may read the answers.
    if ((statSync(folder).mode & 0o2000) !== 0) fchmodSync(file, 0o640);
    await writtenThrough(file);
  } finally {
    closeSync(file);
  }
  replaceFile(draft, path);
}

export const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
