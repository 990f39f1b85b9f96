import type { Log } from '../ports.ts';
import { StorageBusy } from '../shared/busy.ts';
import { errorCodeOf, failed, type Result } from '../shared/result.ts';
import { diskFailure, StorageRefused } from './database.ts';
import { DatabaseReplaced } from './guarded-database.ts';

/** Translates a storage error for the caller, whose data was not stored. Null for other errors. */
export function storageRefusal(error: unknown, during: string, log: Log): Result<never> | null {
  if (error instanceof StorageBusy) {
    log.warn('storage-busy', { during });
    return failed('storageBusy', 'Another program holds the database. Nothing was stored. Send it again in a moment.');
  }
  if (error instanceof DatabaseReplaced) {
    return failed('restarting', 'The files of this app were replaced. Nothing was stored. Send it again in a moment.');
  }
  if (errorCodeOf(error) === 'ERR_INVALID_STATE') {
    // The request began under an app whose database was closed meanwhile.
    return failed(
      'restarting',
      'The app was closed before this request. Nothing was stored. Send it again in a moment.',
    );
  }
  const failure = diskFailure(error);
  if (failure === null) return null;
  const { kind, code } = failure;
  // The code distinguishes a full disk from a quota.
  log.error('storage-full', { during, kind, code });
  const found = kind === 'full' ? 'The disk is full' : `The disk reports an error (${code})`;
  const remedy = kind === 'full' ? 'Free some space' : 'Have the disk of the data folder checked';
  return failed('storageFull', `${found}. Nothing was stored. ${remedy}, then send it again.`);
}

/** Translates the error of a start into a sentence, because only a person can solve it. */
export function refusalOfStart(error: unknown, dataDir: string): unknown {
  if (error instanceof StorageBusy) {
    return new StorageRefused(`Another program has locked a database in ${dataDir}. End it, then start again.`);
  }
  const failure = diskFailure(error);
  if (failure === null) return error;
  const sentences = {
    full: `The disk of ${dataDir} is full. Free some space, then start again.`,
    lock: `The file system of ${dataDir} does not lock files as a database needs (${failure.code}). Expected a folder on a disk of this computer. Choose another folder with --data-dir.`,
    disk: `The disk of ${dataDir} reports an error (${failure.code}). Have it checked, or choose another folder with --data-dir.`,
  };
  return new StorageRefused(sentences[failure.kind]);
}

export function orRefusal<T>(work: () => Result<T>, during: string, log: Log): Result<T> {
  try {
    return work();
  } catch (error) {
    const refusal = storageRefusal(error, during, log);
    if (refusal === null) throw error;
    return refusal;
  }
}
