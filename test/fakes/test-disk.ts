import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The space for all open files of a run. */
const enoughBytes = 1024 ** 3;

/** A folder in memory, because a test app commits thousands of times. Null if there is not enough space. */
export function memoryFolder(): string | null {
  const folder = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= enoughBytes ? folder : null;
}

/** A folder on a disk, for programs that are killed between a write and its sync. */
export const diskFolder = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
