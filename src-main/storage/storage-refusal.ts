import { StorageBusy } from '../lib/busy.ts';
import { failed, type Result } from '../lib/result.ts';
import type { Log } from '../ports.ts';
import { isStorageFull, StorageRefused, storageFullCode } from './database.ts';
import { DatabaseReplaced } from './guarded-database.ts';

/** What an error of storage means to whoever asked: nothing was stored. Null for every other error. */
export function storageRefusal(error: unknown, during: string, log: Log): Result<never> | null {
  if (error instanceof StorageBusy) {
    log.warn('storage-busy', { during });
    return failed('storageBusy', 'another program holds the database: nothing was stored. Send it again in a moment');
  }
  if (error instanceof DatabaseReplaced) {
    return failed(
      'shuttingDown',
      'the files of this program were replaced: nothing was stored; send it again in a moment',
    );
  }
  const code = storageFullCode(error);
  if (code === null) return null;
  // Whoever looks after the computer can tell a full disk from a quota by this.
  log.error('storage-full', { during, code });
  return failed('storageFull', 'the disk takes nothing more: nothing was stored. Make room, then send it again');
}

/** At a start: said in a sentence, because nobody can do anything else about it. */
export function refusalOfStart(error: unknown, dataDir: string): unknown {
  if (error instanceof StorageBusy) {
    return new StorageRefused(`another program holds a database in ${dataDir}. End it, then start again`);
  }
  if (!isStorageFull(error)) return error;
  return new StorageRefused(`the disk of ${dataDir} takes nothing more. Make room, then start again`);
}

/** `work`, with these as expected outcomes. */
export function orRefusal<T>(work: () => Result<T>, during: string, log: Log): Result<T> {
  try {
    return work();
  } catch (error) {
    const refusal = storageRefusal(error, during, log);
    if (refusal === null) throw error;
    return refusal;
  }
}
