import { expect, test } from 'vitest';
import { copyOf, restore } from './moved-data.ts';
import { idle } from './pass-time.ts';
import { openPooledSale, openTestApp, type TestApp, unwrap } from './test-app.ts';

/** Restores a till from a backup in which a sale had no id; with `isPaid` its bill was waiting. */
async function putBack(isPaid: boolean): Promise<TestApp & { readonly saleId: string }> {
  const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
  testApp.network.down = true;
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'waiting' }));
  if (isPaid) await testApp.pay(sale.id);
  await testApp.stop();
  const backup = copyOf(testApp.dataDir);
  await testApp.start();
  await testApp.stop();
  restore(backup, testApp.dataDir);
  testApp.network.down = !isPaid;
  await testApp.start();
  return Object.assign(testApp, { saleId: sale.id });
}

const uncertain = {
  state: 'attention',
  billId: null,
  attention: { status: null, code: 'mayBeDelivered', traceId: null },
} as const;

async function appInDoubt(): ReturnType<typeof putBack> {
  const testApp = await putBack(true);
  expect(testApp.till.findSale(testApp.saleId)).toMatchObject(uncertain);
  return testApp;
}

test('the bill of a restored sale without an id needs a decision, because another copy may have sent it', async () => {
  const testApp = await putBack(false);
  await testApp.pay(testApp.saleId);
  testApp.reconnect();
  expect(await testApp.sale(testApp.saleId, ({ state }) => state !== 'queued')).toMatchObject(uncertain);
  expect(testApp.simulator.ledger().bills).toEqual([]);
});

/** Continues after `backup`, sells, and returns to the backup. The service has the receipt under the first id. */
async function soldSinceBackup(before: (testApp: TestApp) => void) {
  const testApp = await openTestApp({
    settings: { customer: { prefix: 'app:' }, pool: { target: 1 } },
    simulator: { switches: { knownExternalIds: ['app:known-1'] } },
  });
  const { id: saleId, billId } = await openPooledSale(testApp);
  before(testApp);
  await testApp.stop();
  const backup = copyOf(testApp.dataDir);
  await testApp.start();
  await idle(testApp);
  await testApp.pay(saleId);
  testApp.simulator.setSwitches({ acceptsSignIn: true });
  unwrap(await testApp.cashier['outbox.sendNow'](null));
  expect(await testApp.delivered(saleId)).toMatchObject({ billId });
  await testApp.stop();
  restore(backup, testApp.dataDir);
  await testApp.start();
  return Object.assign(testApp, { saleId, billId });
}

test('a restored sale that was cancelled overnight deletes no receipt that came after the backup', async () => {
  const testApp = await soldSinceBackup(({ simulator, clock }) => {
    simulator.setSwitches({ acceptsSignIn: false });
    simulator.revokeAccessTokens();
    simulator.revokeRefreshTokens();
    clock.advance(24 * 3_600_000);
  });
  const { saleId, billId } = testApp;
  await testApp.sale(saleId, ({ cancelled }) => cancelled === 'done');
  expect(testApp.simulator.ledger().cancels.map((one) => one.billId)).not.toContain(billId);
  await testApp.pay(saleId);
  expect(await testApp.sale(saleId, ({ state }) => state !== 'queued')).toMatchObject({
    attention: { code: 'mayBeDelivered' },
  });
  expect(testApp.simulator.ledger().bills).toHaveLength(1);
});

test('a restored open sale gets no other id when its customer is scanned', async () => {
  const testApp = await soldSinceBackup(() => undefined);
  const { saleId } = testApp;
  unwrap(await testApp.cashier['sale.identify']({ saleId, code: 'app:known-1' }));
  await testApp.pay(saleId);
  expect(await testApp.sale(saleId, ({ state }) => state !== 'queued')).toMatchObject({
    attention: { code: 'idInUse' },
  });
  expect(testApp.simulator.ledger().bills).toHaveLength(1);
});

test('a loyalty start that runs while a restored backup is checked is neither reported as unknown nor repeated', async () => {
  const testApp = await openTestApp();
  for (const at of Array(11).keys()) await openPooledSale(testApp, `sale-${at}`);
  const { id } = await openPooledSale(testApp, 'member');
  await testApp.stop();
  const backup = copyOf(testApp.dataDir);
  await testApp.start();
  await testApp.stop();
  restore(backup, testApp.dataDir);
  const checked = Promise.withResolvers<void>();
  const { nextTurn } = testApp.clock;
  testApp.clock.nextTurn = () => checked.promise;
  await testApp.start();
  testApp.clock.nextTurn = nextTurn;
  testApp.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'hang' } });
  const starting = testApp.till.startLoyalty(id, 'card-1');
  checked.resolve();
  await idle(testApp);
  expect(await testApp.till.startLoyalty(id, 'card-1')).toMatchObject({ ok: false, error: { code: 'conflict' } });
  await testApp.stop();
  await starting;
});

test('a receipt that a person found at the service counts as delivered and is not sent', async () => {
  const testApp = await appInDoubt();
  const { saleId } = testApp;
  unwrap(await testApp.cashier['attention.decide']({ saleId, as: 'delivered' }));
  expect(testApp.till.findSale(saleId)).toMatchObject({ state: 'delivered', attention: null });
  unwrap(testApp.till.markPrinted(saleId));
  await testApp.sale(saleId, ({ printed }) => printed === 'done');
  expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
  expect(testApp.simulator.ledger().bills).toEqual([]);
});

test('a receipt that a person did not find at the service is sent once under a new id', async () => {
  const testApp = await appInDoubt();
  const { saleId } = testApp;
  unwrap(await testApp.cashier['attention.decide']({ saleId, as: 'newId' }));
  const sale = await testApp.delivered(saleId);
  expect(testApp.simulator.ledger().bills.map(({ billId }) => billId)).toEqual([sale.billId]);
});

test('the cashier gets a notice of the restored database; neither "send everything again" nor a repeated bill sends the uncertain receipt', async () => {
  const testApp = await appInDoubt();
  const { saleId } = testApp;
  unwrap(await testApp.cashier['sale.select']({ saleId }));
  expect(testApp.view).toMatchObject({
    status: { notices: expect.arrayContaining(['databaseOlder']), attention: 1 },
    sale: { attention: { code: 'mayBeDelivered' } },
  });
  expect(unwrap(await testApp.cashier['attention.resendAll']({ status: null }))).toEqual({ count: 0 });
  expect(await testApp.pay(saleId)).toMatchObject({ state: 'attention' });
  expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: 1 });
});
