import type { DatabaseSync } from 'node:sqlite';
import type { Merchant, User, UserOrigin, UserReceipt } from './partner-records.ts';

/** What the partner routes know. No externalId, no loyalty card, no token and no password, but digests of them. */
export interface SavedPartnerState {
  readonly externalIdSecret: string | null;
  readonly users: readonly User[];
  /** Oldest first. */
  readonly userReceipts: readonly UserReceipt[];
  readonly merchants: readonly Merchant[];
}

export interface PartnerTables {
  load(): SavedPartnerState;
  saveExternalIdSecret(secret: string): void;
  saveUser(user: User): void;
  /** With the list of the user's receipts. */
  removeUser(userId: string): void;
  saveUserReceipt(receipt: UserReceipt): void;
  removeUserReceipt(receiptId: string): void;
  saveMerchant(merchant: Merchant): void;
}

export const noPartnerTables: PartnerTables = {
  load: () => ({ externalIdSecret: null, users: [], userReceipts: [], merchants: [] }),
  saveExternalIdSecret: () => {},
  saveUser: () => {},
  removeUser: () => {},
  saveUserReceipt: () => {},
  removeUserReceipt: () => {},
  saveMerchant: () => {},
};

export const partnerSchema = `
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

export function openPartnerTables(database: DatabaseSync): PartnerTables {
  const putSecret = database.prepare('INSERT OR REPLACE INTO externalIdSecret VALUES (1, ?)');
  const putUser = database.prepare('INSERT OR REPLACE INTO user VALUES (?, ?, ?, ?)');
  const dropUser = database.prepare('DELETE FROM user WHERE userId = ?');
  const dropReceiptsOf = database.prepare('DELETE FROM userReceipt WHERE userId = ?');
  const putReceipt = database.prepare('INSERT OR REPLACE INTO userReceipt VALUES (?, ?, ?, ?)');
  const dropReceipt = database.prepare('DELETE FROM userReceipt WHERE receiptId = ?');
  const putMerchant = database.prepare('INSERT OR REPLACE INTO merchant VALUES (?, ?)');
  const rows = (query: string) => database.prepare(query).all();
  return {
    load: () => ({
      externalIdSecret: rows('SELECT value FROM externalIdSecret').map(({ value }) => String(value))[0] ?? null,
      users: rows('SELECT * FROM user').map((row) => ({
        userId: String(row.userId),
        externalKey: String(row.externalKey),
        origin: String(row.origin) as UserOrigin,
        availableAt: Number(row.availableAt),
      })),
      userReceipts: rows('SELECT * FROM userReceipt ORDER BY position').map((row) => ({
        receiptId: String(row.receiptId),
        userId: String(row.userId),
        position: Number(row.position),
        item: JSON.parse(String(row.item)) as UserReceipt['item'],
      })),
      merchants: rows('SELECT value FROM merchant').map(({ value }) => JSON.parse(String(value)) as Merchant),
    }),
    saveExternalIdSecret: (secret) => putSecret.run(secret),
    saveUser: ({ userId, externalKey, origin, availableAt }) => putUser.run(userId, externalKey, origin, availableAt),
    removeUser: (userId) => {
      dropUser.run(userId);
      dropReceiptsOf.run(userId);
    },
    saveUserReceipt: ({ receiptId, userId, position, item }) =>
      putReceipt.run(receiptId, userId, position, JSON.stringify(item)),
    removeUserReceipt: (receiptId) => dropReceipt.run(receiptId),
    saveMerchant: (merchant) => putMerchant.run(merchant.vendorCustomerId, JSON.stringify(merchant)),
  };
}
