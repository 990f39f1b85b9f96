import { createSaleBook, type SaleBook } from './flows/sale-book.ts';
import { createSetAside } from './flows/set-aside.ts';
import { createSentBills, type SentBills } from './outbox/sent-bills.ts';
import { createOutboxStore, type OutboxStore } from './outbox/store.ts';
import { createPoolStore, type PoolStore } from './pool/store.ts';
import type { SessionParts } from './session-parts.ts';
import { createEncryption } from './storage/encryption.ts';
import { type GuardedDatabase, openGuardedDatabase } from './storage/guarded-database.ts';
import { receiptMigrations } from './storage/migrations/receipts.ts';
import { createNoticeBoard, type NoticeBoard } from './storage/notice-board.ts';
import { createPartnerUserTable, type PartnerUserTable } from './storage/partner-user-table.ts';
import { createSaleTable, type SaleTable } from './storage/sale-table.ts';
import { openSealedValues, type SealedValues } from './storage/sealed-values.ts';

/** What one connection keeps on disk: one database, its notices, and the rooms that read and write it. */
export interface SessionFiles {
  readonly guarded: GuardedDatabase;
  readonly notices: NoticeBoard;
  readonly sealed: SealedValues;
  readonly table: SaleTable;
  readonly book: SaleBook;
  readonly outbox: OutboxStore;
  readonly sent: SentBills;
  readonly pool: PoolStore;
  readonly partnerUsers: PartnerUserTable;
}

/** Throws DatabaseRefused when the database must not be opened, StorageBusy while another program holds it. */
export function openSessionFiles(parts: SessionParts): SessionFiles {
  const { folder, clock, random, log } = parts;
  const notices = createNoticeBoard(folder, { clock, log });
  const guarded = openGuardedDatabase({ ...parts, name: 'receipts', migrations: receiptMigrations, notices });
  const { database } = guarded;
  const encryption = createEncryption(parts.dataKey, random);
  // A value that is lost is made anew: the refresh token by a sign-in.
  const sealed = openSealedValues(database, encryption, folder, (name) => log.warn('kept-value-unreadable', { name }));
  const table = createSaleTable(database, encryption);
  return {
    guarded,
    notices,
    sealed,
    table,
    book: createSaleBook({ database, table, clock, setAside: createSetAside({ log, notices }) }),
    outbox: createOutboxStore(database),
    sent: createSentBills(database),
    pool: createPoolStore(database),
    partnerUsers: createPartnerUserTable(database, encryption, parts.dataKey),
  };
}
