import type { Database } from '../../src-main/storage/database.ts';

/** Adds the row of a queued sale, to which the rows of the outbox belong. */
export function addSaleRow(database: Database, id: string, storeId = 'store-1'): void {
  database
    .sql(
      `insert into sales (id, reference, till, business_day, state, store_id, place, identity, created_at, updated_at, encrypted)
       values (?1, ?1, 'till', '', 'queued', ?2, 'waiting', '', 0, 0, x'') on conflict do nothing`,
    )
    .run(id, storeId);
}
