import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type Content, contentOf, type FileFault, maxFileBytes, meaningOfError } from './file-faults.ts';

/** What tells one file from another that came under the same name. */
export type FileMark = Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;

export const isSameFile = (one: FileMark, other: FileMark): boolean =>
  one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;

export type ReadFile =
  | (Content & { readonly mark: FileMark })
  | { readonly kind: 'gone' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'busy'; readonly reason: string };

/**
 * Reads one file of the inbox. Never follows a link and never waits for a pipe. At once, as the database beside it is read: each
 * request to the disk that is waited for costs a turn of a busy program, and a file has had its turn after those of many sales.
 */
export function readInboxFile(path: string): ReadFile {
  let mark: Stats | null = null;
  try {
    mark = lstatSync(path);
    if (mark.isDirectory()) return { kind: 'folder' };
    const fault = faultOf(mark);
    if (fault !== null) return { kind: 'fault', fault, mark };
    // A link or a pipe that takes the file's place in this moment is neither followed nor waited for.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      return { ...contentOf(readAtMost(file)), mark: fstatSync(file) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const meaning = meaningOfError(code);
    if (meaning === 'gone') return { kind: 'gone' };
    if (meaning === 'busy' || mark === null) return { kind: 'busy', reason: code ?? String(error) };
    return { kind: 'fault', fault: meaning, mark };
  }
}

function faultOf(stats: Stats): FileFault | null {
  if (stats.isSymbolicLink()) return 'link';
  if (!stats.isFile()) return 'not-a-file';
  return stats.size > maxFileBytes + byteOrderMarkBytes ? 'too-large' : null;
}

const byteOrderMarkBytes = 3;

/** One byte more than may be there, to see that there is more. */
function readAtMost(file: number): Uint8Array {
  const buffer = Buffer.allocUnsafe(maxFileBytes + byteOrderMarkBytes + 1);
  let length = 0;
  while (length < buffer.length) {
    const bytesRead = readSync(file, buffer, length, buffer.length - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
