import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** The log takes at most (keep + 1) x maxBytes on disk, and more only while another program holds one of the files. */
export const rotatingFile = (path: string, { maxBytes = 5_000_000, keep = 4, rename = renameSync } = {}) => {
  let open: { readonly file: number; bytes: number } | null = null;
  /** After a failed move the next try waits until the file has grown by a twentieth, so not every line tries it. */
  const retryBytes = Math.ceil(maxBytes / 20);
  let limit = maxBytes;

  const openFile = () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(path, 'a', 0o600);
    return { file, bytes: fstatSync(file).size };
  };

  const close = (): void => {
    if (open !== null) closeSync(open.file);
    open = null;
  };

  const aged = (age: number): string => (age === 0 ? path : `${path}.${age}`);

  /** The newest file is renamed first, to a free name: if another program locks it, the older ones keep their names. */
  const rotate = (): void => {
    close();
    const moved = `${path}.0`;
    try {
      if (!existsSync(moved)) rename(path, moved);
      for (let age = keep - 1; age > 0; age -= 1) if (existsSync(aged(age))) rename(aged(age), aged(age + 1));
      rename(moved, aged(1));
    } catch {
      // Another program locks this file, which is renamed with a later rotation.
    }
  };

  return {
    /** Appends one line at once; throws when the disk refuses. */
    write: (line: string) => {
      open ??= openFile();
      if (open.bytes > 0 && open.bytes + Buffer.byteLength(line) > limit) {
        rotate();
        open = openFile();
        limit = Math.max(maxBytes, open.bytes + retryBytes);
      }
      open.bytes += writeSync(open.file, line);
    },
    close,
  };
};

/** Returns the last 512 KiB of a file. */
export function tailOf(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(file);
    const length = Math.min(size, 512 * 1024);
    const bytes = Buffer.alloc(length);
    const read = readSync(file, bytes, 0, length, size - length);
    return bytes.subarray(0, read).toString('utf8');
  } finally {
    closeSync(file);
  }
}
