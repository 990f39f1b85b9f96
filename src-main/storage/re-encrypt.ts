import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StorageBusy } from '../shared/busy.ts';
import { liveFolders } from './connection-folders.ts';
import { type Database, openBeside } from './database.ts';
import type { Keyring } from './encryption.ts';
import { keptFilesIn, reencryptTaken } from './inbox-folder.ts';
import { createPartnerUserTable } from './partner-user-table.ts';

/** Works on its own connections in short transactions: a crash leaves every row complete under one of the two keys. */

export interface ReEncrypted {
  rows: number;
  files: number;
  /** Rows under neither key stay unchanged. */
  unreadable: number;
}

/** The rows of one step, which takes some milliseconds. */
const stepRows = 50;

type At = number | string;

/** Every table with encrypted data: the key of a row, and the id to which its data are bound. */
const tables = [
  { table: 'sales', key: 'seq', bound: 'id', prefix: '', first: 0 },
  { table: 'bills', key: 'rowid', bound: 'sale_id', prefix: 'bill:', first: 0 },
  { table: 'kept', key: 'name', bound: 'name', prefix: 'kept:', first: '' },
  { table: 'partner_users', key: 'by_external', bound: 'by_external', prefix: 'partner-user:', first: '' },
] as const;

const rowSchema = z.object({
  at: z.union([z.number(), z.string()]),
  bound: z.string(),
  encrypted: z.instanceof(Uint8Array),
});

/** The reason why a new key must not be created now, as a sentence; null without one. */
export function obstacleToReEncryption(
  dataDir: string,
  newestVersions: Readonly<Record<'receipts' | 'tills', number>>,
): string | null {
  for (const { path, name } of databasesIn(dataDir)) {
    const kind = name.startsWith('tills') ? 'tills' : 'receipts';
    if (/\.(?:damaged|journal-of)-/.test(name)) {
      return `${path} is damaged and cannot be encrypted with a new key: with the old one it would be lost for good. Give it to your support or take it away, and try again`;
    }
    const database = openBeside(path);
    try {
      const { user_version: version } = versionSchema.parse(database.sql('pragma user_version').get());
      if (version > newestVersions[kind]) {
        return `${path} was written by a newer version of this program: it may hold what this one does not know. Change the key with that version`;
      }
    } finally {
      database.close();
    }
  }
  return null;
}

const versionSchema = z.object({ user_version: z.int() });

/**
 * Encrypts again, one step for each value requested. Throws errors of the disk and of other programs' locks; then start
 * again.
 */
export function* reEncryptFolder(dataDir: string, keyring: Keyring): Generator<ReEncrypted, ReEncrypted, undefined> {
  const done: ReEncrypted = { rows: 0, files: 0, unreadable: 0 };
  for (const { path } of databasesIn(dataDir)) {
    const database = openBeside(path);
    try {
      for (const table of tables) yield* reEncryptTable(database, table, keyring, done);
      emptyJournal(database);
    } finally {
      database.close();
    }
    yield done;
  }
  // The files come last: a file that was being written during the change of the key exists by then.
  for (const path of keptFilesIn(dataDir)) {
    const became = reencryptTaken(keyring, path);
    if (became === 'resealed') done.files += 1;
    if (became === 'unreadable') done.unreadable += 1;
    yield done;
  }
  return done;
}

function* reEncryptTable(
  database: Database,
  { table, key, bound, prefix, first }: (typeof tables)[number],
  keyring: Keyring,
  done: ReEncrypted,
): Generator<ReEncrypted, void, undefined> {
  // The database of the tills has only some of the tables.
  if (database.sql('select 1 from sqlite_schema where name = ?').get(table) === undefined) return;
  const next = database.sql(
    `select ${key} as at, ${bound} as bound, encrypted from ${table} where ${key} > ? order by ${key} limit ${stepRows}`,
  );
  const update = database.sql(`update ${table} set encrypted = ? where ${key} = ?`);
  for (let after: At | null = first; after !== null; yield done) {
    const rows = database.transaction(() => {
      const found = next.all(after).map((row) => rowSchema.parse(row));
      for (const { at, bound: id, encrypted } of found.filter((row) => !keyring.isCurrent(row.encrypted))) {
        const text = opened(keyring, `${prefix}${id}`, encrypted);
        if (text === null) done.unreadable += 1;
        else if (table === 'partner_users') done.rows += moveUser(database, keyring, id, text);
        else done.rows += Number(update.run(keyring.encrypt(`${prefix}${id}`, text), at).changes);
      }
      return found;
    });
    after = rows.length < stepRows ? null : (rows.at(-1)?.at ?? null);
  }
}

const userSchema = z.object({ externalId: z.string(), userId: z.string() });
const createdSchema = z.object({ created_at: z.int() });

/** The row is found by a hash under the key, so it is stored again. If it cannot be hashed again, the service is asked. */
function moveUser(database: Database, keyring: Keyring, byExternal: string, text: string): number {
  const { created_at: createdAt } = createdSchema.parse(
    database.sql('select created_at from partner_users where by_external = ?').get(byExternal),
  );
  database.sql('delete from partner_users where by_external = ?').run(byExternal);
  if (!text.startsWith('{')) return 0;
  const { externalId, userId } = userSchema.parse(JSON.parse(text));
  createPartnerUserTable(database, keyring).keep(externalId, userId, createdAt);
  return 1;
}

function opened(keyring: Keyring, id: string, encrypted: Uint8Array): string | null {
  try {
    return keyring.decrypt(id, encrypted);
  } catch {
    return null;
  }
}

/** Removes the old data from the journal, too. While another program reads, this happens when the file is closed. */
function emptyJournal(database: Database): void {
  try {
    database.emptyJournal();
  } catch (error) {
    if (!(error instanceof StorageBusy)) throw error;
  }
}

/** Every database with encrypted data, and the copies beside them. */
export function databasesIn(dataDir: string) {
  return ['', 'training', ...liveFolders(dataDir)].flatMap((folder) =>
    namesIn(join(dataDir, folder))
      .filter((name) => /^(?:tills|receipts)\.(?:.+\.)?db$/.test(name))
      .map((name) => ({ name, path: join(dataDir, folder, name) }))
      .filter(({ path }) => statSync(path).size > 0),
  );
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
