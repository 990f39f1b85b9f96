import { describe, expect, test } from 'vitest';
import { asTill } from './asking.ts';
import { good, type House, openHouse, openPooledSale } from './house.ts';
import { quiet } from './pass-time.ts';

const hour = 3_600_000;
const registered = (house: House) => house.simulator.ledger().registrations.map(({ billId }) => billId);
const cancelled = (house: House) => house.simulator.ledger().cancels.map(({ billId }) => billId);
const available = (house: House): number => house.till.status().pool.available;

test('the pool covers the busiest hour of the last two weeks, at least ten sales, and reports how long that lasts', async () => {
  const house = await openHouse({ settings: { pool: { target: 200 } } });
  const pool = () => house.till.status().pool;
  await house.poolHas(10);
  expect(pool()).toEqual({ available: 10, target: 10, lastsMinutes: null });
  for (let index = 0; index < 12; index += 1) good(await house.till.openSale({ reference: `r-${index}`, amount: 5 }));
  house.clock.advance(hour);
  await house.poolHas(12);
  expect(pool()).toEqual({ available: 12, target: 12, lastsMinutes: 60 });
  house.clock.jumpTo(house.clock.now() + 15 * 24 * hour);
  expect(pool()).toMatchObject({ target: 10, lastsMinutes: null });
});

describe('the age limit', () => {
  const young = { settings: { pool: { target: 3, maxAgeHours: 10 } } };

  test('takes old ids out of the pool: never shown, replaced by fresh ones, deleted at the service', async () => {
    const house = await openHouse(young);
    await house.until(() => available(house) === 3);
    const old = registered(house);
    house.clock.advance(11 * hour);
    await house.until(() => cancelled(house).length === 3 && available(house) === 3);
    expect(new Set(cancelled(house))).toEqual(new Set(old));
    const sale = await openPooledSale(house);
    expect(old).not.toContain(sale.billId);
    expect(registered(house)).toContain(sale.billId);
  });

  test('applies before the first check: a sale never takes an id that is too old', async () => {
    const house = await openHouse(young);
    await house.until(() => available(house) === 3);
    house.network.down = true;
    await house.stop();
    house.clock.jumpTo(house.clock.now() + 11 * hour);
    await house.start();
    const { sale } = good(await house.till.openSale({ reference: 'r', amount: 5 }));
    expect(sale).toMatchObject({ billId: null, url: null, warnings: [{ path: '/url', code: 'no-code' }] });
  });

  test('deletes at the service also what expired while the network or the app was down', async () => {
    const house = await openHouse(young);
    await house.until(() => available(house) === 3);
    const old = registered(house);
    house.network.down = true;
    house.clock.advance(11 * hour);
    await house.until(() => available(house) === 0);
    await house.restart();
    house.reconnect();
    await house.until(() => cancelled(house).length === 3);
    expect(new Set(cancelled(house))).toEqual(new Set(old));
    await house.until(() => house.network.underWay === 0 && available(house) === 3);
    house.clock.advance(2 * hour);
    await quiet();
    expect(cancelled(house)).toHaveLength(3);
  });

  test('never deletes an id that a sale has', async () => {
    const house = await openHouse(young);
    await house.until(() => available(house) === 3);
    const sale = await house.sold();
    await house.until(() => available(house) === 3);
    house.clock.advance(11 * hour);
    await house.until(() => cancelled(house).length >= 3);
    await quiet();
    expect(cancelled(house)).not.toContain(sale.billId);
  });
});

test('ids belong to their store', async () => {
  const house = await openHouse({ simulator: { account: { storeIds: ['store-1', 'store-2'] } } });
  await house.until(() => available(house) === 5);
  const { sale } = good(await house.till.openSale({ reference: 'r', amount: 5, storeId: 'store-2' }));
  const registration = house.simulator.ledger().registrations.find(({ billId }) => billId === sale.billId);
  expect(registration?.storeId).toBe('store-2');
  expect(available(house)).toBe(5);
});

test('an id that is taken while the pool is being filled is replaced, too', async () => {
  const house = await openHouse({ settings: { pool: { target: 2 } } });
  await house.until(() => available(house) === 2);
  for (let index = 0; index < 20; index += 1) await openPooledSale(house, `sale-${index}`);
  await house.until(() => available(house) === 2);
  expect(new Set(registered(house)).size).toBe(22);
});

describe('an abandoned sale', () => {
  const morning = (house: House, days: number): number => {
    const start = new Date(house.clock.now());
    start.setDate(start.getDate() + days);
    start.setHours(4, 0, 0, 0);
    return start.getTime() - house.clock.now();
  };

  test('is cancelled at the service when the next day of business starts, not before', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    house.clock.advance(morning(house, 1) - 1_000);
    await quiet();
    expect(house.till.findSale(sale.id)?.state).toBe('open');
    house.clock.advance(1_000);
    expect(await house.sale(sale.id, (now) => now.cancelled === 'done')).toMatchObject({ state: 'cancelled' });
    expect(cancelled(house)).toEqual([sale.billId]);
  });

  test('opened just before the day starts belongs to the new day', async () => {
    const house = await openHouse();
    await house.until(() => available(house) === 5);
    house.clock.advance(morning(house, 1) - 600_000);
    const sale = await openPooledSale(house);
    house.clock.advance(1_200_000);
    await quiet();
    expect(house.till.findSale(sale.id)?.state).toBe('open');
    house.clock.advance(24 * hour);
    expect((await house.sale(sale.id, (now) => now.state === 'cancelled')).cancelled).not.toBeNull();
  });

  test('is never cancelled with a bill that is delivered, waiting or refused', async () => {
    const house = await openHouse();
    const sent = await house.sold('sent');
    const refused = await openPooledSale(house, 'refused');
    house.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 403, body: 'no' } });
    await house.pay(refused.id);
    await house.sale(refused.id, ({ state }) => state === 'attention');
    const waiting = await openPooledSale(house, 'waiting');
    house.network.down = true;
    await house.pay(waiting.id);
    house.clock.advance(72 * hour);
    await quiet();
    const states = [sent, refused, waiting].map(({ id }) => house.till.findSale(id)?.state);
    expect(states).toEqual(['delivered', 'attention', 'queued']);
    expect(cancelled(house).filter((id) => [sent.billId, refused.billId, waiting.billId].includes(id))).toEqual([]);
  });

  test('is found at the next start when the app was off in the morning, and deleted when the network is back', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    house.network.down = true;
    await house.stop();
    house.clock.jumpTo(house.clock.now() + 24 * hour);
    await house.start();
    // A cancel is useless before the service is available, and only its answer proves that the clock is right.
    expect(house.till.findSale(sale.id)).toMatchObject({ state: 'open' });
    house.reconnect();
    await house.sale(sale.id, (now) => now.cancelled === 'done');
    expect(cancelled(house)).toContain(sale.billId);
  });

  test('after the hours of the setting, or never when there are none', async () => {
    const house = await openHouse({ settings: { delivery: { abandonAfterHours: 2 } } });
    const sale = await openPooledSale(house);
    house.clock.advance(2 * hour - 1_000);
    await quiet();
    expect(house.till.findSale(sale.id)?.state).toBe('open');
    house.clock.advance(31_000);
    await house.sale(sale.id, ({ state }) => state === 'cancelled');

    const patient = await openHouse({ settings: { delivery: { abandonAfterHours: null } } });
    const kept = await openPooledSale(patient);
    patient.clock.advance(24 * 3 * hour);
    await quiet();
    expect(asTill(patient.app).findSale(kept.id)?.state).toBe('open');
  });

  test('with a loyalty transaction: that is cancelled as well', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    good(await house.till.startLoyalty(sale.id, 'card-1'));
    house.clock.advance(morning(house, 1));
    await house.sale(sale.id, ({ loyalty }) => loyalty?.state === 'cancelled');
    expect(house.simulator.ledger().loyalty.map(({ state }) => state)).toEqual(['cancelled']);
  });

  test('runs no timer more often than every 30 seconds', async () => {
    const house = await openHouse({ settings: { delivery: { abandonAfterHours: 0.1 } } });
    for (let index = 0; index < 5; index += 1) {
      await openPooledSale(house, `sale-${index}`);
      house.clock.advance(1_000);
    }
    await house.until(() => available(house) === 5);
    await house.until(() => house.network.underWay === 0);
    house.clock.advance(355_000);
    await quiet();
    expect(house.clock.pendingMs().every((delay) => delay > 10_000)).toBe(true);
  });
});

describe('without the network, in a shop that prints then', () => {
  const paper = { settings: { delivery: { offlineRule: 'paper' as const } } };
  const screen = (house: House) => house.screen;

  /** A full pool, and an app that knows that the service does not answer. */
  async function offline(): Promise<House> {
    const house = await openHouse(paper);
    await house.until(() => available(house) === 5);
    const sale = await openPooledSale(house, 'before');
    await house.until(() => available(house) === 5);
    house.network.down = true;
    await house.pay(sale.id);
    await house.until(() => house.till.status().service === 'offline');
    return house;
  }

  test('a sale shows paper in place of a QR code and takes no id, and its bill is delivered later', async () => {
    const house = await offline();
    const { sale } = good(await house.till.openSale({ reference: 'r', amount: 19.9 }));
    expect(sale).toMatchObject({ url: null, billId: null });
    expect(screen(house)).toEqual({ kind: 'paper', total: { amount: 19.9, currency: 'EUR' } });
    expect(available(house)).toBe(5);
    expect((await house.pay(sale.id)).state).toBe('queued');
    expect(screen(house)).toMatchObject({ kind: 'paper' });
    house.reconnect();
    const after = await house.delivered(sale.id);
    // Only the till or the cashier can confirm that paper was handed out.
    expect(after.printed).toBeNull();
    expect(house.simulator.ledger().bills.map(({ billId }) => billId)).toContain(after.billId);
  });

  test('an empty pool also leads to paper, without a request to offer a digital receipt', async () => {
    const house = await openHouse({ settings: { pool: { target: 0 } } });
    house.network.down = true;
    const { sale } = good(await house.till.openSale({ reference: 'r', amount: 19.9 }));
    await house.pay(sale.id);
    expect(screen(house)).toMatchObject({ kind: 'paper' });
    await house.until(() => house.view.sale?.needsPaper === true);
    house.reconnect();
    await house.delivered(sale.id);
  });

  test('a QR code shown before a network failure is followed by paper after the payment', async () => {
    const house = await openHouse(paper);
    await house.until(() => available(house) === 5);
    const first = await openPooledSale(house, 'first');
    const second = await openPooledSale(house, 'second');
    expect(screen(house)).toMatchObject({ kind: 'qr', url: second.url });
    await house.until(() => available(house) === 5);
    house.network.down = true;
    await house.pay(first.id);
    await house.until(() => house.till.status().service === 'offline');
    await house.pay(second.id);
    expect(screen(house)).toMatchObject({ kind: 'paper' });
  });

  test('the default rule shows the QR from the pool and queues', async () => {
    const house = await openHouse();
    await house.until(() => available(house) === 5);
    house.network.down = true;
    const sale = await openPooledSale(house);
    expect(screen(house)).toMatchObject({ kind: 'qr', url: sale.url });
  });
});
