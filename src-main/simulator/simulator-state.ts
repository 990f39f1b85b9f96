import { chmodSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../ports.ts';
import type { LoyaltyState, ReceiptStatus } from './ledger.ts';

/** The credentials of a merchant (receipt-service.md 5), random unless they are given. */
export interface Account {
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly scopeBase: string;
  /** The key of the partner routes. receipt-service.md 5.8 leaves the method open (switches.ts). */
  readonly partnerKey: string;
  /** The existing stores. A request without a store gets the first one. */
  readonly storeIds: readonly [string, ...string[]];
}

/** The tables contain no bills or tokens. ExternalIds and passwords of onboarded merchants are in them as digests. */
interface Rows {
  /** Without the values that were given in the options, because they may come from a keychain. */
  account: { readonly only: 1; readonly value: Partial<Account> };
  /** `assigned`: the receipt belongs to a known user and has no public address. */
  receipt: {
    readonly billId: string;
    readonly storeId: string;
    readonly status: ReceiptStatus;
    readonly assigned: boolean;
  };
  loyalty: { readonly transactionId: string; readonly state: LoyaltyState };
  /** `userId` is in lower case. From `availableAt` on there is a token for the user (receipt-service.md 7). */
  user: { readonly userId: string; readonly externalKey: string; readonly availableAt: number };
  /** `item` is the list entry (receipt-service.md 2.11). The rows are in the order in which they were added. */
  userReceipt: { readonly receiptId: string; readonly userId: string; readonly item: object };
  merchant: Merchant;
}
export type User = Rows['user'];
export interface Merchant {
  readonly vendorCustomerId: string;
  readonly customerId: string;
  readonly username: string;
  /** A digest, because link and password are shown only once. */
  readonly passwordDigest: string;
  readonly linkDigest: string;
  /** Null: not activated (receipt-service.md 3). */
  readonly activatedAt: number | null;
}

const keys: { readonly [Name in keyof Rows]: keyof Rows[Name] & string } = {
  account: 'only',
  receipt: 'billId',
  loyalty: 'transactionId',
  user: 'externalKey',
  userReceipt: 'receiptId',
  merchant: 'vendorCustomerId',
};
const names = Object.keys(keys) as readonly (keyof Rows)[];

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000');
    database.exec(
      'CREATE TABLE IF NOT EXISTS row (name TEXT, id TEXT, value TEXT NOT NULL, PRIMARY KEY (name, id)) STRICT',
    );
    // Other accounts of this computer must not read the generated password.
    chmodSync(path, 0o600);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function createState() {
  let database: DatabaseSync | null = null;
  const run = (sql: string, ...values: readonly string[]): void => void database?.prepare(sql).run(...values);

  function table<Name extends keyof Rows>(name: Name) {
    const held = new Map<string, Rows[Name]>();
    return {
      held,
      get: (id: string) => held.get(id),
      rows: () => [...held.values()],
      put(row: Rows[Name]): void {
        const id = String(row[keys[name]]);
        held.set(id, row);
        run('INSERT OR REPLACE INTO row (name, id, value) VALUES (?, ?, ?)', name, id, JSON.stringify(row));
      },
      remove(id: string): void {
        held.delete(id);
        run('DELETE FROM row WHERE name = ? AND id = ?', name, id);
      },
    };
  }

  const all = Object.fromEntries(names.map((name) => [name, table(name)])) as {
    readonly [Name in keyof Rows]: ReturnType<typeof table<Name>>;
  };
  return {
    ...all,
    /** Loads the file. An unreadable one is renamed to `<path>.damaged-<now>`. */
    open(path: string, now: number, log: Log): void {
      try {
        database = open(path);
      } catch (error) {
        log.warn('simulator-state-damaged', { reason: error instanceof Error ? error.message : String(error) });
        renameSync(path, `${path}.damaged-${now}`);
        database = open(path);
      }
      for (const name of names) {
        const held: Map<string, unknown> = all[name].held;
        held.clear();
        for (const { id, value } of database
          .prepare('SELECT id, value FROM row WHERE name = ? ORDER BY rowid')
          .all(name))
          held.set(String(id), JSON.parse(String(value)));
      }
    },
    close(): void {
      database?.close();
      database = null;
    },
  };
}
