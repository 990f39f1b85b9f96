import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** One SQLite file. Everything is synchronous: when `transaction` returns, the change is on disk. */
export interface Database {
  /** A prepared statement, made once and kept. */
  sql(text: string): StatementSync;
  /** Commits when `work` returns, rolls back when it throws. Nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Why a database is not opened. It is never changed then. */
export class DatabaseRefused extends Error {
  readonly reason: 'newer-schema' | 'damaged' | 'not-ours';
  constructor(reason: DatabaseRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Marks the file as ours in its header ("RcpC"). */
const applicationId = 0x52637043;

/**
 * Opens or makes the file at `path` and brings it up to the last of `migrations` (the position in the list is the
 * schema version). Throws DatabaseRefused for a file of a newer version, a foreign or a damaged one.
 */
export function openDatabase(path: string, migrations: readonly Migration[]): Database {
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5_000 });
  try {
    setPragmas(connection);
    migrate(connection, migrations);
  } catch (error) {
    connection.close();
    if (error instanceof DatabaseRefused) throw error;
    if (isDamage(error)) throw new DatabaseRefused('damaged', `${path}: ${String(error)}`);
    throw error;
  }
  return wrap(connection);
}

function setPragmas(connection: DatabaseSync): void {
  connection.exec('pragma journal_mode = wal; pragma synchronous = full;');
  // Read back: a file system without shared memory would quietly keep another journal, and a promise would be broken.
  const journal = single(connection, 'pragma journal_mode');
  const synchronous = single(connection, 'pragma synchronous');
  if (journal !== 'wal' || synchronous !== 2) {
    throw new Error(`journal_mode is ${journal}, synchronous is ${synchronous}; expected wal and 2 (full)`);
  }
}

function migrate(connection: DatabaseSync, migrations: readonly Migration[]): void {
  const owner = single(connection, 'pragma application_id');
  const version = Number(single(connection, 'pragma user_version'));
  const isEmpty = single(connection, 'select count(*) from sqlite_schema') === 0;
  if (!isEmpty && owner !== applicationId) throw new DatabaseRefused('not-ours', 'the file belongs to another program');
  if (version > migrations.length) {
    throw new DatabaseRefused(
      'newer-schema',
      `the database has version ${version}; this program knows up to ${migrations.length}`,
    );
  }
  migrations.slice(version).forEach((migration, index) => {
    connection.exec(`begin immediate; ${migration.sql};
      pragma application_id = ${applicationId}; pragma user_version = ${version + index + 1}; commit;`);
  });
}

function wrap(connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  let depth = 0;
  return {
    sql(text) {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = connection.prepare(text);
        statements.set(text, statement);
      }
      return statement;
    },
    transaction(work) {
      if (depth > 0) return work();
      connection.exec('begin immediate');
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
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : -1;

/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const isDamage = (error: unknown): boolean => [11, 26].includes(errorCode(error));

/** SQLITE_FULL, and SQLITE_IOERR which some file systems give instead: nothing was stored. */
export const isStorageFull = (error: unknown): boolean => [13, 10].includes(errorCode(error));
