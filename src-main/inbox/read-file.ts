import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';

export type FileMark = Pick<Stats, 'ino' | 'size' | 'mtimeMs' | 'uid'>;

export const isSameFile = (one: FileMark, other: FileMark): boolean =>
  one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;

/** `nothing`: a link or a pipe has no content. `stays`: the file stays, as it may be the only copy of a receipt. */
export type FileContent = Uint8Array | 'nothing' | 'stays';

/** `none`: there is no file of this name, or it is a folder. */
type ReadFile =
  | { readonly kind: 'content'; readonly bytes: Uint8Array; readonly whole: FileContent; readonly mark: FileMark }
  | { readonly kind: 'fault'; readonly fault: FileFault; readonly whole: FileContent; readonly mark: FileMark }
  | { readonly kind: 'none' }
  | { readonly kind: 'busy'; readonly reason: string };

const mostCopiedBytes = 16 * 1024 * 1024;

/** All facts come from one handle. Never follows a link and never waits for a pipe. */
export function readInboxFile(path: string | Buffer): ReadFile {
  let found: Stats | null = null;
  try {
    found = lstatSync(path);
    if (found.isDirectory()) return { kind: 'none' };
    if (!found.isFile()) {
      return { kind: 'fault', fault: found.isSymbolicLink() ? 'link' : 'not-a-file', whole: 'nothing', mark: found };
    }
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      return readOpened(file, found);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const meaning = meaningOfError(code);
    if (meaning === 'gone') return { kind: 'none' };
    if (meaning === 'busy' || found === null) return { kind: 'busy', reason: code ?? String(error) };
    return { kind: 'fault', fault: meaning, whole: 'stays', mark: found };
  }
}

function readOpened(file: number, found: Stats): ReadFile {
  const mark = fstatSync(file);
  // Another file has replaced the found one, or the system followed a link to its target.
  if (mark.ino !== found.ino || !mark.isFile()) return { kind: 'busy', reason: 'replaced' };
  // A hard link may lead to a file of the app itself. A till under the same account may also use one for a moment.
  if (mark.nlink > 1 && mark.uid === process.getuid?.()) return { kind: 'busy', reason: 'EMLINK' };
  if (mark.size > mostCopiedBytes) return { kind: 'fault', fault: 'too-large', whole: 'stays', mark };
  const whole = readAll(file, mark.size);
  if (!isSameFile(fstatSync(file), mark) || whole.length !== mark.size) return { kind: 'busy', reason: 'changing' };
  const bytes = whole.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    ? whole.subarray(byteOrderMark.length)
    : whole;
  if (bytes.length > maxFileBytes) return { kind: 'fault', fault: 'too-large', whole, mark };
  return { kind: 'content', bytes, whole, mark };
}

const byteOrderMark = Buffer.from('\uFEFF');

/** Read one byte more than the size, to notice a file that has grown. */
function readAll(file: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length < buffer.length) {
    const bytesRead = readSync(file, buffer, length, buffer.length - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** The most a file may hold, in bytes: as much as a body of the POS API. */
const maxFileBytes = 1024 * 1024;

type FileFault = 'link' | 'not-a-file' | 'unreadable' | 'too-large' | 'other-kind';

const faults: Readonly<Record<FileFault, readonly [type: string, status: number, title: string, detail: string]>> = {
  link: ['not-a-file', 400, 'This is not a file', 'Found a link, expected a regular file; links are not followed.'],
  'not-a-file': [
    'not-a-file',
    400,
    'This is not a file',
    'Found a device, a pipe or a socket, expected a regular file.',
  ],
  unreadable: ['unreadable', 400, 'The file cannot be read', 'Found a file that the app may not read.'],
  'too-large': ['body-too-large', 413, 'The file is larger than 1 MiB', `Expected at most ${maxFileBytes} bytes.`],
  'other-kind': [
    'not-a-receipt',
    400,
    'The file is not a receipt',
    'Found a name that does not end in .json. Expected one JSON file for each receipt. The file stays where it is.',
  ],
};

export type FileProblem = Readonly<Record<'type' | 'title' | 'detail' | 'instance', string>> & {
  readonly status: number;
};

export function problemOfFault(fault: FileFault, instance: string): FileProblem {
  const [type, status, title, detail] = faults[fault];
  return { type, title, status, detail, instance };
}

/** `gone`: the file was taken back. `busy`: it is locked for a moment, as by a virus scanner or the writer. */
export function meaningOfError(code: string | undefined): 'gone' | 'link' | 'unreadable' | 'busy' {
  if (code === 'ENOENT') return 'gone';
  if (code === 'ELOOP' || code === 'EMLINK') return 'link';
  return code === 'EACCES' || code === 'EPERM' ? 'unreadable' : 'busy';
}
