import { existsSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { StorageBusy } from '../lib/busy.ts';
import { makeOwnFile } from './file-modes.ts';

/** One SQLite file. Everything is synchronous: when `transaction` returns, the change is on disk. */
export interface Database {
  /** A prepared statement, made once and kept. Throws StorageBusy while another program holds the file. */
  sql(text: string): Statement;
  /**
   * Commits when `work` returns, rolls back when it throws. Nested calls join the outer one. Throws StorageBusy before
   * `work` is called while another program holds the file.
   */
  transaction<T>(work: () => T): T;
  close(): void;
}

type Statement = Pick<StatementSync, 'get' | 'all' | 'run' | 'iterate'>;

/** Every row that a statement finds, as `row` reads it. */
export const rowsOf = <Row>(
  database: Pick<Database, 'sql'>,
  row: z.ZodType<Row>,
  text: string,
  ...values: readonly SQLInputValue[]
): Row[] =>
  database
    .sql(text)
    .all(...values)
    .map((found) => row.parse(found));

/** The first row that a statement finds; null when it finds none. */
export function rowOf<Row>(
  database: Pick<Database, 'sql'>,
  row: z.ZodType<Row>,
  text: string,
  ...values: readonly SQLInputValue[]
): Row | null {
  const found = database.sql(text).get(...values);
  return found === undefined ? null : row.parse(found);
}

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The storage says no to a start; the message is a sentence for the person who started the program. */
export class StorageRefused extends Error {}

/** Why a database is not opened. It is never changed then. */
export class DatabaseRefused extends StorageRefused {
  readonly reason: 'newer-schema' | 'damaged' | 'not-ours' | 'other-key';
  constructor(reason: DatabaseRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface OpenOptions {
  /** Reads every page before anything relies on the file: after an end that was not orderly. */
  readonly checkPages?: boolean;
  /** Where the copy of before a migration goes; never an existing file. */
  readonly backupPath?: (version: number) => string;
}

/**
 * How long one turn of the event loop waits for a lock of another program, in milliseconds. Who needs longer tries again in
 * another turn (`whileBusy`): a till that only asks whether the app is there must not wait for a backup.
 */
const longestWaitMs = 250;

/** Marks the file as ours in its header ("RcpC"). */
const applicationId = 0x52637043;

/**
 * Opens or makes the file at `path` and brings it up to the last of `migrations` (the position in the list is the
 * schema version); a copy of the file as it was is made before. Throws DatabaseRefused, and changes nothing, for a file
 * of a newer version, a foreign or a damaged one.
 */
export function openDatabase(path: string, migrations: readonly Migration[], options: OpenOptions = {}): Database {
  inspect(path, migrations.length, options.checkPages === true);
  makeOwnFile(path);
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: longestWaitMs });
  try {
    setPragmas(connection);
    migrate(connection, migrations, options.backupPath);
  } catch (error) {
    connection.close();
    throw isDamage(error) ? damaged(path, error) : asBusy(error);
  }
  return wrap(connection);
}

/**
 * A second connection to a file of ours, beside whoever has it open: nothing is migrated and its journal mode stays. Throws
 * DatabaseRefused for a damaged one.
 */
export function openBeside(path: string): Database {
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: longestWaitMs });
  try {
    connection.exec('pragma synchronous = full; pragma secure_delete = on;');
  } catch (error) {
    connection.close();
    throw isDamage(error) ? damaged(path, error) : asBusy(error);
  }
  return wrap(connection);
}

/** Looks at the file without writing to it: even its closing must not fold the journal into a file that is refused. */
function inspect(path: string, newestVersion: number, checkPages: boolean): void {
  if (!existsSync(path) || statSync(path).size === 0) return;
  let reader: DatabaseSync | null = null;
  try {
    reader = new DatabaseSync(path, { readOnly: true, timeout: longestWaitMs });
    const isEmpty = single(reader, 'select count(*) from sqlite_schema') === 0;
    const owner = single(reader, 'pragma application_id');
    const version = Number(single(reader, 'pragma user_version'));
    if (!isEmpty && owner !== applicationId) {
      throw new DatabaseRefused('not-ours', `${path} belongs to another program; nothing was changed`);
    }
    if (version > newestVersion) {
      throw new DatabaseRefused(
        'newer-schema',
        `${path} was written by a newer version of this program (schema ${version}; this one knows up to ${newestVersion}). Install that version again; nothing was changed`,
      );
    }
    // A last page that is cut in the middle is filled with zeros silently.
    if (statSync(path).size % Number(single(reader, 'pragma page_size')) !== 0)
      throw damaged(path, 'it ends in a page');
    const verdict = checkPages ? single(reader, 'pragma quick_check(1)') : 'ok';
    if (verdict !== 'ok') throw damaged(path, verdict);
  } catch (error) {
    throw isDamage(error) ? damaged(path, error) : asBusy(error);
  } finally {
    if (reader?.isOpen === true) reader.close();
  }
}

const damaged = (path: string, reason: unknown): DatabaseRefused =>
  new DatabaseRefused('damaged', `${path} is damaged: ${String(reason)}`);

function setPragmas(connection: DatabaseSync): void {
  // What is deleted is overwritten: with the key at hand it could be read in a page that is free.
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  // Read back: a file system without shared memory would quietly keep another journal, and a promise would be broken.
  const journal = single(connection, 'pragma journal_mode');
  const synchronous = single(connection, 'pragma synchronous');
  if (journal !== 'wal' || synchronous !== 2) {
    throw new Error(`journal_mode is ${journal}, synchronous is ${synchronous}; expected wal and 2 (full)`);
  }
}

function migrate(
  connection: DatabaseSync,
  migrations: readonly Migration[],
  backupPath: OpenOptions['backupPath'],
): void {
  const version = Number(single(connection, 'pragma user_version'));
  if (version > 0 && version < migrations.length && backupPath !== undefined) {
    const backup = backupPath(version);
    makeOwnFile(backup);
    connection.prepare('vacuum into ?').run(backup);
  }
  if (version === migrations.length) return;
  const steps = migrations.slice(version).map(({ sql }) => sql);
  // One transaction: each one waits for the disk, and a new file has all steps before it.
  connection.exec(`begin immediate; ${steps.join(';\n')};
    pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}; commit;`);
}

function wrap(connection: DatabaseSync): Database {
  const statements = new Map<string, Statement>();
  let depth = 0;
  let isHeld = false;

  /** Once somebody was waited for in vain, nobody waits again until a change goes through: a queue of callers would add up. */
  function waitsAtMost(ms: number): void {
    connection.exec(`pragma busy_timeout = ${ms}`);
    isHeld = ms === 0;
  }

  function unlessHeld<T>(work: () => T, isChange: boolean): T {
    try {
      const result = work();
      if (isHeld && isChange) waitsAtMost(longestWaitMs);
      return result;
    } catch (error) {
      if (isLocked(error) && !isHeld) waitsAtMost(0);
      throw asBusy(error);
    }
  }

  function prepared(text: string): Statement {
    const statement = unlessHeld(() => connection.prepare(text), false);
    return {
      get: (...values: never[]) => unlessHeld(() => statement.get(...values), false),
      all: (...values: never[]) => unlessHeld(() => statement.all(...values), false),
      iterate: (...values: never[]) => unlessHeld(() => statement.iterate(...values), false),
      run: (...values: never[]) => unlessHeld(() => statement.run(...values), true),
    };
  }

  return {
    sql(text) {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = prepared(text);
        statements.set(text, statement);
      }
      return statement;
    },
    transaction(work) {
      if (depth > 0) return work();
      unlessHeld(() => connection.exec('begin immediate'), true);
      depth += 1;
      try {
        const result = work();
        connection.exec('commit');
        return result;
      } catch (error) {
        // A full disk may have rolled back already.
        if (connection.isTransaction) connection.exec('rollback');
        throw error;
      } finally {
        depth -= 1;
      }
    },
    close() {
      if (connection.isOpen) connection.close();
    },
  };
}

function single(connection: DatabaseSync, query: string): unknown {
  const row = connection.prepare(query).get();
  return row === undefined ? undefined : Object.values(row)[0];
}

const errorCode = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : -1;

/** The database itself failed (a lock, the disk, damage), and not what was read from it. */
export const isDatabaseError = (error: unknown): boolean => error instanceof StorageBusy || errorCode(error) !== -1;

/** SQLITE_CORRUPT, SQLITE_NOTADB; SQLITE_IOERR_SHORT_READ is a file that ends before its header says. */
const isDamage = (error: unknown): boolean => {
  const code = errorCode(error);
  return [11, 26].includes(code & 0xff) || code === 522;
};

const fullCodes: Readonly<Record<number, string>> = { 13: 'SQLITE_FULL', 10: 'SQLITE_IOERR' };

/**
 * Why the disk takes nothing more: SQLITE_FULL, SQLITE_IOERR which some file systems and quotas give instead, or what a
 * file that is no database met. Null: the error is about something else.
 */
export const storageFullCode = (error: unknown): string | null => {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return code;
  return fullCodes[errorCode(error) & 0xff] ?? null;
};

/** Nothing was stored. */
export const isStorageFull = (error: unknown): boolean => storageFullCode(error) !== null;

const asBusy = (error: unknown): unknown =>
  isLocked(error) ? new StorageBusy('another program holds the database', { cause: error }) : error;

/** SQLITE_BUSY: another connection holds the lock. */
export const isLocked = (error: unknown): boolean => (errorCode(error) & 0xff) === 5;
