import { createSaleBook, type SaleBook } from './flows/sale-book.ts';
import { createSetAside, tellKeyLost } from './flows/set-aside.ts';
import { createSentBills, type SentBills } from './outbox/sent-bills.ts';
import { createOutboxStore, type OutboxStore } from './outbox/store.ts';
import { createPoolStore, type PoolStore } from './pool/store.ts';
import type { SessionParts } from './session-parts.ts';
import { type GuardedDatabase, openGuardedDatabase } from './storage/guarded-database.ts';
import { createIdentities, type Identities } from './storage/identities.ts';
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
  readonly identities: Identities;
  readonly outbox: OutboxStore;
  readonly sent: SentBills;
  readonly pool: PoolStore;
  readonly partnerUsers: PartnerUserTable;
}

/** Throws DatabaseRefused when the database must not be opened, StorageBusy while another program holds it. */
export function openSessionFiles(parts: SessionParts): SessionFiles {
  const { folder, clock, log, random, keyring } = parts;
  const notices = createNoticeBoard(folder, { clock, log });
  const guarded = openGuardedDatabase({ ...parts, name: 'receipts', migrations: receiptMigrations, notices });
  const { database } = guarded;
  // A value that is lost is made anew: the refresh token by a sign-in.
  const sealed = openSealedValues(database, keyring, {
    folder,
    unreadable: (name) => log.warn('kept-value-unreadable', { name }),
    ...(parts.keyIsLost && { otherKeyFound: (sales: number) => tellKeyLost(notices, log, sales) }),
  });
  const table = createSaleTable(database, keyring);
  return {
    guarded,
    notices,
    sealed,
    table,
    book: createSaleBook({ database, table, clock, setAside: createSetAside({ log, notices }) }),
    identities: createIdentities(database, sealed, random),
    outbox: createOutboxStore(database),
    sent: createSentBills(database),
    pool: createPoolStore(database),
    partnerUsers: createPartnerUserTable(database, keyring),
  };
}
