import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner may read: it is whole under its name at every moment, the old one until it is the new one,
 * and on disk before this returns. Throws what the file system says; what was there before is there still.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const making = `${path}.new`;
  // What a kill has left keeps the mode that it had.
  rmSync(making, { force: true });
  writeFileSync(making, content, { mode: 0o600, flush: true });
  renameSync(making, path);
}
