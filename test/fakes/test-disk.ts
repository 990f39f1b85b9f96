import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Room for what a whole run has open at once, in bytes. */
const enoughBytes = 1024 ** 3;

/**
 * Where tests keep their files: in memory, where this host has such a place with enough room, because a house commits
 * thousands of times and waits for the disk each time. It is a real file system all the same; null: there is none.
 */
export function memoryFolder(): string | null {
  const folder = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= enoughBytes ? folder : null;
}

/** On a disk. For programs that are killed: what stands between a write and its sync is there for a kill to meet. */
export const diskFolder = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
