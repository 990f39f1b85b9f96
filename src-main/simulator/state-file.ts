import { chmodSync, renameSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Log } from '../ports.ts';
import type { Account } from './account.ts';
import type { LoyaltyState, ReceiptRecord } from './ledger.ts';
import type { Merchant, User, UserReceipt } from './partner-records.ts';

/**
 * Ids and states that outlive a restart. Receipts (but for their row in a user's list), externalIds, loyalty cards, tokens
 * and passwords of users are never kept, but digests of them.
 */
interface Rows {
  /** Only the parts that were invented. */
  readonly account: { readonly only: 1; readonly value: Partial<Account> };
  readonly receipt: ReceiptRecord;
  readonly loyalty: { readonly transactionId: string; readonly state: LoyaltyState };
  readonly externalIdSecret: { readonly only: 1; readonly value: string };
  readonly user: User;
  readonly userReceipt: UserReceipt;
  readonly merchant: { readonly vendorCustomerId: string; readonly value: Merchant };
}
type Table = keyof Rows;

export interface StateFile {
  rows<Name extends Table>(table: Name): readonly Rows[Name][];
  /** In the place of the row with the same key. */
  save<Name extends Table>(table: Name, row: Rows[Name]): void;
  /** The rows that have this value in a column. */
  remove<Name extends Table>(table: Name, column: keyof Rows[Name] & string, value: string): void;
  /** Many changes as one, which is much faster. */
  together(change: () => void): void;
  close(): void;
}

/** For an instance that forgets everything when it stops. */
export const noStateFile: StateFile = {
  rows: () => [],
  save: () => {},
  remove: () => {},
  together: (change) => change(),
  close: () => {},
};

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 2000;
  CREATE TABLE IF NOT EXISTS account (only INTEGER PRIMARY KEY CHECK (only = 1), value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS receipt (
    billId TEXT PRIMARY KEY, storeId TEXT NOT NULL, status TEXT NOT NULL, printedAt INTEGER, assigned INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS loyalty (transactionId TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS externalIdSecret (only INTEGER PRIMARY KEY CHECK (only = 1), value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS user (
    userId TEXT PRIMARY KEY, externalKey TEXT NOT NULL, origin TEXT NOT NULL, availableAt INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS userReceipt (
    receiptId TEXT PRIMARY KEY, userId TEXT NOT NULL, position INTEGER NOT NULL, item TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS userReceiptOfUser ON userReceipt (userId);
  CREATE TABLE IF NOT EXISTS merchant (vendorCustomerId TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** What a column holds that is not what SQLite keeps. */
const read: { readonly [Name in Table]?: Readonly<Record<string, (kept: unknown) => unknown>> } = {
  account: { value: (kept) => JSON.parse(String(kept)) },
  receipt: { assigned: (kept) => kept === 1 },
  userReceipt: { item: (kept) => JSON.parse(String(kept)) },
  merchant: { value: (kept) => JSON.parse(String(kept)) },
};

function written(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as SQLInputValue);
}

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec(schema);
    // The invented password is of no worth outside this machine, but it is nobody else's here either.
    chmodSync(path, 0o600);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the file. One that cannot be read is kept beside under `<path>.damaged-<now>` and a fresh one takes its place. */
export function openStateFile(path: string, now: number, log: Log): StateFile {
  let database: DatabaseSync;
  try {
    database = open(path);
  } catch (error) {
    log.warn('simulator-state-damaged', { reason: error instanceof Error ? error.message : String(error) });
    renameSync(path, `${path}.damaged-${now}`);
    database = open(path);
  }
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  function run(sql: string, values: readonly SQLInputValue[]): void {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    statement.run(...values);
  }
  return {
    rows<Name extends Table>(table: Name) {
      const columns = Object.entries<(kept: unknown) => unknown>(read[table] ?? {});
      const rows = database.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all();
      return rows.map((row) => ({
        ...row,
        ...Object.fromEntries(columns.map(([name, from]) => [name, from(row[name])])),
      })) as unknown as readonly Rows[Name][];
    },
    save(table, row) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      run(
        `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${places})`,
        Object.values(row).map(written),
      );
    },
    remove: (table, column, value) => run(`DELETE FROM ${table} WHERE ${column} = ?`, [value]),
    together(change) {
      database.exec('BEGIN');
      try {
        change();
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
}
