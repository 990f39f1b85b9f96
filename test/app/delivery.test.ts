import { describe, expect, test } from 'vitest';
import { good, type House, type HouseOptions, openHouse, openPooledSale, smallBill } from './house.ts';
import { passTime, quiet } from './pass-time.ts';

type RequestRecord = ReturnType<House['simulator']['ledger']>['requests'][number];

const on = (house: House, route: string): readonly RequestRecord[] =>
  house.simulator.ledger().requests.filter((request) => request.route === route);
const stored = (house: House): readonly string[] => house.simulator.ledger().bills.map(({ billId }) => billId);
const stateOf = (house: House, id: string) => house.till.findSale(id)?.state;
const notDone = (house: House) => house.log.lines.filter(({ event }) => event === 'delivery-not-done');

async function paidSales(house: House, count: number, prefix = 'sale'): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const sale = await openPooledSale(house, `${prefix}-${index}`);
    await house.pay(sale.id);
    ids.push(sale.id);
  }
  return ids;
}

async function openPooledSales(house: House, count: number): Promise<readonly string[]> {
  const sales = [];
  for (let index = 0; index < count; index += 1) sales.push(await openPooledSale(house, `one-${index}`));
  return sales.map(({ id }) => id);
}

const delivered = (house: House, ids: readonly string[]): Promise<void> =>
  house.until(() => ids.every((id) => stateOf(house, id) === 'delivered'));

/** The clock may advance only while no request is in progress, so that no request reaches its time-out. */
async function laterWhenIdle(house: House, ms = 2_000): Promise<void> {
  await quiet();
  await house.until(() => house.network.underWay === 0);
  await quiet();
  house.clock.advance(ms);
}

describe('a store that the service does not know', () => {
  const twoStores: HouseOptions = { simulator: { account: { storeIds: ['store-1', 'store-2'] } } };

  test('pauses the bills of that store after one refusal while bills of other stores continue', async () => {
    const house = await openHouse(twoStores);
    const lost: string[] = [];
    for (let index = 0; index < 30; index += 1) {
      const receipt = { reference: `lost-${index}`, storeId: 'store-9', bill: smallBill() };
      lost.push(good(await house.till.acceptReceipt(receipt)).id);
    }
    await house.until(() => house.till.status().outbox.storesUnknown !== undefined);
    const questions = on(house, 'register').filter(({ status }) => status === 404).length;
    // At most two requests for each sale: one at its opening, and the one try of its bill.
    const known = await paidSales(house, 5);
    const other = good(await house.till.acceptReceipt({ reference: 'x', storeId: 'store-2', bill: smallBill() }));
    await delivered(house, [...known, other.id]);
    // One bill is retried automatically, at growing intervals of at most five minutes.
    await passTime(house, 3_600_000);
    const again = on(house, 'register').filter(({ status }) => status === 404).length - questions;
    expect(again).toBeGreaterThanOrEqual(12);
    expect(again).toBeLessThanOrEqual(30);
    expect(house.till.status()).toMatchObject({
      service: 'online',
      outbox: { queued: 30, attention: 0, storesUnknown: ['store-9'] },
    });
    expect(new Set(lost.map((id) => stateOf(house, id)))).toEqual(new Set(['queued']));
    const tries = notDone(house).map(({ fields }) => fields);
    expect(tries.length).toBeLessThanOrEqual(4 + again);
    expect(tries.every(({ outcome }) => outcome === 'storeUnknown')).toBe(true);
  });

  test('is not what a 404 without a name means that meets one bill only: that bill is shown, all others arrive', async () => {
    const house = await openHouse();
    const [bad = '', ...first] = await openPooledSales(house, 6);
    const { billId } = house.till.findSale(bad) ?? {};
    house.network.meets = (url, init) =>
      /v3[/]bill$/.test(url) && String(init.body).includes(String(billId))
        ? Promise.resolve(new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } }))
        : null;
    for (const id of [bad, ...first]) await house.pay(id);
    await house.until(() => notDone(house).length > 0);
    // One bill is tried after the other: the second one is accepted, and with it the store is known.
    await passTime(house, 60_000, () => stateOf(house, bad) === 'attention');
    expect(house.till.findSale(bad)).toMatchObject({ state: 'attention', attention: { status: 404 } });
    await delivered(house, first);
    expect(house.till.status().outbox).toMatchObject({ queued: 0, attention: 1 });
    const later = await paidSales(house, 3, 'later');
    await delivered(house, later);
  });

  test('resumes after a person resends, and asks once more if the store is still unknown', async () => {
    const house = await openHouse(twoStores);
    const sale = good(await house.till.acceptReceipt({ reference: 'x', storeId: 'store-9', bill: smallBill() }));
    await house.until(() => house.till.status().outbox.storesUnknown !== undefined);
    const tries = notDone(house).length;
    good(await house.cashier['attention.resendAll']({ status: 404 }));
    await house.until(() => notDone(house).length === tries + 1);
    expect(house.till.status().outbox.storesUnknown).toEqual(['store-9']);
    expect(stateOf(house, sale.id)).toBe('queued');
  });

  test('is corrected in the settings: sales with the store of the settings get the new one, and their bills are sent', async () => {
    const house = await openHouse({ ...twoStores, keptStoreId: 'stroe-1' });
    const { sale } = good(await house.till.openSale({ reference: 'r', amount: 19.9 }));
    await house.pay(sale.id);
    const named = good(await house.till.acceptReceipt({ reference: 'x', storeId: 'stroe-1', bill: smallBill() }));
    await house.until(() => house.till.status().outbox.storesUnknown?.[0] === 'stroe-1');
    const { connection } = good(await house.cashier['connection.get'](null));
    const corrected = { ...connection, storeId: 'store-1' };
    expect(good(await house.cashier['connection.save']({ connection: corrected, credentials: null })).ok).toBe(true);
    expect(await house.delivered(sale.id)).toMatchObject({ storeId: 'store-1' });
    expect(house.simulator.ledger().bills).toMatchObject([{ storeId: 'store-1' }]);
    // A store that the till itself named must be corrected by the till.
    expect(house.till.findSale(named.id)).toMatchObject({ state: 'queued', storeId: 'stroe-1' });
  });
});

test('a service that refuses every receipt with the same words pauses them with a notice, and one tap resends all', async () => {
  const house = await openHouse();
  const said = { kind: 'status', status: 403, body: 'Missing permission' } as const;
  house.simulator.faults.add({ route: 'bill', effect: said, times: 'forever' });
  const ids = await paidSales(house, 20);
  await house.until(() => (house.till.status().refusals ?? []).some(({ what }) => what === 'receipts'));
  await laterWhenIdle(house, 0);
  const { outbox, refusals } = house.till.status();
  expect(refusals).toMatchObject([{ what: 'receipts', storeId: 'store-1', status: 403, detail: 'Missing permission' }]);
  expect(outbox).toMatchObject({ queued: 16, attention: 4 });
  expect(outbox.storesUnknown).toBeUndefined();
  house.simulator.faults.clear();
  good(await house.cashier['attention.resendAll']({ status: 403 }));
  await delivered(house, ids);
  expect(house.till.status().refusals).toBeUndefined();
});

describe('an id that died', () => {
  test('of a sale that was cancelled meanwhile is not replaced', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    house.simulator.faults.add({
      route: 'bill',
      answerDelayMs: 1_000,
      effect: { kind: 'status', status: 404, body: '{"type":"pregeneratedbill-notfound"}' },
    });
    await house.poolHas(5);
    const registrations = house.simulator.ledger().registrations.length;
    await house.pay(sale.id);
    await house.until(() => on(house, 'bill').length === 1);
    good(house.till.cancelSale(sale.id));
    await house.clock.untilTimerIn(1_000);
    house.clock.advance(1_000);
    await house.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    expect(stored(house)).toEqual([]);
    expect(house.simulator.ledger().registrations).toHaveLength(registrations);
    expect(house.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
  });

  test('of a sale whose cancel is undone is replaced then, and the receipt is sent', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    house.simulator.faults.add({
      route: 'bill',
      answerDelayMs: 1_000,
      effect: {
        kind: 'status',
        status: 404,
        headers: { 'content-type': 'application/problem+json' },
        body: '{"type":"pregeneratedbill-notfound","title":"PreGeneratedBill could not be found.","status":404}',
      },
      times: 2,
    });
    await house.pay(sale.id);
    await house.until(() => on(house, 'bill').length === 1);
    good(await house.cashier['sale.cancel']({ saleId: sale.id }));
    await house.clock.untilTimerIn(1_000);
    house.clock.advance(1_000);
    await house.until(() => notDone(house).length === 1);
    good(await house.cashier['sale.undo']({ saleId: sale.id }));
    await house.until(() => on(house, 'bill').length === 2);
    await house.clock.untilTimerIn(1_000);
    house.clock.advance(1_000);
    await house.until(() => notDone(house).length === 2);
    house.clock.advance(2_000);
    const after = await house.delivered(sale.id);
    expect(after).toMatchObject({ qrReplaced: true, cancelled: null });
    expect(stored(house)).toEqual([after.billId]);
    expect(house.simulator.ledger().cancels).toEqual([]);
  });
});

describe('while the service is down', () => {
  /** 30 receipts on disk, and a service that answers every bill with 503. */
  async function downWith30(): Promise<{ readonly house: House; readonly ids: readonly string[] }> {
    const house = await openHouse({ settings: { pool: { target: 40 } } });
    await house.poolHas(10);
    house.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 503 }, times: 'forever' });
    const ids = await paidSales(house, 30);
    // The first few are tried; then the service counts as down, and the rest waits with them.
    await house.until(() => notDone(house).length >= 3);
    await quiet();
    return { house, ids };
  }

  test.each([['the network is back', 'network-back'] as const, ['the computer woke up', 'resumed'] as const])(
    'everything is sent at once when %s',
    async (_name, reason) => {
      const { house, ids } = await downWith30();
      house.simulator.faults.clear();
      house.app.wake(reason);
      await delivered(house, ids);
      expect(new Set(stored(house)).size).toBe(30);
      expect(stored(house)).toHaveLength(30);
    },
  );
});

test('a bill that always fails blocks none of 100 other bills', async () => {
  const house = await openHouse();
  const poison = await openPooledSale(house, 'poison');
  const isPoison = (init: RequestInit): boolean => typeof init.body === 'string' && init.body.includes('"R-poison"');
  house.network.meets = (url, init) => {
    if (url.endsWith('/v3/bill') && isPoison(init)) return Promise.resolve(new Response('', { status: 503 }));
    return null;
  };
  const bill = smallBill(19.9, { head: { number: 'R-poison', date: '2026-01-05T10:00:00+01:00' } });
  await house.pay(poison.id, bill);
  const ids: string[] = [];
  for (let index = 0; index < 100; index += 1) {
    ids.push(...(await paidSales(house, 1, `good-${index}`)));
    house.clock.advance(1_000);
  }
  await delivered(house, ids);
  expect(stored(house)).toHaveLength(100);
  expect(stateOf(house, poison.id)).toBe('queued');
  // The bill has its own growing pauses, although other bills are delivered all the time.
  const tries = notDone(house).filter(({ fields }) => fields.kind === 'bill').length;
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThan(25);
});

test('the requests of one sale stay in order after any failure between them', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  for (const route of ['bill', 'printed', 'cancel'] as const)
    house.simulator.faults.add({ route, effect: { kind: 'resetAfter' }, times: 2 });
  await house.pay(sale.id);
  good(house.till.markPrinted(sale.id));
  while (on(house, 'printed').length === 0) await laterWhenIdle(house);
  good(house.till.cancelSale(sale.id));
  while (house.till.findSale(sale.id)?.cancelled !== 'done') await laterWhenIdle(house);
  const routes = house.simulator
    .ledger()
    .requests.map(({ route }) => route)
    .filter((route) => route === 'bill' || route === 'printed' || route === 'cancel');
  expect(routes).toEqual(['bill', 'bill', 'bill', 'printed', 'printed', 'printed', 'cancel', 'cancel', 'cancel']);
  expect(stored(house)).toEqual([sale.billId]);
});

test('a mark that was refused is sent again when the till asks again', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  await house.pay(sale.id);
  house.simulator.faults.add({ route: 'printed', effect: { kind: 'status', status: 403, body: 'no' } });
  good(house.till.markPrinted(sale.id));
  await house.sale(sale.id, ({ attention }) => attention !== null);
  good(house.till.markPrinted(sale.id));
  expect(await house.sale(sale.id, ({ printed }) => printed === 'done')).toMatchObject({ attention: null });
});

test('a cancel while the id is just being registered deletes that id', async () => {
  const house = await openHouse({ settings: { pool: { target: 0 } } });
  house.simulator.faults.add({ route: 'register', effect: { kind: 'none' }, answerDelayMs: 1_000 });
  const opening = house.till.openSale({ reference: 'r', amount: 19.9 });
  await house.until(() => house.simulator.ledger().registrations.length === 1);
  const id = house.till.listSales({ limit: 1 }).items[0]?.id ?? '';
  good(house.till.cancelSale(id));
  await house.clock.untilTimerIn(1_000);
  house.clock.advance(1_000);
  await opening;
  await house.sale(id, ({ cancelled }) => cancelled === 'done');
  const { registrations, cancels } = house.simulator.ledger();
  expect(cancels.map(({ billId }) => billId)).toEqual(registrations.map(({ billId }) => billId));
});
