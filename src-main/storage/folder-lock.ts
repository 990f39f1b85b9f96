import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isLocked, isNoDatabase, isStorageFull, StorageRefused } from './database.ts';
import { makeOwnFile, replaceFile } from './file-modes.ts';

const holderRow = z.object({ pid: z.int(), program: z.string(), since: z.int() });

/** Makes this process the only one in `folder`. The lock ends with the process in any case. */
export function lockFolder(folder: string, holder: z.infer<typeof holderRow>, isSecondTry = false): () => void {
  const path = join(folder, 'instance.lock');
  const connection = open(path);
  try {
    take(connection, holder);
  } catch (error) {
    if (!isNoDatabase(error) || isSecondTry) throw refusal(connection, folder, path, error);
    // The file was damaged by a power cut. No process can have locked it.
    connection.close();
    replaceFile(path, `${path}.damaged`);
    return lockFolder(folder, holder, true);
  }
  return () => {
    if (connection.isOpen) connection.close();
  };
}

/** Others can read the holder only after a commit, which ends the write lock. So the lock is taken again at once. */
function take(connection: DatabaseSync, { pid, program, since }: z.infer<typeof holderRow>): void {
  connection.exec(`begin immediate;
    create table if not exists holder (only integer primary key check (only = 1), pid, program, since);`);
  connection
    .prepare('insert or replace into holder (only, pid, program, since) values (1, ?, ?, ?)')
    .run(pid, program, since);
  connection.exec('commit; begin immediate');
}

function refusal(connection: DatabaseSync, folder: string, path: string, error: unknown): unknown {
  const sentence = isLocked(error) ? whoHolds(connection, folder) : null;
  connection.close();
  return sentence === null ? cannotLock(path, error) : new StorageRefused(sentence);
}

function open(path: string): DatabaseSync {
  try {
    makeOwnFile(path);
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw cannotLock(path, error);
  }
}

/** The error for a path that is a folder, another user's file or no database. A full disk keeps its own error. */
const cannotLock = (path: string, error: unknown): unknown =>
  isStorageFull(error)
    ? error
    : new StorageRefused(
        `The lock ${path} cannot be used (${error instanceof Error ? error.message : String(error)}). Expected a file of this user that only this program writes. Remove it, or choose another folder with --data-dir.`,
      );

/** The longest wait for the holder's row. A starting process locks the whole file for some milliseconds. */
const longestReadMs = 1_000;

function whoHolds(connection: DatabaseSync, folder: string): string {
  try {
    connection.exec(`pragma busy_timeout = ${longestReadMs}`);
    const { pid, program, since } = holderRow.parse(connection.prepare('select pid, program, since from holder').get());
    return `The data folder ${folder} is in use by another start of this program: process ${pid} (${program}), since ${new Date(since).toISOString()}. Stop it first, or choose another folder with --data-dir.`;
  } catch {
    return `The data folder ${folder} cannot be locked. Another start is just beginning or ending, or its file system has no locks, like some network shares. Try again, or choose a folder on a disk of this computer with --data-dir.`;
  }
}
