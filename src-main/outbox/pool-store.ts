import { z } from 'zod';
import { type Database, rowOf, rowsOf } from '../storage/database.ts';

const receiptRow = z.object({ billId: z.string(), url: z.string() });
export type PooledReceipt = Readonly<z.infer<typeof receiptRow>>;
const countRow = z.object({ count: z.int() });
const holderRow = z.object({ sale_id: z.string().nullable() });

/** Gives out no id twice, and no id that was registered before `oldest`. */
export type PoolStore = ReturnType<typeof createPoolStore>;

export function createPoolStore(database: Database, oldest: () => number) {
  /** The sale that has this id, in any letter case. Null if no sale has it; undefined for an unknown id. */
  function holderOf(billId: string): string | null | undefined {
    return rowOf(database, holderRow, 'select sale_id from pool where lower(bill_id) = lower(?)', billId)?.sale_id;
  }

  return {
    /** Losing an id in a crash costs nothing, so this does not wait for the disk. False if the id is known already. */
    add: (storeId: string, receipt: PooledReceipt, now: number): boolean =>
      database.grouped(() => {
        if (holderOf(receipt.billId) !== undefined) return false;
        database
          .sql(`insert into pool (bill_id, store_id, url, state, registered_at) values (?, ?, ?, 'available', ?)`)
          .run(receipt.billId, storeId, receipt.url, now);
        return true;
      }),
    take(storeId: string, saleId: string): PooledReceipt | null {
      return rowOf(
        database,
        receiptRow,
        `update pool set state = 'taken', sale_id = ?2
         where bill_id = (select bill_id from pool where store_id = ?1 and state = 'available' and registered_at >= ?3
           order by registered_at limit 1)
         returning bill_id as billId, url`,
        ...[storeId, saleId, oldest()],
      );
    },
    /** The caller needs only the number, so added ids count before they are on disk. */
    available: (storeId: string) =>
      database.grouped(
        () =>
          rowOf(
            database,
            countRow,
            `select count(*) as count from pool where store_id = ? and state = 'available' and registered_at >= ?`,
            ...[storeId, oldest()],
          )?.count ?? 0,
      ),
    /** An id that was registered after `newest` has an unknown age, because the clock was ahead. */
    expire(newest: number): number {
      const unfit = `state = 'available' and (registered_at < ? or registered_at > ?)`;
      const bounds = [oldest(), newest];
      // This runs with each sale. Mostly no id is too old, so the query spares a second transaction.
      if (database.sql(`select 1 from pool where ${unfit} limit 1`).get(...bounds) === undefined) return 0;
      return Number(database.sql(`update pool set state = 'expired' where ${unfit}`).run(...bounds).changes);
    },
    /** Records that the sale has this id, wherever it is from and in any letter case. False if another sale has it. */
    claim(storeId: string, billId: string, saleId: string, now: number): boolean {
      const holder = holderOf(billId);
      if (holder !== undefined) return holder === saleId;
      database
        .sql(
          `insert into pool (bill_id, store_id, url, state, registered_at, sale_id) values (?, ?, '', 'taken', ?, ?)`,
        )
        .run(billId, storeId, now, saleId);
      return true;
    },
    /** Marks an id that its sale does not need any more as expired, so that it is deleted at the service. */
    abandon(storeId: string, billId: string, saleId: string, now: number) {
      if (!this.claim(storeId, billId, saleId, now)) return;
      database.sql(`update pool set state = 'expired' where lower(bill_id) = lower(?)`).run(billId);
    },
    /** Corrects the pool for a change of the clock: its ids keep their age, and none is registered in the future. */
    shift(byMs: number, now: number) {
      database
        .sql(`update pool set registered_at = min(registered_at + ?1, ?2) where state = 'available'`)
        .run(Math.round(byMs), now);
    },
    /** Marks all available ids as used, and keeps them at the service: a copy of these files may have shown them. */
    giveUp: () => Number(database.sql(`update pool set state = 'taken' where state = 'available'`).run().changes),
    holderOf: (billId: string): string | null => holderOf(billId) ?? null,
    /** The expired ids that the service may still know. They cannot be used any more. */
    expired: (): readonly string[] =>
      rowsOf(
        database,
        receiptRow,
        `select bill_id as billId, url from pool where state = 'expired' order by registered_at`,
      ).map(({ billId }) => billId),
    /** Keeps a deleted id as used: its sale's till may still put it into the bill. */
    noteDeleted(billId: string) {
      database.sql(`update pool set state = 'taken' where bill_id = ? and state = 'expired'`).run(billId);
    },
  };
}
