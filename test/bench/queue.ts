import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutboxStore } from '../../src-main/outbox/store.ts';
import { openDatabase } from '../../src-main/storage/database.ts';
import { receiptFormat } from '../../src-main/storage/schema.ts';
import { addSaleRow } from '../fakes/sale-row.ts';
import { type BenchSizes, type Figure, ratioRow, sideBySide } from './figures.ts';

/** An outbox with 100 due bills, `marks` that wait for their bills, and a bill for each of `stores` unknown stores. */
function openQueue(folder: string, { marks, stores }: BenchSizes['queue']) {
  const database = openDatabase(join(folder, `receipts-${marks}-${stores}.db`), receiptFormat);
  const store = createOutboxStore(database);
  const add = (kind: 'bill' | 'printed', id: string, storeId: string, index: number): void => {
    addSaleRow(database, id, storeId);
    store.enqueue(id, kind, index);
  };
  database.transaction(() => {
    for (let index = 0; index < 100; index += 1) add('bill', `bill-${index}`, 'store-1', index);
    for (let index = 0; index < marks; index += 1) add('printed', `mark-${index}`, 'store-1', index);
    for (let index = 0; index < stores; index += 1) {
      add('bill', `lost-${index}`, `lost-${index}`, index);
      store.holdBack(`lost-${index}`, `lost-${index}`);
    }
  });
  const now = 1_000_000;
  return {
    close: () => database.close(),
    lookAndBegin(): void {
      const [job] = store.due(now, 8).jobs;
      if (job === undefined) throw new Error('nothing is due');
      store.save({ ...job, attempts: job.attempts + 1, dueAt: now });
      store.counts();
    },
  };
}

/** Compares a queue with many rows that cannot be sent with a queue without them. */
export async function queueRows({ marks, stores }: BenchSizes['queue'], samples: number): Promise<readonly Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'receipt-companion-bench-'));
  const alone = openQueue(folder.path, { marks: 0, stores: 0 });
  const rows: Figure[] = [];
  for (const [what, waiting] of [
    [`${marks} marks waiting for their bills`, { marks, stores: 0 }],
    [`${stores} unknown stores as well`, { marks, stores }],
  ] as const) {
    const queue = openQueue(folder.path, waiting);
    const times = await sideBySide(samples, queue.lookAndBegin, alone.lookAndBegin);
    queue.close();
    rows.push(ratioRow(`take one job of 100, ${what}`, times, 1.2));
  }
  alone.close();
  return rows;
}
