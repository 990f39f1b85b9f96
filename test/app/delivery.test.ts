import { describe, expect } from 'vitest';
import { quiet } from './pass-time.ts';
import {
  openPooledSale,
  openTestApp,
  openWithSale,
  refusal,
  smallBill,
  type TestApp,
  type TestAppOptions,
  test,
  unwrap,
} from './test-app.ts';

type RequestRecord = ReturnType<TestApp['simulator']['ledger']>['requests'][number];

const on = (testApp: TestApp, route: string): readonly RequestRecord[] =>
  testApp.simulator.ledger().requests.filter((request) => request.route === route);
const stored = (testApp: TestApp): readonly string[] => testApp.simulator.ledger().bills.map(({ billId }) => billId);
const stateOf = (testApp: TestApp, id: string) => testApp.till.findSale(id)?.state;
const notDone = (testApp: TestApp) => testApp.log.lines.filter(({ event }) => event === 'delivery-not-completed');

async function paidSales(testApp: TestApp, count: number, prefix = 'sale'): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const sale = await openPooledSale(testApp, `${prefix}-${index}`);
    await testApp.pay(sale.id);
    ids.push(sale.id);
  }
  return ids;
}

const delivered = (testApp: TestApp, ids: readonly string[]): Promise<void> =>
  testApp.until(() => ids.every((id) => stateOf(testApp, id) === 'delivered'));

/** Advances the clock only while no request is running, so that no request times out. */
async function laterWhenIdle(testApp: TestApp, ms = 2_000): Promise<void> {
  await quiet();
  await testApp.until(() => testApp.network.underWay === 0);
  await quiet();
  testApp.clock.advance(ms);
}

const twoStores: TestAppOptions = { simulator: { account: { storeIds: ['store-1', 'store-2'] } } };

test('a store that the service does not know can be corrected in the settings: sales with the old store of the settings get the new one, and their bills are sent', async () => {
  const testApp = await openTestApp({ ...twoStores, storedStoreId: 'stroe-1' });
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'r', amount: 19.9 }));
  await testApp.pay(sale.id);
  const named = unwrap(await testApp.till.acceptReceipt({ reference: 'x', storeId: 'stroe-1', bill: smallBill() }));
  await testApp.until(() => testApp.till.status().outbox.storesUnknown?.[0] === 'stroe-1');
  const { connection } = unwrap(await testApp.cashier['connection.get'](null));
  const corrected = { ...connection, storeId: 'store-1' };
  expect(unwrap(await testApp.cashier['connection.save']({ connection: corrected, credentials: null })).ok).toBe(true);
  expect(await testApp.delivered(sale.id)).toMatchObject({ storeId: 'store-1' });
  expect(testApp.simulator.ledger().bills).toMatchObject([{ storeId: 'store-1' }]);
  // Only the till can correct a store that it named.
  expect(testApp.till.findSale(named.id)).toMatchObject({ state: 'queued', storeId: 'stroe-1' });
});

test('if the service refuses every receipt with the same message, they pause with a notice, and one tap resends all', async () => {
  const testApp = await openTestApp();
  const refusal = { kind: 'status', status: 403, body: 'Missing permission' } as const;
  testApp.simulator.faults.add({ route: 'bill', effect: refusal, times: 'forever' });
  const ids = await paidSales(testApp, 20);
  await testApp.until(() => (testApp.till.status().refusals ?? []).some(({ what }) => what === 'receipts'));
  await laterWhenIdle(testApp, 0);
  const { outbox, refusals } = testApp.till.status();
  expect(refusals).toMatchObject([{ what: 'receipts', storeId: 'store-1', status: 403, detail: 'Missing permission' }]);
  expect(outbox).toMatchObject({ queued: 16, attention: 4 });
  expect(outbox.storesUnknown).toBeUndefined();
  testApp.simulator.faults.clear();
  unwrap(await testApp.cashier['attention.resendAll']({ status: 403 }));
  await delivered(testApp, ids);
  expect(testApp.till.status().refusals).toBeUndefined();
});

describe('an id that the service no longer knows', () => {
  test('the unknown id of a cancelled sale is not replaced', async ({ testApp, sale }) => {
    testApp.simulator.faults.add({
      route: 'bill',
      answerDelayMs: 1_000,
      effect: { kind: 'status', status: 404, body: '{"type":"pregeneratedbill-notfound"}' },
    });
    await testApp.poolHas(5);
    const registrations = testApp.simulator.ledger().registrations.length;
    await testApp.pay(sale.id);
    await testApp.until(() => on(testApp, 'bill').length === 1);
    unwrap(testApp.till.cancelSale(sale.id));
    await testApp.clock.passTimerIn(1_000);
    await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    expect(stored(testApp)).toEqual([]);
    expect(testApp.simulator.ledger().registrations).toHaveLength(registrations);
    expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
  });

  test('the unknown id is replaced when the cancel of its sale is undone, and the receipt is sent', async () => {
    const { testApp, sale } = await openWithSale();
    testApp.simulator.faults.add({
      route: 'bill',
      answerDelayMs: 1_000,
      effect: refusal(404, { type: 'pregeneratedbill-notfound', title: 'PreGeneratedBill could not be found.' }),
      times: 2,
    });
    await testApp.pay(sale.id);
    await testApp.until(() => on(testApp, 'bill').length === 1);
    unwrap(await testApp.cashier['sale.cancel']({ saleId: sale.id }));
    await testApp.clock.passTimerIn(1_000);
    await testApp.until(() => notDone(testApp).length === 1);
    unwrap(await testApp.cashier['sale.undo']({ saleId: sale.id }));
    await testApp.until(() => on(testApp, 'bill').length === 2);
    await testApp.clock.passTimerIn(1_000);
    await testApp.until(() => notDone(testApp).length === 2);
    testApp.clock.advance(2_000);
    const after = await testApp.delivered(sale.id);
    expect(after).toMatchObject({ qrReplaced: true, cancelled: null });
    expect(stored(testApp)).toEqual([after.billId]);
    expect(testApp.simulator.ledger().cancels).toEqual([]);
  });
});

test('the requests of one sale stay in order if each is repeated after lost answers', async ({ testApp, sale }) => {
  for (const route of ['bill', 'printed', 'cancel'] as const)
    testApp.simulator.faults.add({ route, effect: { kind: 'resetAfter' }, times: 2 });
  await testApp.pay(sale.id);
  unwrap(testApp.till.markPrinted(sale.id));
  while (on(testApp, 'printed').length === 0) await laterWhenIdle(testApp);
  unwrap(testApp.till.cancelSale(sale.id));
  while (testApp.till.findSale(sale.id)?.cancelled !== 'done') await laterWhenIdle(testApp);
  const routes = testApp.simulator
    .ledger()
    .requests.map(({ route }) => route)
    .filter((route) => route === 'bill' || route === 'printed' || route === 'cancel');
  expect(routes.slice(0, 4)).toEqual(['bill', 'bill', 'bill', 'printed']);
  expect(routes.filter((route) => route === 'cancel')).toHaveLength(3);
  expect(stored(testApp)).toEqual([sale.billId]);
});

test('a refused print is sent again when the till marks the sale as printed again', async ({ testApp, sale }) => {
  await testApp.pay(sale.id);
  testApp.simulator.faults.add({ route: 'printed', effect: { kind: 'status', status: 403, body: 'no' } });
  unwrap(testApp.till.markPrinted(sale.id));
  await testApp.sale(sale.id, ({ attention }) => attention !== null);
  unwrap(testApp.till.markPrinted(sale.id));
  expect(await testApp.sale(sale.id, ({ printed }) => printed === 'done')).toMatchObject({ attention: null });
});

test('cancelling a sale during the registration of its id deletes that id', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
  testApp.simulator.faults.add({ route: 'register', effect: { kind: 'none' }, answerDelayMs: 1_000 });
  const opening = testApp.till.openSale({ reference: 'r', amount: 19.9 });
  await testApp.until(() => testApp.simulator.ledger().registrations.length === 1);
  const id = testApp.till.listSales({ limit: 1 }).items[0]?.id ?? '';
  unwrap(testApp.till.cancelSale(id));
  await testApp.clock.passTimerIn(1_000);
  await opening;
  await testApp.sale(id, ({ cancelled }) => cancelled === 'done');
  const { registrations, cancels } = testApp.simulator.ledger();
  expect(cancels.map(({ billId }) => billId)).toEqual(registrations.map(({ billId }) => billId));
});
