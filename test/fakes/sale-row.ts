import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src-main/storage/database.ts';
import { receiptFormat } from '../../src-main/storage/schema.ts';
import { tempFolder } from './temp-folder.ts';

/** An empty database of receipts, which is closed at the end of the test. */
export function openReceipts(): Database {
  const database = openDatabase(join(tempFolder(), 'receipts.db'), receiptFormat);
  onTestFinished(() => database.close());
  return database;
}

/** Adds the row of a queued sale, to which the rows of the outbox belong. */
export function addSaleRow(database: Database, id: string, storeId = 'store-1'): void {
  database
    .sql(
      `insert into sales (id, reference, till, business_day, state, store_id, place, identity, created_at, updated_at, encrypted)
       values (?1, ?1, 'till', '', 'queued', ?2, 'waiting', '', 0, 0, x'') on conflict do nothing`,
    )
    .run(id, storeId);
}
