import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { textOfFile } from '../storage/file-modes.ts';

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

/** The last 524,288 characters of a file; empty if it cannot be read. */
export const tailOf = (path: string): string => textOfFile(path)?.slice(-512 * 1024) ?? '';
