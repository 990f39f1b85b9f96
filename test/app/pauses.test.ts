import { describe, expect, test } from 'vitest';
import { good, type House, type HouseOptions, openHouse, openPooledSale, smallBill } from './house.ts';
import { idle, passTime } from './pass-time.ts';

/** After the service has recovered, the test only lets time pass: no call, no tap and no wake-up. */

const minutes = (count: number): number => count * 60_000;
const outbox = (house: House) => house.till.status().outbox;
const on = (house: House, route: string) => house.simulator.ledger().requests.filter((call) => call.route === route);

async function paidSales(house: House, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await openPooledSale(house, `sale-${index}`);
    await house.pay(id);
    ids.push(id);
  }
  return ids;
}

/** A full pool, so that only the queue sends requests to the service. */
async function fullHouse(options: HouseOptions = {}): Promise<House> {
  const house = await openHouse({
    ...options,
    settings: { delivery: { abandonAfterHours: null }, ...options.settings },
  });
  await house.poolHas(5);
  return house;
}

const isDone = (house: House) => (): boolean => outbox(house).queued === 0 && house.till.status().service === 'online';

describe('a sign-in that is needed', () => {
  test('ends automatically: within fifteen minutes of a valid password the waiting bills are sent', async () => {
    const house = await fullHouse();
    house.simulator.setSwitches({ acceptsSignIn: false });
    house.simulator.revokeAccessTokens();
    await paidSales(house, 3);
    await passTime(house, minutes(300));
    expect(house.till.status()).toMatchObject({ service: 'signInNeeded', outbox: { queued: 3 } });
    const { nextTryAt } = outbox(house);
    expect(Date.parse(nextTryAt ?? '') - house.clock.now()).toBeLessThanOrEqual(minutes(10));
    house.simulator.setSwitches({ acceptsSignIn: true });
    await passTime(house, minutes(15), isDone(house));
    expect(house.till.status()).toMatchObject({ service: 'online', outbox: { queued: 0, nextTryAt: null } });
    expect(house.simulator.ledger().bills).toHaveLength(3);
  });

  test('because the service answers 401 to good tokens asks again every five minutes at most', async () => {
    const house = await fullHouse();
    house.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 401 }, times: 'forever' });
    await paidSales(house, 2);
    await passTime(house, minutes(120));
    expect(house.till.status()).toMatchObject({ service: 'signInNeeded', outbox: { queued: 2 } });
    house.simulator.faults.clear();
    await passTime(house, minutes(5), isDone(house));
    expect(outbox(house).queued).toBe(0);
  });

  test('is tried at once on request of a person', async () => {
    const house = await fullHouse();
    house.simulator.setSwitches({ acceptsSignIn: false });
    house.simulator.revokeAccessTokens();
    await paidSales(house, 3);
    await passTime(house, minutes(60));
    house.simulator.setSwitches({ acceptsSignIn: true });
    good(await house.cashier['outbox.sendNow'](null));
    await idle(house);
    expect(outbox(house).queued).toBe(0);
  });

  test('because the keychain is locked for a moment lasts minutes, not an hour', async () => {
    const house = await fullHouse();
    const { get } = house.secrets;
    house.secrets.get = () => Promise.reject(new Error('the keychain is locked'));
    house.simulator.revokeAccessTokens();
    house.simulator.revokeRefreshTokens();
    await paidSales(house, 2);
    await passTime(house, minutes(3));
    expect(house.till.status().service).toBe('signInNeeded');
    house.secrets.get = get;
    await passTime(house, minutes(5), isDone(house));
    expect(outbox(house).queued).toBe(0);
    await passTime(house, minutes(1));
    expect(house.till.status().pool.available).toBe(5);
  });

  test('ends automatically without waiting bills, and the status shows it', async () => {
    const house = await fullHouse();
    house.simulator.setSwitches({ acceptsSignIn: false });
    house.simulator.revokeAccessTokens();
    await openPooledSale(house, 'nobody pays');
    await house.until(() => house.till.status().service === 'signInNeeded');
    await passTime(house, minutes(120));
    house.simulator.setSwitches({ acceptsSignIn: true });
    await passTime(house, minutes(15), () => house.till.status().service === 'online');
    expect(house.till.status()).toMatchObject({ service: 'online' });
    await passTime(house, minutes(1));
    expect(house.till.status().pool.available).toBe(5);
  });
});

test('a status names at most twenty unknown stores', async () => {
  const house = await fullHouse();
  for (let index = 0; index < 30; index += 1) {
    const receipt = { reference: `r-${index}`, storeId: `store-x${index}`, bill: smallBill() };
    good(await house.till.acceptReceipt(receipt));
  }
  await idle(house, 2_000);
  await house.until(() => outbox(house).storesUnknown?.length === 20);
  expect(house.till.status().refusals).toHaveLength(20);
  expect(outbox(house).queued).toBe(30);
});

test('after an outage the first good answer to any request sends the waiting bills within a second', async () => {
  const house = await fullHouse();
  let registersAgain = false;
  let takesBillsAgain = false;
  const down = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));
  house.network.meets = (url) => {
    if (url.endsWith('/bill/url') && registersAgain) {
      takesBillsAgain = true;
      return null;
    }
    return takesBillsAgain ? null : down();
  };
  await paidSales(house, 4);
  await passTime(house, minutes(60));
  expect(outbox(house).queued).toBe(4);
  registersAgain = true;
  await passTime(house, minutes(6), () => takesBillsAgain);
  await passTime(house, 1_000, isDone(house));
  expect(outbox(house).queued).toBe(0);
});

test('Retry-After delays the waiting bills after any wake-up, but not the current sale; the status shows the time', async () => {
  const house = await fullHouse();
  const { sale: open } = good(await house.till.openSale({ reference: 'open', amount: 19.9 }));
  const { sale: cancelled } = good(await house.till.openSale({ reference: 'cancelled', amount: 19.9 }));
  house.simulator.faults.add({
    route: 'bill',
    effect: { kind: 'status', status: 429, headers: { 'retry-after': '60' } },
  });
  const [first = ''] = await paidSales(house, 1);
  await house.until(() => outbox(house).pacedUntil !== null);
  const until = Date.parse(outbox(house).pacedUntil ?? '');
  const waitMs = until - house.clock.now();
  expect(waitMs).toBeGreaterThanOrEqual(60_000);
  expect(waitMs).toBeLessThanOrEqual(62_000);
  const known = house.till.openSale({ reference: 'known', amount: 1, customer: { externalId: 'K-1' } });
  expect(good(await known).sale.billId).not.toBeNull();
  good(await house.till.startLoyalty(open.id, 'card-1'));
  good(house.till.cancelSale(cancelled.id));
  for (let index = 0; index < 10; index += 1) {
    const { sale } = good(await house.till.openSale({ reference: `busy-${index}`, amount: 19.9 }));
    await house.pay(sale.id);
  }
  house.app.wake('network-back');
  good(await house.cashier['outbox.sendNow'](null));
  await passTime(house, waitMs - 1_000);
  expect([on(house, 'bill').length, on(house, 'cancel').length]).toEqual([1, 0]);
  const told = new Date(until).toISOString();
  expect(outbox(house)).toMatchObject({ queued: 12, nextTryAt: told, pacedUntil: told });
  expect(house.till.status().service).toBe('online');
  await passTime(house, minutes(15), isDone(house));
  expect(house.till.findSale(first)?.state).toBe('delivered');
  expect(outbox(house)).toMatchObject({ queued: 0, pacedUntil: null });
  expect(on(house, 'bill').length).toBeLessThanOrEqual(14);
});

test('thousands of resent bills leave in batches: tills have their turn between them, and a window gets one snapshot for each', async () => {
  const house = await fullHouse();
  // Each refusal names a field of its receipt: refusals without a field would pause the whole store.
  const body = JSON.stringify({ title: 'Wrong', status: 400, errors: { 'Bill.Head.Number': ['is taken'] } });
  house.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 400, body }, times: 'forever' });
  for (let index = 0; index < 100; index += 1) {
    good(await house.till.acceptReceipt({ reference: `r-${index}`, bill: smallBill() }));
  }
  await house.until(() => outbox(house).attention === 100);
  house.network.down = true;
  const shown = house.shown.cashier.length;
  const seen: number[] = [outbox(house).attention];
  let isOver = false;
  const resending = house.cashier['attention.resendAll']({ status: 400 }).then((answer) => {
    isOver = true;
    return answer;
  });
  while (!isOver) {
    seen.push(outbox(house).attention);
    await house.clock.nextTurn();
  }
  expect(good(await resending)).toEqual({ count: 100 });
  const steps = seen.map((left, index) => (seen[index - 1] ?? left) - left);
  expect(Math.max(...steps)).toBeLessThanOrEqual(20);
  expect(house.shown.cashier.length - shown).toBeLessThan(40);
});

test('a store that the service knows again gets its bills within five minutes', async () => {
  const house = await fullHouse();
  const unknown = { status: 404, body: 'Store not found', headers: { 'content-type': 'text/plain' } };
  house.simulator.faults.add({ route: 'bill', effect: { kind: 'status', ...unknown }, times: 'forever' });
  await paidSales(house, 20);
  await passTime(house, minutes(300));
  expect(outbox(house)).toMatchObject({ queued: 20, attention: 0, storesUnknown: ['store-1'] });
  expect(Date.parse(outbox(house).nextTryAt ?? '') - house.clock.now()).toBeLessThanOrEqual(minutes(5));
  house.simulator.faults.clear();
  await passTime(house, minutes(5) + 1_000, isDone(house));
  expect(outbox(house).queued).toBe(0);
  expect(outbox(house).storesUnknown).toBeUndefined();
});

test('after a restart in an outage, bills with many failures also leave as soon as the service answers', async () => {
  const house = await fullHouse();
  house.network.down = true;
  await paidSales(house, 4);
  await passTime(house, minutes(60));
  await house.restart();
  house.network.down = false;
  await passTime(house, 2_000, isDone(house));
  expect(outbox(house).queued).toBe(0);
});
