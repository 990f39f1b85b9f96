import { chmodSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../ports.ts';
import type { Account } from './account.ts';
import type { LoyaltyState, ReceiptRecord, ReceiptStatus } from './ledger.ts';
import {
  noPartnerTables,
  openPartnerTables,
  type PartnerTables,
  partnerSchema,
  type SavedPartnerState,
} from './partner-tables.ts';

/** Ids and states that outlive a restart. Receipts (but for their row in a user's list), external ids and tokens are never kept. */
export interface SavedState {
  /** Only the parts that were invented. */
  readonly account: Partial<Account>;
  readonly receipts: readonly ReceiptRecord[];
  readonly loyalty: ReadonlyMap<string, LoyaltyState>;
  readonly partner: SavedPartnerState;
}

export interface StateFile {
  load(): SavedState;
  saveAccount(account: Partial<Account>): void;
  saveReceipt(receipt: ReceiptRecord): void;
  saveLoyalty(transactionId: string, state: LoyaltyState): void;
  readonly partner: PartnerTables;
  /** Many changes as one, which is much faster. */
  together(change: () => void): void;
  close(): void;
}

/** For an instance that forgets everything when it stops. */
export const noStateFile: StateFile = {
  load: () => ({ account: {}, receipts: [], loyalty: new Map(), partner: noPartnerTables.load() }),
  saveAccount: () => {},
  saveReceipt: () => {},
  saveLoyalty: () => {},
  partner: noPartnerTables,
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
`;

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec(schema);
    database.exec(partnerSchema);
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
  const putReceipt = database.prepare('INSERT OR REPLACE INTO receipt VALUES (?, ?, ?, ?, ?)');
  const putLoyalty = database.prepare('INSERT OR REPLACE INTO loyalty VALUES (?, ?)');
  const putAccount = database.prepare('INSERT OR REPLACE INTO account VALUES (1, ?)');
  const partner = openPartnerTables(database);
  return {
    load: () => {
      const account = database.prepare('SELECT value FROM account').get();
      const receipts = database.prepare('SELECT * FROM receipt').all();
      const loyalty = database.prepare('SELECT * FROM loyalty').all();
      return {
        account: account === undefined ? {} : (JSON.parse(String(account.value)) as Partial<Account>),
        receipts: receipts.map((row) => ({
          billId: String(row.billId),
          storeId: String(row.storeId),
          status: String(row.status) as ReceiptStatus,
          printedAt: row.printedAt === null ? null : Number(row.printedAt),
          assigned: row.assigned === 1,
        })),
        loyalty: new Map(loyalty.map((row) => [String(row.transactionId), String(row.state) as LoyaltyState])),
        partner: partner.load(),
      };
    },
    saveAccount: (account) => putAccount.run(JSON.stringify(account)),
    saveReceipt: ({ billId, storeId, status, printedAt, assigned }) =>
      putReceipt.run(billId, storeId, status, printedAt, assigned ? 1 : 0),
    saveLoyalty: (transactionId, state) => putLoyalty.run(transactionId, state),
    partner,
    together: (change) => {
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
