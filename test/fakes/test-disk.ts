import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The space for all files that a whole run has open at once, in bytes. */
const enoughBytes = 1024 ** 3;

/**
 * The folder for test files: in memory if this host has enough space there, because a test app commits thousands of
 * times and would wait for the disk. It is a real file system. Null if there is none.
 */
export function memoryFolder(): string | null {
  const folder = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= enoughBytes ? folder : null;
}

/** A folder on a disk, for programs that are killed: a kill must be able to fall between a write and its sync. */
export const diskFolder = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
