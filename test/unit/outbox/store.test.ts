import { expect, test } from 'vitest';
import { createOutboxStore } from '../../../src-main/outbox/store.ts';
import { queryPlans } from '../../fakes/list-statements.ts';
import { addSaleRow, openReceipts } from '../../fakes/sale-row.ts';

function openStore() {
  const database = openReceipts();
  return { database, store: createOutboxStore(database) };
}

/** The due jobs as `sale kind`, in order. */
const due = (store: ReturnType<typeof openStore>['store'], now: number): readonly string[] =>
  store.due(now, 100).jobs.map(({ saleId, kind }) => `${saleId} ${kind}`);

test('a print mark becomes due when its bill is delivered, and not before', () => {
  const { database, store } = openStore();
  addSaleRow(database, 'a');
  store.enqueue('a', 'printed', 1);
  expect([due(store, 10), store.firstDueAt()]).toEqual([[], null]);
  expect(store.counts()).toMatchObject({ waiting: 0, oldestCreatedAt: null });
  store.enqueue('a', 'bill', 2);
  expect(due(store, 10)).toEqual(['a bill']);
  const [bill] = store.due(10, 1).jobs;
  if (bill === undefined) throw new Error('no bill is due');
  store.save({ ...bill, state: 'parked' });
  expect(due(store, 10)).toEqual([]);
  store.enqueue('a', 'bill', 3);
  store.save({ ...bill, state: 'done' });
  expect(due(store, 10)).toEqual(['a printed']);
  expect(store.counts()).toEqual({ waiting: 1, parked: 0, parkedOnPaper: 0, oldestCreatedAt: 1 });
});

test('a cancel waits for its bill, unless the bill is held because it was never tried', () => {
  const { database, store } = openStore();
  addSaleRow(database, 'a');
  store.enqueue('a', 'bill', 1);
  store.enqueue('a', 'cancel', 2);
  expect(due(store, 10)).toEqual(['a bill']);
  store.holdUntried('a');
  expect(due(store, 10)).toEqual(['a cancel']);
  store.releaseHeld('a');
  expect(due(store, 10)).toEqual(['a bill']);
});

test('a cancel does not wait for a print mark that the service does not accept', () => {
  const { database, store } = openStore();
  addSaleRow(database, 'a');
  for (const kind of ['bill', 'printed'] as const) store.enqueue('a', kind, 1);
  const [bill, print] = [store.find('a', 'bill'), store.find('a', 'printed')];
  if (bill === null || print === null) throw new Error('a row is missing');
  store.save({ ...bill, state: 'done' });
  store.save({ ...print, attempts: 5, dueAt: 300 });
  store.enqueue('a', 'cancel', 3);
  expect(due(store, 10)).toEqual(['a cancel']);
});

test('bills of an unknown store leave the queue; the oldest one is tried, and all return together', () => {
  const { database, store } = openStore();
  for (const id of ['a', 'b', 'c']) addSaleRow(database, id, 'lost');
  addSaleRow(database, 'other');
  for (const [index, id] of ['b', 'a', 'c', 'other'].entries()) store.enqueue(id, 'bill', index);
  for (const id of ['a', 'b', 'c']) store.holdBack('lost', id);
  expect(due(store, 10)).toEqual(['other bill']);
  expect(store.nextToAsk('lost')?.saleId).toBe('b');
  expect(store.nextToAsk('store-1')).toBeNull();
  store.release('lost', 10, []);
  expect(due(store, 10)).toEqual(['b bill', 'a bill', 'c bill', 'other bill']);
  store.holdBack('lost', 'a');
  store.release(null, 10, []);
  expect(due(store, 10)).toHaveLength(4);
  expect(store.counts().waiting).toBe(4);
});

test('900 rows wake in batches of at most 250, and later batches do not wake a row that failed meanwhile', () => {
  const { database, store } = openStore();
  const [now, planned] = [1_000, 100_000];
  for (let index = 0; index < 900; index += 1) {
    addSaleRow(database, `sale-${index}`);
    store.enqueue(`sale-${index}`, 'bill', index);
  }
  database.sql(`update outbox set attempts = 1 + (created_at * 7) % 900, due_at = ?1 + created_at % 300`).run(planned);
  const slices: number[] = [];
  let from: number | null = now + 1;
  while (from !== null) {
    const before: number = store.due(now, 1_000).jobs.length;
    from = store.wake(now, 1_000, from);
    slices.push(store.due(now, 1_000).jobs.length - before);
    // Later batches must not shorten the pause of a row that failed in an earlier one.
    const [first] = store.due(now, 1).jobs;
    if (slices.length === 1 && first !== undefined) store.save({ ...first, dueAt: now + 500 });
  }
  expect(Math.max(...slices)).toBeLessThanOrEqual(250);
  expect(slices.reduce((sum, count) => sum + count)).toBe(900);
  const woken = store.due(now, 1_000).jobs.map(({ attempts }) => attempts);
  expect(woken).toHaveLength(899);
  expect(woken).toEqual(woken.toSorted((a, b) => a - b));
});

test('rows waiting for a store return in batches and in order, and not for a store that becomes unknown meanwhile', () => {
  const { database, store } = openStore();
  for (let index = 0; index < 600; index += 1) {
    addSaleRow(database, `sale-${index}`, index < 500 ? 'lost' : 'other');
    store.enqueue(`sale-${index}`, 'bill', index);
  }
  for (let index = 0; index < 600; index += 1) store.holdBack(index < 500 ? 'lost' : 'other', `sale-${index}`);
  const freed = (): number => store.due(1_000, 1_000).jobs.length;
  expect([store.release('lost', 1_000, []), freed()]).toEqual([true, 250]);
  expect([store.release('lost', 1_000, ['lost']), freed()]).toEqual([false, 250]);
  expect([store.release(null, 1_000, ['lost']), freed()]).toEqual([false, 350]);
  expect([store.release('lost', 1_000, []), store.release('lost', 1_000, []), freed()]).toEqual([true, false, 600]);
  expect(due(store, 1_000)).toEqual(Array.from({ length: 100 }, (_, index) => `sale-${index} bill`));
});

test('the search for due work reads none of 25,000 print reports that wait for a bill', () => {
  const { database, store } = openStore();
  database.transaction(() => {
    for (let index = 0; index < 25_000; index += 1) {
      addSaleRow(database, `sale-${index}`);
      store.enqueue(`sale-${index}`, 'printed', index);
    }
    addSaleRow(database, 'next');
    store.enqueue('next', 'bill', 30_000);
  });
  expect(due(store, 40_000)).toEqual(['next bill']);
  const rows = (index: string): unknown =>
    database
      .sql(
        `select count(*) as count from outbox indexed by ${index} where state = 'due' and waits_for is null and due_at > 0`,
      )
      .get();
  expect(rows('outbox_ready')).toMatchObject({ count: 1 });

  const ways = queryPlans(database, () => {
    store.due(40_000, 8);
    store.due(40_000, 8, 'fresh');
    store.firstDueAt();
  }).flat();
  const tables = ways.filter((way) => way.includes(' outbox '));
  expect(tables.length).toBeGreaterThanOrEqual(5);
  for (const way of tables)
    expect(way).toMatch(/^SEARCH outbox USING (COVERING )?INDEX outbox_(ready|fresh) \(due_at[<>]/);
  expect(ways.filter((way) => way.includes('TEMP B-TREE'))).toEqual([]);
});

test('the sales whose cancel waits are found without reading finished rows', () => {
  const { database, store } = openStore();
  for (const id of ['done', 'waits']) {
    addSaleRow(database, id);
    store.enqueue(id, 'cancel', 1);
  }
  const [finished] = store.due(10, 2).jobs;
  if (finished !== undefined) store.save({ ...finished, state: 'done' });
  expect(store.salesWithCancel()).toEqual(['waits']);
  expect(queryPlans(database, () => store.salesWithCancel()).flat()).toEqual([
    expect.stringMatching(/^SEARCH outbox USING COVERING INDEX \w+ \(state=\?\)/),
  ]);
});

test('the waiting rows are counted without reading those that wait for their till', () => {
  const { database, store } = openStore();
  const ways = queryPlans(database, () => store.counts()).flat();
  expect(ways.filter((way) => way.includes(' outbox '))).toEqual([
    expect.stringMatching(/^SEARCH outbox USING (COVERING )?INDEX outbox_on_its_way/),
  ]);
});
