import { describe, expect, test } from 'vitest';
import { wireExtension as ext, good, type House, openHouse, openPooledSale, smallBill } from './house.ts';

test('a loyalty transaction is started, welcomed without a name, and its id is on the bill', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  const loyalty = good(await house.till.startLoyalty(sale.id, 'card-1'));
  expect(loyalty.state).toBe('active');
  expect(house.screen.kind).toBe('welcome');
  house.clock.advance(6_000);
  expect(house.screen.kind).toBe('qr');
  await house.pay(sale.id);
  await house.delivered(sale.id);
  expect(house.simulator.ledger().bills[0]?.body).toMatchObject({
    bill: { misc: { [ext]: { couponingInformation: { type: 'Generic', transactionId: loyalty.transactionId } } } },
  });
});

test('it ends with the bill that carries it, and a sale that is cancelled afterwards takes it back', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  good(await house.till.startLoyalty(sale.id, 'card-1'));
  await house.pay(sale.id);
  expect((await house.delivered(sale.id)).loyalty?.state).toBe('ended');
  good(house.till.cancelSale(sale.id));
  await house.sale(sale.id, ({ cancelled }) => cancelled === 'done');
  await house.until(() => house.simulator.ledger().requests.some(({ route }) => route === 'loyaltyCancel'));
});

test('it ends also when its bill is delivered before a cancel of the sale is taken back', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  good(await house.till.startLoyalty(sale.id, 'card-1'));
  const answered = Promise.withResolvers<void>();
  house.network.meets = (url, init) =>
    init.method === 'POST' ? fetch(url, init).then((answer) => answered.promise.then(() => answer)) : null;
  await house.pay(sale.id);
  await house.until(() => house.simulator.ledger().bills.length === 1);
  good(await house.cashier['sale.cancel']({ saleId: sale.id }));
  answered.resolve();
  await house.until(() => house.network.underWay === 0);
  good(await house.cashier['sale.undo']({ saleId: sale.id }));
  expect((await house.delivered(sale.id)).loyalty?.state).toBe('ended');
});

test('it stays active when the bill carries another transaction of the till', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  good(await house.till.startLoyalty(sale.id, 'card-1'));
  const couponingInformation = { type: 'Generic', transactionId: 'of-the-till' };
  await house.pay(sale.id, smallBill(19.9, { misc: { 'extension:service': { couponingInformation } } }));
  expect((await house.delivered(sale.id)).loyalty?.state).toBe('active');
});

test.each([
  ['CANCELED', 'cancelled'],
  ['TRANSACTION_NOT_ACTIVE_ANYMORE', 'ended'],
  ['PENDING', 'unknown'],
])('a cancel that the provider answers with %s reports it, and the transaction is %s', async (status, state) => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  const { transactionId } = good(await house.till.startLoyalty(sale.id, 'card-1'));
  house.network.meets = (_url, init) =>
    init.method === 'DELETE' ? Promise.resolve(Response.json({ transactionId, status })) : null;
  expect(good(await house.till.cancelLoyalty(sale.id))).toEqual({ transactionId, status });
  expect(house.till.findSale(sale.id)?.loyalty).toMatchObject({ state, transactionId });
});

test('it is cancelled on request, and together with the sale', async () => {
  const house = await openHouse();
  const first = await openPooledSale(house, 'first');
  good(await house.till.startLoyalty(first.id, 'card-1'));
  expect(good(await house.till.cancelLoyalty(first.id))).toMatchObject({ status: 'CANCELED' });
  const second = await openPooledSale(house, 'second');
  good(await house.till.startLoyalty(second.id, 'card-2'));
  good(house.till.cancelSale(second.id));
  await house.sale(second.id, ({ cancelled, loyalty }) => cancelled === 'done' && loyalty?.state === 'cancelled');
  expect(house.simulator.ledger().loyalty.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
});

test('a sale cancelled during its loyalty start cancels the transaction, too', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  house.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'none' }, answerDelayMs: 1_000 });
  const starting = house.till.startLoyalty(sale.id, 'card-1');
  await house.until(() => house.simulator.ledger().loyalty.length === 1);
  good(house.till.cancelSale(sale.id));
  await house.clock.untilTimerIn(1_000);
  house.clock.advance(1_000);
  good(await starting);
  await house.sale(sale.id, ({ cancelled, loyalty }) => cancelled === 'done' && loyalty?.state === 'cancelled');
  expect(house.simulator.ledger().loyalty.map(({ state }) => state)).toEqual(['cancelled']);
});

test('a start whose answer was lost is unknown and never repeated by the app, not even after a restart', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  house.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'resetAfter' }, times: 1 });
  expect(await house.till.startLoyalty(sale.id, 'card-1')).toMatchObject({
    ok: false,
    error: { code: 'outcomeUnknown' },
  });
  await house.restart();
  house.clock.advance(3_600_000);
  expect(house.till.findSale(sale.id)?.loyalty?.state).toBe('unknown');
  expect(house.simulator.ledger().loyalty).toHaveLength(1);
});

test('a loyalty start in progress at a stop is recorded as unknown before the app ends', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  house.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'hang' } });
  const starting = house.till.startLoyalty(sale.id, 'card-1');
  await house.until(() => house.simulator.ledger().requests.some(({ route }) => route === 'loyaltyStart'));
  await house.pay(sale.id);
  await house.restart();
  expect(await starting).toMatchObject({ ok: false, error: { code: 'outcomeUnknown' } });
  expect(house.till.findSale(sale.id)?.loyalty?.state).toBe('unknown');
  await house.delivered(sale.id);
  expect(good(await house.till.openSale({ reference: 'next' })).known).toBe(false);
});

describe('a start that is answered otherwise than described', () => {
  /** The service has the right effect, but answers in the form that `differently` creates. */
  const answered = (house: House, differently: (body: Record<string, unknown>) => unknown): void => {
    house.network.meets = (url, init) =>
      init.method !== 'PUT'
        ? null
        : fetch(url, init).then(async (response) =>
            Response.json(differently((await response.json()) as Record<string, unknown>), { status: 201 }),
          );
  };

  test('is stored, shown, added to the bill and cancelled with it; differences are reported once, without values', async () => {
    const house = await openHouse();
    answered(house, ({ transactionId }) => ({
      transactionId,
      customerId: 4711,
      providerType: 3,
      points: '120',
      activatedRewards: 'canary-reward',
      providerData: 'canary-data',
    }));
    const start = async (reference: string) => {
      const sale = await openPooledSale(house, reference);
      const loyalty = good(await house.till.startLoyalty(sale.id, 'card-1'));
      expect(loyalty).toMatchObject({
        ...{ state: 'active', customerId: '4711', providerType: '3' },
        ...{ points: null, activatedRewards: [], providerData: null },
      });
      expect(house.screen.kind).toBe('welcome');
      return { sale, transactionId: loyalty.transactionId };
    };
    const billed = await start('billed');
    await house.pay(billed.sale.id);
    await house.delivered(billed.sale.id);
    expect(house.simulator.ledger().bills[0]?.body).toMatchObject({
      bill: { misc: { [ext]: { couponingInformation: { transactionId: billed.transactionId } } } },
    });
    const taken = await start('taken back');
    good(house.till.cancelSale(taken.sale.id));
    await house.sale(taken.sale.id, ({ cancelled, loyalty }) => cancelled === 'done' && loyalty?.state === 'cancelled');
    const ended = house.simulator.ledger().loyalty.filter(({ state }) => state === 'cancelled');
    expect(ended.map(({ transactionId }) => transactionId)).toEqual([taken.transactionId]);
    // Where people look: in the status for the till, and in Diagnostics.
    const { deviations, service } = house.till.status();
    expect(service).toBe('online');
    expect(deviations.map(({ route, count }) => [route, count])).toEqual(
      new Array(4).fill(['PUT /v3/loyalty/transactions', 2]),
    );
    expect(good(await house.cashier['diagnostics.get'](null))).toMatchObject({ deviations });
    const told = house.log.lines.filter(({ event }) => event === 'answer-deviates').map(({ fields }) => fields);
    const route = 'PUT /v3/loyalty/transactions';
    expect(told).toEqual([
      { route, pointer: '', found: 'HTTP 201', expected: 'HTTP 200' },
      { route, pointer: '/points', found: 'string', expected: 'number' },
      { route, pointer: '/activatedRewards', found: 'string', expected: 'array of objects' },
      { route, pointer: '/providerData', found: 'string', expected: 'object' },
    ]);
  });

  test('and names no transaction has an unknown outcome, and a cancel reports the known facts', async () => {
    const house = await openHouse();
    answered(house, () => ({ customerId: 'K-1' }));
    const sale = await openPooledSale(house);
    const started = await house.till.startLoyalty(sale.id, 'card-1');
    expect(started).toMatchObject({ error: { code: 'outcomeUnknown' } });
    expect(started.ok ? '' : started.error.message).toMatch(/the answer names no transaction/);
    const cancelled = await house.till.cancelLoyalty(sale.id);
    expect(cancelled).toMatchObject({ error: { code: 'wrongState' } });
    expect(cancelled.ok ? '' : cancelled.error.message).toMatch(/may have been started.*names no transaction/);
    expect(house.log.lines.map(({ fields }) => fields.pointer)).toContain('/transactionId');
  });
});

test('a start that the service answers with 503 is repeated at most twice, and then nothing was started', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  house.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'status', status: 503 }, times: 'forever' });
  const starting = house.till.startLoyalty(sale.id, 'card-1');
  for (const pauseMs of [400, 800]) {
    await house.clock.untilTimerIn(pauseMs);
    house.clock.advance(pauseMs);
  }
  expect(await starting).toMatchObject({ ok: false, error: { code: 'offline' } });
  expect(house.simulator.ledger().requests.filter(({ route }) => route === 'loyaltyStart')).toHaveLength(3);
  expect(house.till.findSale(sale.id)?.loyalty).toBeNull();
});
