import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isLocked, isStorageFull, StorageRefused } from './database.ts';
import { makeOwnFile } from './file-modes.ts';

/** `program`: `windowed` or `headless`. */
const holderRow = z.object({ pid: z.int(), program: z.string(), since: z.int() });

/** Makes this process the only one in `folder`, until it ends in whatever way: the operating system holds the lock. */
export function lockFolder(folder: string, holder: z.infer<typeof holderRow>): () => void {
  const path = join(folder, 'instance.lock');
  const connection = open(path);
  try {
    // Who it is has to be committed before others can read it; the write lock is taken again right after.
    connection.exec(`begin immediate;
      create table if not exists holder (only integer primary key check (only = 1), pid, program, since);`);
    connection
      .prepare('insert or replace into holder (only, pid, program, since) values (1, ?, ?, ?)')
      .run(holder.pid, holder.program, holder.since);
    connection.exec('commit; begin immediate');
  } catch (error) {
    const sentence = isLocked(error) ? whoHolds(connection, folder) : null;
    connection.close();
    throw sentence === null ? cannotLock(path, error) : new StorageRefused(sentence);
  }
  return () => {
    if (connection.isOpen) connection.close();
  };
}

function open(path: string): DatabaseSync {
  try {
    makeOwnFile(path);
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw cannotLock(path, error);
  }
}

/** The file is a folder, another user's, or no database; a disk that is full has its own sentence further up. */
const cannotLock = (path: string, error: unknown): unknown =>
  isStorageFull(error)
    ? error
    : new StorageRefused(
        `the lock ${path} cannot be used (${error instanceof Error ? error.message : String(error)}): expected a file of this user that only this program writes. Remove it, or choose another folder with --data-dir`,
      );

function whoHolds(connection: DatabaseSync, folder: string): string {
  const others = `the data folder ${folder} is in use by another start of this program`;
  try {
    const { pid, program, since } = holderRow.parse(connection.prepare('select pid, program, since from holder').get());
    return `${others}: process ${pid} (${program}), since ${new Date(since).toISOString()}. Stop it first, or choose another folder with --data-dir`;
  } catch {
    return `${others}, which is just starting or stopping. Try again, or choose another folder with --data-dir`;
  }
}
