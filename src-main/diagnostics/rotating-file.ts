import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A log file of limited size, readable by its owner only: at `maxBytes` it becomes `<path>.1`, the one before `.2` and
 * so on; the oldest beyond `keep` is removed. At most (keep + 1) x maxBytes on disk. Opened by the first line.
 */
export const rotatingFile = (path: string, { maxBytes = 5_000_000, keep = 4 } = {}) => {
  let open: { readonly file: number; bytes: number } | null = null;

  const openFile = () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(path, 'a', 0o600);
    return { file, bytes: fstatSync(file).size };
  };

  const close = (): void => {
    if (open !== null) closeSync(open.file);
    open = null;
  };

  const rotate = (): void => {
    close();
    rmSync(`${path}.${keep}`, { force: true });
    for (let age = keep - 1; age >= 0; age -= 1) {
      try {
        renameSync(age === 0 ? path : `${path}.${age}`, `${path}.${age + 1}`);
      } catch {
        // there is no file of that age yet
      }
    }
  };

  return {
    /** Appends one line at once; throws when the disk refuses. */
    write: (line: string) => {
      open ??= openFile();
      if (open.bytes > 0 && open.bytes + Buffer.byteLength(line) > maxBytes) {
        rotate();
        open = openFile();
      }
      open.bytes += writeSync(open.file, line);
    },
    close,
  };
};

/** The last `mostBytes` of a file as text. Empty without a file. */
export function tailOf(path: string, mostBytes = 512 * 1024): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(file);
    const length = Math.min(size, mostBytes);
    const bytes = Buffer.alloc(length);
    const read = readSync(file, bytes, 0, length, size - length);
    return bytes.subarray(0, read).toString('utf8');
  } finally {
    closeSync(file);
  }
}
