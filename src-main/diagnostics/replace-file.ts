import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Puts a copy of `from` in the place of the program at `path`, under the same name, which desktop entries and the start at
 * sign-in know. At every moment there is a whole program: the old one until the rename, the new one from then on.
 */
export function replaceFile(from: string, path: string): void {
  // Beside it: a rename goes to no other disk.
  const next = `${path}.new`;
  rmSync(next, { force: true });
  try {
    copyFileSync(from, next);
    chmodSync(next, 0o755);
    toDisk(next);
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
  toDisk(dirname(path));
}

function toDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
