import { chmodSync, renameSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Log } from '../ports.ts';
import type { LoyaltyState, ReceiptStatus, UserOrigin } from './ledger.ts';

/** The credentials of a merchant (receipt-service.md 5). Invented for each instance unless given. */
export interface Account {
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  /** `<SCOPE_BASE>` of receipt-service.md 5.2. */
  readonly scopeBase: string;
  /** The key of the partner routes (receipt-service.md 5.8 leaves the method open; see switches.ts). */
  readonly partnerKey: string;
  /** The existing stores. A request without a store gets the first one. */
  readonly storeIds: readonly [string, ...string[]];
}

/** Receipts, externalIds, tokens and passwords of users are never stored, only digests of them. */
interface Rows {
  /** Contains only the invented parts. */
  account: { readonly only: 1; readonly value: Partial<Account> };
  /** `assigned`: whether the receipt belongs to a known user; then it has no public address. */
  receipt: {
    readonly billId: string;
    readonly storeId: string;
    readonly status: ReceiptStatus;
    readonly printedAt: number | null;
    readonly assigned: boolean;
  };
  loyalty: { readonly transactionId: string; readonly state: LoyaltyState };
  externalIdSecret: { readonly only: 1; readonly value: string };
  /** `userId` in lower case; `availableAt`: when there is a token for the user (receipt-service.md 7). */
  user: {
    readonly userId: string;
    readonly externalKey: string;
    readonly origin: UserOrigin;
    readonly availableAt: number;
  };
  /** receipt-service.md 2.11, without what differs from request to request. `position` rises with every receipt. */
  userReceipt: {
    readonly receiptId: string;
    readonly userId: string;
    readonly position: number;
    readonly item: {
      readonly storeId: string;
      readonly amount: number;
      readonly currency: string;
      readonly date: string;
      readonly vendorName: string | null;
      readonly vendorAddress: Readonly<Record<'street' | 'city' | 'postalCode' | 'countryCode', string | null>> | null;
    };
  };
  /** The merchant's data of the request are stored in the ledger only. */
  merchant: { readonly vendorCustomerId: string; readonly value: Merchant };
}
export type User = Rows['user'];
export type UserReceipt = Rows['userReceipt'];
export interface Merchant {
  readonly vendorCustomerId: string;
  readonly customerId: string;
  readonly username: string;
  /** Digests only, because link and password are shown once. */
  readonly passwordDigest: string;
  readonly linkDigest: string;
  /** Null: not activated (receipt-service.md 3). */
  readonly activatedAt: number | null;
}

const tables: { readonly [Name in keyof Rows]: readonly [keyof Rows[Name] & string, string] } = {
  account: ['only', 'only INTEGER PRIMARY KEY CHECK (only = 1), value TEXT NOT NULL'],
  receipt: [
    'billId',
    'billId TEXT PRIMARY KEY, storeId TEXT NOT NULL, status TEXT NOT NULL, printedAt INTEGER, assigned INTEGER NOT NULL',
  ],
  loyalty: ['transactionId', 'transactionId TEXT PRIMARY KEY, state TEXT NOT NULL'],
  externalIdSecret: ['only', 'only INTEGER PRIMARY KEY CHECK (only = 1), value TEXT NOT NULL'],
  user: [
    'externalKey',
    'userId TEXT PRIMARY KEY, externalKey TEXT NOT NULL, origin TEXT NOT NULL, availableAt INTEGER NOT NULL',
  ],
  userReceipt: [
    'receiptId',
    'receiptId TEXT PRIMARY KEY, userId TEXT NOT NULL, position INTEGER NOT NULL, item TEXT NOT NULL',
  ],
  merchant: ['vendorCustomerId', 'vendorCustomerId TEXT PRIMARY KEY, value TEXT NOT NULL'],
};

function written(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as SQLInputValue);
}

/** Converts a column whose value SQLite stores in another form. */
function read(column: string, kept: unknown): unknown {
  if (column === 'assigned') return kept === 1;
  return typeof kept === 'string' && kept.startsWith('{') ? JSON.parse(kept) : kept;
}

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000');
    for (const [name, [, columns]] of Object.entries(tables)) {
      database.exec(`CREATE TABLE IF NOT EXISTS ${name} (${columns}) STRICT`);
    }
    // The invented password has no value outside this computer, but no other account may read it here either.
    chmodSync(path, 0o600);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function createState() {
  let database: DatabaseSync | null = null;
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const run = (sql: string, values: readonly unknown[]): void => {
    if (database === null) return;
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    statement.run(...values.map(written));
  };

  /** The rows of a table by the value of a column, in the order of their insertion. */
  function table<Name extends keyof Rows>(name: Name) {
    const [key] = tables[name];
    const held = new Map<string, Rows[Name]>();
    let last: Rows[Name] | undefined;
    const keyOf = (row: Rows[Name]): string => String(row[key]);
    return {
      restore: (file: DatabaseSync): void => {
        held.clear();
        last = undefined;
        for (const kept of file.prepare(`SELECT * FROM ${name} ORDER BY rowid`).all()) {
          const row = Object.entries(kept).map(([column, value]) => [column, read(column, value)] as const);
          last = Object.fromEntries(row) as unknown as Rows[Name];
          held.set(keyOf(last), last);
        }
      },
      get: (id: string) => held.get(id),
      rows: () => [...held.values()],
      last: () => last,
      /** Adds the row, or replaces the row with the same key. */
      put: (row: Rows[Name]): void => {
        last = row;
        held.set(keyOf(row), row);
        const columns = Object.keys(row);
        const places = columns.map(() => '?').join(', ');
        run(`INSERT OR REPLACE INTO ${name} (${columns.join(', ')}) VALUES (${places})`, Object.values(row));
      },
      remove: (id: string): void => {
        held.delete(id);
        run(`DELETE FROM ${name} WHERE ${key} = ?`, [id]);
      },
    };
  }

  const names = Object.keys(tables) as readonly (keyof Rows)[];
  const all = Object.fromEntries(names.map((name) => [name, table(name)])) as {
    readonly [Name in keyof Rows]: ReturnType<typeof table<Name>>;
  };
  return {
    ...all,
    /** Loads the file. A file that cannot be read is renamed to `<path>.damaged-<now>`. */
    open(path: string, now: number, log: Log): void {
      try {
        database = open(path);
      } catch (error) {
        log.warn('simulator-state-damaged', { reason: error instanceof Error ? error.message : String(error) });
        renameSync(path, `${path}.damaged-${now}`);
        database = open(path);
      }
      for (const name of names) all[name].restore(database);
    },
    /** Makes many changes in one transaction, which is much faster. */
    together(change: () => void): void {
      database?.exec('BEGIN');
      try {
        change();
      } finally {
        database?.exec('COMMIT');
      }
    },
    close(): void {
      database?.close();
      database = null;
      statements.clear();
    },
  };
}
export type State = ReturnType<typeof createState>;
