import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isStorageFull, StorageRefused } from './database.ts';
import { keepToOwner } from './owner-only.ts';

/**
 * Makes the data folder where there is none, tries whether something can be kept in it, and makes it its owner's alone,
 * before anything else does and fails in its own words, and before settings are read that others may have put there.
 * Throws StorageRefused with a sentence.
 */
export function openDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    // Under the name that Windows knows: a drive letter may stand for a share, and a folder may be redirected to one.
    if (isShare(process.platform, realpathSync.native(folder))) throw new OnShare();
    // A folder may be there and take nothing: another's, a read-only disk, /proc.
    rmdirSync(mkdtempSync(join(folder, '.trial-')));
  } catch (error) {
    // A full disk has its own sentence, further on; receipts that are there can still be sent.
    if (isStorageFull(error)) return;
    throw new StorageRefused(`${whatIsWrong(folder, error)}. Choose another folder with --data-dir`);
  }
  keepToOwner(folder);
}

class OnShare extends Error {}

/** Whether a path on Windows leads to another computer: SQLite's write-ahead log needs memory that both sides share. */
export const isShare = (platform: NodeJS.Platform, path: string): boolean =>
  platform === 'win32' && /^\\\\(?:\?\\UNC\\|(?![?.]\\))/i.test(path);

/** One by one: `recursive` never comes back from a place like /proc, where a folder vanishes as soon as it is made. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another start was first.
    if (!existsSync(folder)) throw error;
  }
}

function whatIsWrong(folder: string, error: unknown): string {
  if (error instanceof OnShare)
    return `the data folder ${folder} is on another computer, where the database is not safe; expected a folder on this one`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `the data folder ${folder} is a file or lies below one; expected a folder`;
    case 'EACCES':
    case 'EPERM':
      return `the data folder ${folder} is another user's; expected one that this user may write to`;
    case 'EROFS':
      return `the data folder ${folder} is on a disk that can only be read; expected one that can be written to`;
    default:
      return `nothing can be kept in the data folder ${folder} (${code}); expected a folder on a disk`;
  }
}
