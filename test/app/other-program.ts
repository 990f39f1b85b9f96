import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { liveFolder, type TestApp } from './test-app.ts';

/** Opens a database on a separate connection until the end of the test, as a backup, a virus scanner or a tool does. */
export function otherProgram(path: string): DatabaseSync {
  // The app may be writing, for example for its pool, so this waits.
  const database = new DatabaseSync(path, { timeout: 60_000 });
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

export const atReceipts = ({ dataDir }: { readonly dataDir: string }): DatabaseSync =>
  otherProgram(join(liveFolder(dataDir), 'receipts.db'));

/** Locks the database until the returned function is called. */
export function hold(path: string): () => void {
  const other = otherProgram(path);
  other.exec('begin exclusive');
  return () => other.close();
}

export const holdReceipts = ({ dataDir }: { readonly dataDir: string }): (() => void) =>
  hold(join(liveFolder(dataDir), 'receipts.db'));

/** Ends a lock once the app waits for it, and returns the answer of the app. */
export async function afterLock<T>({ clock }: TestApp, pending: T | Promise<T>, release: () => void): Promise<T> {
  await Promise.race([pending, clock.untilTimerIn(50)]);
  release();
  clock.advance(50);
  return pending;
}
