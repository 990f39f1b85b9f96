import { expect } from 'vitest';
import { badBill } from './paired-till.ts';
import { codeOf, openPooledSale, openTestApp, openWithSale, test, unwrap } from './test-app.ts';

test('a loyalty start shows a welcome, then the QR code; the transaction ends with the bill that names it, and is cancelled with its sale', async ({
  testApp,
  sale,
}) => {
  const loyalty = unwrap(await testApp.till.startLoyalty(sale.id, 'card-1'));
  expect(loyalty.state).toBe('active');
  expect(testApp.screen.kind).toBe('welcome');
  const [reward] = testApp.view.sale?.loyalty?.rewards ?? [];
  expect(reward).toMatchObject({ name: 'Free coffee', description: 'One filter coffee with any purchase' });
  testApp.clock.advance(6_000);
  expect(testApp.screen.kind).toBe('qr');
  await testApp.pay(sale.id);
  expect((await testApp.delivered(sale.id)).loyalty?.state).toBe('ended');
  const couponingInformation = { type: 'Generic', transactionId: loyalty.transactionId };
  expect(testApp.simulator.ledger().bills[0]?.body).toMatchObject({
    bill: { misc: { 'extension:service': { couponingInformation } } },
  });
  unwrap(testApp.till.cancelSale(sale.id));
  await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
  await testApp.until(() => testApp.simulator.ledger().requests.some(({ route }) => route === 'loyaltyCancel'));
});

test('a loyalty transaction still ends if the bill is delivered between a cancel and its undo', async () => {
  const { testApp, sale } = await openWithSale();
  unwrap(await testApp.till.startLoyalty(sale.id, 'card-1'));
  const answered = Promise.withResolvers<void>();
  testApp.network.meets = (url, init) =>
    init.method === 'POST' ? fetch(url, init).then((answer) => answered.promise.then(() => answer)) : null;
  await testApp.pay(sale.id);
  await testApp.until(() => testApp.simulator.ledger().bills.length === 1);
  unwrap(await testApp.cashier['sale.cancel']({ saleId: sale.id }));
  answered.resolve();
  await testApp.until(() => testApp.network.underWay === 0);
  unwrap(await testApp.cashier['sale.undo']({ saleId: sale.id }));
  expect((await testApp.delivered(sale.id)).loyalty?.state).toBe('ended');
});

test.each([
  ['CANCELED', 'cancelled'],
  ['TRANSACTION_NOT_ACTIVE_ANYMORE', 'ended'],
  ['PENDING', 'unknown'],
])('a loyalty cancel reports the answer %s of the provider, and the transaction is then %s', async (status, state) => {
  const { testApp, sale } = await openWithSale();
  const { transactionId } = unwrap(await testApp.till.startLoyalty(sale.id, 'card-1'));
  testApp.network.meets = (_url, init) =>
    init.method === 'DELETE' ? Promise.resolve(Response.json({ transactionId, status })) : null;
  expect(unwrap(await testApp.till.cancelLoyalty(sale.id))).toEqual({ transactionId, status });
  expect(testApp.till.findSale(sale.id)?.loyalty).toMatchObject({ state, transactionId });
});

test('a sale cancelled during its loyalty start cancels the transaction, too', async ({ testApp, sale }) => {
  testApp.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'none' }, answerDelayMs: 1_000 });
  const starting = testApp.till.startLoyalty(sale.id, 'card-1');
  await testApp.until(() => testApp.simulator.ledger().loyalty.length === 1);
  unwrap(testApp.till.cancelSale(sale.id));
  await testApp.clock.passTimerIn(1_000);
  unwrap(await starting);
  await testApp.sale(sale.id, ({ cancelled, loyalty }) => cancelled === 'done' && loyalty?.state === 'cancelled');
});

/** A sale whose bill is delivered while its loyalty start is still running. `answer` ends that start. */
async function deliveredDuringStart() {
  const testApp = await openTestApp({ settings: { pool: { target: 1 } } });
  const { id } = unwrap(await testApp.till.openSale({ reference: 'sale-1', amount: 19.9 })).sale;
  const answered = Promise.withResolvers<void>();
  testApp.network.meets = (url, init) =>
    init.method === 'PUT' ? fetch(url, init).then((answer) => answered.promise.then(() => answer)) : null;
  const start = testApp.till.startLoyalty(id, 'card-1');
  await testApp.until(() => testApp.simulator.ledger().loyalty.length === 1);
  // The bill waits only this long for the loyalty start.
  testApp.changeSettings({ service: { interactiveTimeoutMs: 1_000 } });
  await testApp.pay(id);
  await testApp.until(() => testApp.clock.pendingMs().includes(1_000));
  testApp.clock.advance(1_000);
  await testApp.delivered(id);
  return { testApp, id, start, answer: answered.resolve };
}

test('a loyalty transaction that starts after its bill was sent is cancelled at the provider, and the till is informed', async () => {
  const { testApp, id, start, answer } = await deliveredDuringStart();
  answer();
  expect(codeOf(await start)).toBe('conflict');
  const sale = await testApp.sale(id, ({ loyalty }) => loyalty?.state === 'cancelled');
  expect(sale.state).toBe('delivered');
  expect(testApp.simulator.ledger().loyalty.map(({ state }) => state)).toEqual(['cancelled']);
  expect(codeOf(await testApp.till.startLoyalty(id, 'card-1'))).toBe('wrongState');
});

test.each(['before', 'after'])(
  'a loyalty transaction that starts too late %s a cancel of its sale ends, even if that cancel is undone',
  async (when) => {
    const { testApp, id, start, answer } = await deliveredDuringStart();
    testApp.simulator.faults.add({ route: 'loyaltyCancel', effect: { kind: 'status', status: 503 } });
    const cancel = async () => unwrap(await testApp.cashier['sale.cancel']({ saleId: id }));
    if (when === 'after') await cancel();
    answer();
    expect(codeOf(await start)).toBe('conflict');
    await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'delivery-not-completed'));
    if (when === 'before') await cancel();
    unwrap(await testApp.cashier['sale.undo']({ saleId: id }));
    testApp.clock.advance(2_000);
    await testApp.sale(id, ({ loyalty }) => loyalty?.state === 'cancelled');
  },
);

test('the reason of a refused loyalty cancel is shown after the sale was cancelled', async ({ testApp, sale }) => {
  unwrap(await testApp.till.startLoyalty(sale.id, 'card-1'));
  testApp.simulator.faults.add({ route: 'cancel', effect: { kind: 'status', status: 503 } });
  testApp.simulator.faults.add({ route: 'loyaltyCancel', effect: { kind: 'status', status: 403, body: 'Not yours' } });
  unwrap(testApp.till.cancelSale(sale.id));
  await testApp.sale(sale.id, ({ attention }) => attention !== null);
  testApp.clock.advance(2_000);
  const { attention } = await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
  expect(attention).toMatchObject({ status: 403 });
});

test('a refused loyalty cancel hides no doubt about the bill of its sale, and its reason is shown once the doubt is decided', async () => {
  const { testApp, sale } = await openWithSale();
  const answered = Promise.withResolvers<void>();
  testApp.network.meets = (url, init) =>
    init.method === 'PUT' ? fetch(url, init).then((answer) => answered.promise.then(() => answer)) : null;
  const { faults, ledger } = testApp.simulator;
  faults.add({ route: 'bill', effect: { kind: 'status', status: 503, processed: true } });
  faults.add({ route: 'bill', effect: badBill });
  faults.add({ route: 'loyaltyCancel', effect: { kind: 'status', status: 403, body: 'Not yours' } });
  const start = testApp.till.startLoyalty(sale.id, 'card-1');
  await testApp.until(() => ledger().loyalty.length === 1);
  testApp.changeSettings({ service: { interactiveTimeoutMs: 1_000 } });
  await testApp.pay(sale.id);
  await testApp.clock.passTimerIn(1_000);
  await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'delivery-not-completed'));
  testApp.clock.advance(1_000);
  await testApp.clock.passTimerIn(1_000);
  await testApp.sale(sale.id, ({ state }) => state === 'attention');
  answered.resolve();
  expect(codeOf(await start)).toBe('conflict');
  const isRefused = ({ fields }: { fields: Readonly<Record<string, unknown>> }) => fields.kind === 'loyaltyCancel';
  await testApp.until(() => testApp.log.lines.some(isRefused));
  expect(testApp.till.findSale(sale.id)?.attention).toMatchObject({ status: 400, code: 'mayBeDelivered' });
  unwrap(await testApp.cashier['attention.decide']({ saleId: sale.id, as: 'delivered' }));
  const decided = testApp.till.findSale(sale.id);
  expect(decided).toMatchObject({ state: 'delivered', attention: { status: 403, detail: 'Not yours' } });
  unwrap(await testApp.cashier['attention.resend']({ saleId: sale.id }));
  await testApp.sale(sale.id, ({ attention, loyalty }) => attention === null && loyalty?.state === 'cancelled');
});

test('a loyalty start in progress at a stop is recorded as unknown before the app ends', async ({ testApp, sale }) => {
  testApp.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'hang' } });
  const starting = testApp.till.startLoyalty(sale.id, 'card-1');
  await testApp.until(() => testApp.simulator.ledger().requests.some(({ route }) => route === 'loyaltyStart'));
  await testApp.pay(sale.id);
  await testApp.restart();
  expect(codeOf(await starting)).toBe('outcomeUnknown');
  expect(testApp.till.findSale(sale.id)?.loyalty?.state).toBe('unknown');
  await testApp.delivered(sale.id);
  expect(unwrap(await testApp.till.openSale({ reference: 'next' })).known).toBe(false);
});

test('a loyalty start whose answer differs from receipt-service.md is stored, shown, added to the bill and cancelled with the sale; the status and Diagnostics list the differences', async ({
  testApp,
}) => {
  // The service starts the transaction, but the body and the status of its answer are replaced.
  testApp.network.meets = (url, init) =>
    init.method !== 'PUT'
      ? null
      : fetch(url, init).then(async (response) => {
          const { transactionId } = (await response.json()) as { readonly transactionId: string };
          const odd = { customerId: 4711, providerType: 3, points: '120' };
          const unread = { activatedRewards: 'one', providerData: 'data' };
          return Response.json({ transactionId, ...odd, ...unread }, { status: 201 });
        });
  const start = async (reference: string) => {
    const sale = await openPooledSale(testApp, reference);
    const loyalty = unwrap(await testApp.till.startLoyalty(sale.id, 'card-1'));
    expect(loyalty).toMatchObject({
      ...{ state: 'active', customerId: '4711', providerType: '3' },
      ...{ points: null, activatedRewards: [], providerData: null },
    });
    expect(testApp.screen.kind).toBe('welcome');
    return { sale, transactionId: loyalty.transactionId };
  };
  const billed = await start('billed');
  await testApp.pay(billed.sale.id);
  await testApp.delivered(billed.sale.id);
  expect(testApp.simulator.ledger().bills[0]?.body).toMatchObject({
    bill: { misc: { 'extension:service': { couponingInformation: { transactionId: billed.transactionId } } } },
  });
  const taken = await start('taken back');
  unwrap(testApp.till.cancelSale(taken.sale.id));
  await testApp.sale(taken.sale.id, ({ cancelled, loyalty }) => cancelled === 'done' && loyalty?.state === 'cancelled');
  const ended = testApp.simulator.ledger().loyalty.filter(({ state }) => state === 'cancelled');
  expect(ended.map(({ transactionId }) => transactionId)).toEqual([taken.transactionId]);
  // Deviations are in the till's status and in Diagnostics.
  const { deviations, service } = testApp.till.status();
  expect(service).toBe('online');
  expect(deviations.map(({ route, count }) => [route, count])).toEqual(
    new Array(4).fill(['PUT /v3/loyalty/transactions', 2]),
  );
  expect(unwrap(await testApp.cashier['diagnostics.get'](null))).toMatchObject({ deviations });
});
