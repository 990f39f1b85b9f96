import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The last `mostBytes` of a file as text; empty where there is none. */
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
