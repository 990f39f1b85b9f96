import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutboxStore } from '../../src-main/outbox/store.ts';
import { openDatabase } from '../../src-main/storage/database.ts';
import { receiptMigrations } from '../../src-main/storage/migrations/receipts.ts';
import { type BenchSizes, type Row, timed, timeRow } from './figures.ts';

/** What a look for work costs while much waits that cannot leave: marks before their bills, bills of unknown stores. */
export async function queueRows({ marks, stores }: BenchSizes['queue'], samples: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'receipt-companion-bench-'));
  const database = openDatabase(join(folder, 'receipts.db'), receiptMigrations);
  try {
    const store = createOutboxStore(database);
    const addSale = database.sql(
      `insert into sales (id, reference, till, business_day, state, store_id, created_at, updated_at, sealed)
       values (?1, ?1, 'bench', '', 'queued', ?2, 0, 0, x'')`,
    );
    const lookAndBegin = (now: number): void => {
      const [job] = store.due(now, 8);
      if (job === undefined) throw new Error('nothing is due');
      store.nextDueAt(now);
      store.save({ ...job, attempts: job.attempts + 1, dueAt: now });
      store.counts();
    };
    database.transaction(() => {
      for (let index = 0; index < 100; index += 1) {
        addSale.run(`bill-${index}`, 'store-1');
        store.enqueue(`bill-${index}`, 'bill', index);
      }
    });
    const alone = await timed(samples, () => lookAndBegin(1_000_000));
    database.transaction(() => {
      for (let index = 0; index < marks; index += 1) {
        addSale.run(`mark-${index}`, 'store-1');
        store.enqueue(`mark-${index}`, 'printed', index);
      }
    });
    const beforeBills = await timed(samples, () => lookAndBegin(1_000_000));
    database.transaction(() => {
      for (let index = 0; index < stores; index += 1) {
        addSale.run(`lost-${index}`, `lost-${index}`);
        store.enqueue(`lost-${index}`, 'bill', index);
        store.holdBack(`lost-${index}`, `lost-${index}`);
      }
    });
    const unknown = await timed(samples, () => lookAndBegin(1_000_000));
    const met = ({ p50 }: { readonly p50: number }): boolean => p50 < 5;
    return [
      timeRow('take one job of 100, on disk', alone, ''),
      timeRow(`the same, ${marks} marks waiting for their bills`, beforeBills, 'median < 5 ms, as without them', met),
      timeRow(`the same, ${stores} unknown stores as well`, unknown, 'median < 5 ms, as without them', met),
    ];
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
