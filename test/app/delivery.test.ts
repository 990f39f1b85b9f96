import { describe, expect } from 'vitest';
import { idle } from './pass-time.ts';
import {
  openPooledSale,
  openTestApp,
  openWithSale,
  refusal,
  smallBill,
  type TestApp,
  test,
  unwrap,
} from './test-app.ts';

type RequestRecord = ReturnType<TestApp['simulator']['ledger']>['requests'][number];

const on = (testApp: TestApp, route: string): readonly RequestRecord[] =>
  testApp.simulator.ledger().requests.filter((request) => request.route === route);
const stored = (testApp: TestApp): readonly string[] => testApp.simulator.ledger().bills.map(({ billId }) => billId);
const notDone = (testApp: TestApp) => testApp.log.lines.filter(({ event }) => event === 'delivery-not-completed');

test('a store that the service does not know can be corrected in the settings: sales with the old store of the settings get the new one, and their bills are sent', async () => {
  const testApp = await openTestApp({
    simulator: { account: { storeIds: ['store-1', 'store-2'] } },
    storedStoreId: 'stroe-1',
  });
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
  const ids: string[] = [];
  for (const number of Array(20).keys()) {
    const { id } = await openPooledSale(testApp, `sale-${number}`);
    await testApp.pay(id);
    ids.push(id);
  }
  await testApp.until(() => (testApp.till.status().refusals ?? []).some(({ what }) => what === 'receipts'));
  await idle(testApp);
  const { outbox, refusals } = testApp.till.status();
  expect(refusals).toMatchObject([{ what: 'receipts', storeId: 'store-1', status: 403, detail: 'Missing permission' }]);
  expect(outbox).toMatchObject({ queued: 16, attention: 4 });
  expect(outbox.storesUnknown).toBeUndefined();
  testApp.simulator.faults.clear();
  unwrap(await testApp.cashier['attention.resendAll']({ status: 403 }));
  for (const id of ids) await testApp.delivered(id);
  expect(testApp.till.status().refusals).toBeUndefined();
});

describe('an id that the service no longer knows', () => {
  const gone = refusal(404, { type: 'pregeneratedbill-notfound', title: 'PreGeneratedBill could not be found.' });

  test('a late report that its code was painted does not count as issuing the receipt by the new code', async () => {
    const { testApp, sale } = await openWithSale();
    const rev = testApp.app.snapshot('customer')?.rev ?? 0;
    testApp.simulator.faults.add({ route: 'bill', effect: gone });
    await testApp.pay(sale.id);
    expect((await testApp.delivered(sale.id)).url).not.toBe(sale.url);
    unwrap(await testApp.customer['screen.painted']({ rev }));
    expect(unwrap(await testApp.cashier['receipts.get']({ saleId: sale.id })).issuanceLog).toEqual([]);
  });

  test('the unknown id of a cancelled sale is not replaced', async ({ testApp, sale }) => {
    testApp.simulator.faults.add({ route: 'bill', answerDelayMs: 1_000, effect: gone });
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
    testApp.simulator.faults.add({ route: 'bill', answerDelayMs: 1_000, effect: gone, times: 2 });
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
