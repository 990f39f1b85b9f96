import { describe, expect } from 'vitest';
import { quiet } from './pass-time.ts';
import { openPooledSale, openTestApp, openWithSale, type TestApp, test, unwrap } from './test-app.ts';

const hour = 3_600_000;
const registered = (testApp: TestApp) => testApp.simulator.ledger().registrations.map(({ billId }) => billId);
const cancelled = (testApp: TestApp) => testApp.simulator.ledger().cancels.map(({ billId }) => billId);
const available = (testApp: TestApp): number => testApp.till.status().pool.available;

test('the pool of receipt ids covers the busiest hour of two weeks and at least ten sales, and the status says how long it lasts', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 200 } } });
  const pool = () => testApp.till.status().pool;
  await testApp.poolHas(10);
  expect(pool()).toEqual({ available: 10, target: 10, lastsMinutes: null });
  for (let index = 0; index < 12; index += 1)
    unwrap(await testApp.till.openSale({ reference: `r-${index}`, amount: 5 }));
  testApp.clock.advance(hour);
  await testApp.poolHas(12);
  expect(pool()).toEqual({ available: 12, target: 12, lastsMinutes: 60 });
  testApp.clock.jumpTo(testApp.clock.now() + 15 * 24 * hour);
  expect(pool()).toMatchObject({ target: 10, lastsMinutes: null });
});

describe('the age limit of pooled ids', () => {
  const young = { settings: { pool: { target: 3, maxAgeHours: 10 } } };

  test('removes old ids from the pool, but not that of a sale: they are never shown, but replaced by fresh ones and deleted at the service', async () => {
    const testApp = await openTestApp(young);
    await testApp.until(() => available(testApp) === 3);
    const { billId } = await testApp.sold();
    await testApp.until(() => available(testApp) === 3);
    const old = registered(testApp).filter((id) => id !== billId);
    testApp.clock.advance(11 * hour);
    await testApp.until(() => cancelled(testApp).length >= 3 && available(testApp) === 3);
    await quiet();
    expect(cancelled(testApp).toSorted()).toEqual(old.toSorted());
    const sale = await openPooledSale(testApp, 'next');
    expect(old).not.toContain(sale.billId);
    expect(registered(testApp)).toContain(sale.billId);
  });

  test('applies before the first check: a sale never gets an id that is too old', async () => {
    const testApp = await openTestApp(young);
    await testApp.until(() => available(testApp) === 3);
    testApp.network.down = true;
    await testApp.stop();
    testApp.clock.jumpTo(testApp.clock.now() + 11 * hour);
    await testApp.start();
    const { sale } = unwrap(await testApp.till.openSale({ reference: 'r', amount: 5 }));
    expect(sale).toMatchObject({ billId: null, url: null, warnings: [{ path: '/url', code: 'no-code' }] });
  });

  test('also deletes at the service the ids that expired while the network or the app was down', async () => {
    const testApp = await openTestApp(young);
    await testApp.until(() => available(testApp) === 3);
    const old = registered(testApp);
    testApp.network.down = true;
    testApp.clock.advance(11 * hour);
    await testApp.until(() => available(testApp) === 0);
    await testApp.restart();
    testApp.reconnect();
    await testApp.until(() => cancelled(testApp).length === 3);
    expect(new Set(cancelled(testApp))).toEqual(new Set(old));
    await testApp.until(() => testApp.network.underWay === 0 && available(testApp) === 3);
    testApp.clock.advance(2 * hour);
    await quiet();
    expect(cancelled(testApp)).toHaveLength(3);
  });
});

test('an id that is used while the pool is being filled is replaced, too', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 2 } } });
  await testApp.until(() => available(testApp) === 2);
  for (let index = 0; index < 20; index += 1) await openPooledSale(testApp, `sale-${index}`);
  await testApp.until(() => available(testApp) === 2);
  expect(new Set(registered(testApp)).size).toBe(22);
});

describe('an abandoned sale', () => {
  const morning = (testApp: TestApp, days: number): number => {
    const start = new Date(testApp.clock.now());
    start.setDate(start.getDate() + days);
    start.setHours(4, 0, 0, 0);
    return start.getTime() - testApp.clock.now();
  };

  test('is cancelled with its loyalty when the next business day starts, not before', async ({ testApp, sale }) => {
    unwrap(await testApp.till.startLoyalty(sale.id, 'card-1'));
    testApp.clock.advance(morning(testApp, 1) - 1_000);
    await quiet();
    expect(testApp.till.findSale(sale.id)?.state).toBe('open');
    testApp.clock.advance(1_000);
    expect(await testApp.sale(sale.id, (now) => now.cancelled === 'done')).toMatchObject({ state: 'cancelled' });
    expect(cancelled(testApp)).toEqual([sale.billId]);
    await testApp.sale(sale.id, ({ loyalty }) => loyalty?.state === 'cancelled');
    expect(testApp.simulator.ledger().loyalty.map(({ state }) => state)).toEqual(['cancelled']);
  });

  test('a sale with a delivered, waiting or refused bill is never cancelled', async ({ testApp }) => {
    const sent = await testApp.sold('sent');
    const refused = await openPooledSale(testApp, 'refused');
    testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 403, body: 'no' } });
    await testApp.pay(refused.id);
    await testApp.sale(refused.id, ({ state }) => state === 'attention');
    const waiting = await openPooledSale(testApp, 'waiting');
    testApp.network.down = true;
    await testApp.pay(waiting.id);
    testApp.clock.advance(72 * hour);
    await quiet();
    const states = [sent, refused, waiting].map(({ id }) => testApp.till.findSale(id)?.state);
    expect(states).toEqual(['delivered', 'attention', 'queued']);
    expect(cancelled(testApp).filter((id) => [sent.billId, refused.billId, waiting.billId].includes(id))).toEqual([]);
  });

  test('is found at the next start if the app was off in the morning, and is cancelled once the network is back', async () => {
    const { testApp, sale } = await openWithSale();
    testApp.network.down = true;
    await testApp.stop();
    testApp.clock.jumpTo(testApp.clock.now() + 24 * hour);
    await testApp.start();
    testApp.clock.advance(30_000);
    // Without the service a cancel is useless, and only an answer of the service proves that the clock is right.
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'open' });
    testApp.reconnect();
    await testApp.sale(sale.id, (now) => now.cancelled === 'done');
    expect(cancelled(testApp)).toContain(sale.billId);
  });

  test('is searched for at most every 30 seconds', async () => {
    const testApp = await openTestApp({ settings: { delivery: { abandonAfterHours: 0.1 } } });
    const sales: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      sales.push((await openPooledSale(testApp, `sale-${index}`)).id);
      testApp.clock.advance(1_000);
    }
    const open = () => sales.filter((id) => testApp.till.findSale(id)?.state === 'open').length;
    testApp.clock.advance(355_000);
    expect(open()).toBe(4);
    testApp.clock.advance(29_999);
    expect(open()).toBe(4);
    testApp.clock.advance(1);
    expect(open()).toBe(0);
  });
});
