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
  store.holdBack('paused store', 'a');
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

test('of the rows waiting for a store the oldest is tried; they return in batches and in order, and not for a store that becomes unknown meanwhile', () => {
  const { database, store } = openStore();
  for (let index = 0; index < 600; index += 1) {
    addSaleRow(database, `sale-${index}`, index < 500 ? 'lost' : 'other');
    store.enqueue(`sale-${index}`, 'bill', index);
  }
  for (let index = 0; index < 600; index += 1) store.holdBack(index < 500 ? 'lost' : 'other', `sale-${index}`);
  expect([store.nextToAsk('lost')?.saleId, store.nextToAsk('never heard of')]).toEqual(['sale-0', null]);
  const freed = (): number => store.due(1_000, 1_000).jobs.length;
  expect([store.release('lost', 1_000, []), freed()]).toEqual([true, 250]);
  expect([store.release('lost', 1_000, ['lost']), freed()]).toEqual([false, 250]);
  expect([store.release(null, 1_000, ['lost']), freed()]).toEqual([false, 350]);
  expect([store.release('lost', 1_000, []), store.release('lost', 1_000, []), freed()]).toEqual([true, false, 600]);
  expect(due(store, 1_000)).toEqual(Array.from({ length: 100 }, (_, index) => `sale-${index} bill`));
});

test('the search for due work reads no print report that waits for a bill', () => {
  const { database, store } = openStore();
  for (const [index, kind] of (['printed', 'printed', 'bill'] as const).entries()) {
    addSaleRow(database, `sale-${index}`);
    store.enqueue(`sale-${index}`, kind, index);
  }
  expect(due(store, 10)).toEqual(['sale-2 bill']);
  const rows = (index: string): unknown =>
    database
      .sql(
        `select count(*) as count from outbox indexed by ${index} where state = 'due' and waits_for is null and due_at > 0`,
      )
      .get();
  expect(rows('outbox_ready')).toMatchObject({ count: 1 });

  const ways = queryPlans(database, () => {
    store.due(10, 8);
    store.due(10, 8, 'fresh');
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
