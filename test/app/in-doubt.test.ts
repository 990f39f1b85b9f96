import { expect, test } from 'vitest';
import { copyOf, restore } from './moved-data.ts';
import { idle } from './pass-time.ts';
import { codeOf, openPooledSale, openTestApp, type TestApp, unwrap } from './test-app.ts';

/** Stops a till and restores a backup that was made before its last start. */
async function putBack(testApp: TestApp): Promise<void> {
  await testApp.stop();
  const backup = copyOf(testApp.dataDir);
  await testApp.start();
  await testApp.stop();
  restore(backup, testApp.dataDir);
}

const uncertain = {
  state: 'attention',
  billId: null,
  attention: { status: null, code: 'mayBeDelivered', traceId: null },
} as const;

test('the bill of a restored sale without an id waits for a decision, because another copy may have sent it', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
  testApp.network.down = true;
  const open = async (reference: string) => unwrap(await testApp.till.openSale({ reference })).sale.id;
  const [found, missing, unwanted] = [await open('found'), await open('missing'), await open('unwanted')];
  const unpaid = await open('unpaid');
  for (const id of [found, missing, unwanted]) await testApp.pay(id);
  await putBack(testApp);
  await testApp.start();
  for (const id of [found, missing, unwanted]) expect(testApp.till.findSale(id)).toMatchObject(uncertain);
  await testApp.pay(unpaid);
  testApp.reconnect();
  expect(await testApp.sale(unpaid, ({ state }) => state !== 'queued')).toMatchObject(uncertain);
  unwrap(await testApp.cashier['sale.select']({ saleId: found }));
  expect(testApp.view).toMatchObject({
    status: { notices: expect.arrayContaining(['databaseOlder']), attention: 4 },
    sale: { attention: { code: 'mayBeDelivered' } },
  });
  // Neither "send everything again", nor the till, nor a restart sends it.
  expect(unwrap(await testApp.cashier['attention.resendAll']({ status: null }))).toEqual({ count: 0 });
  expect(await testApp.pay(found)).toMatchObject({ state: 'attention' });
  await testApp.restart();
  await idle(testApp);
  expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: 4 });
  expect(testApp.simulator.ledger().bills).toEqual([]);

  // A person found the first receipt at the service, and not the second one.
  unwrap(await testApp.cashier['attention.decide']({ saleId: found, as: 'delivered' }));
  expect(testApp.till.findSale(found)).toMatchObject({ state: 'delivered', attention: null });
  unwrap(testApp.till.markPrinted(found));
  await testApp.sale(found, ({ printed }) => printed === 'done');
  unwrap(await testApp.cashier['attention.decide']({ saleId: missing, as: 'newId' }));
  const sent = await testApp.delivered(missing);
  expect(testApp.simulator.ledger().bills.map(({ billId }) => billId)).toEqual([sent.billId]);
  expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: 2 });

  // Only a person ends the cancel: nothing here shows the id under which the service may have the receipt.
  for (const saleId of [unwanted, unwanted, found]) {
    unwrap(testApp.till.cancelSale(saleId));
    await idle(testApp);
    const unsettled = { state: 'cancelled', cancelled: 'queued', attention: { code: 'mayBeDelivered' } };
    expect(testApp.till.findSale(saleId)).toMatchObject(unsettled);
  }
  for (const saleId of [unwanted, found]) {
    unwrap(await testApp.cashier['attention.resend']({ saleId }));
    await testApp.sale(saleId, ({ cancelled }) => cancelled === 'done');
  }
});

/** Continues after `backup`, sells, and returns to the backup. The service has the receipt under the first id. */
async function soldSinceBackup(before: (testApp: TestApp, saleId: string) => unknown) {
  const testApp = await openTestApp({
    settings: { customer: { prefix: 'app:' }, pool: { target: 1 } },
    simulator: { switches: { knownExternalIds: ['app:known-1'] } },
  });
  const { id: saleId, billId } = await openPooledSale(testApp);
  await before(testApp, saleId);
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
  const testApp = await soldSinceBackup(async ({ simulator, clock, till }, id) => {
    unwrap(await till.startLoyalty(id, 'card-1'));
    simulator.faults.add({ route: 'loyaltyCancel', effect: { kind: 'status', status: 403, body: 'Not yours' } });
    simulator.setSwitches({ acceptsSignIn: false });
    simulator.revokeAccessTokens();
    simulator.revokeRefreshTokens();
    clock.advance(24 * 3_600_000);
  });
  const { saleId, billId } = testApp;
  await testApp.sale(saleId, ({ cancelled }) => cancelled === 'done');
  expect(testApp.simulator.ledger().cancels.map((one) => one.billId)).not.toContain(billId);
  // A person sends the refused loyalty cancel again and decides nothing about the receipt.
  await testApp.sale(saleId, ({ attention }) => attention?.status === 403);
  unwrap(await testApp.cashier['attention.resend']({ saleId }));
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
  await putBack(testApp);
  const checked = Promise.withResolvers<void>();
  const { nextTurn } = testApp.clock;
  testApp.clock.nextTurn = () => checked.promise;
  await testApp.start();
  testApp.clock.nextTurn = nextTurn;
  testApp.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'hang' } });
  const starting = testApp.till.startLoyalty(id, 'card-1');
  checked.resolve();
  await idle(testApp);
  expect(codeOf(await testApp.till.startLoyalty(id, 'card-1'))).toBe('conflict');
  await testApp.stop();
  await starting;
});
