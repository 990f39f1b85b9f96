import { describe, expect, test } from 'vitest';
import { billOf, checkInvariants, type Model } from './model.ts';
import { commandsWithPauses, openKeychain, storeUnknownSinceStart } from './model-pauses.ts';
import { runModel } from './model-run.ts';
import { idle, passTime } from './pass-time.ts';
import { good, openPooledSale, openTestApp, smallBill, type TestApp, type TestAppOptions } from './test-app.ts';

/** After the service has recovered, these tests only let time pass: no call, no tap, no wake-up. */

const minutes = (count: number): number => count * 60_000;
const outbox = (testApp: TestApp) => testApp.till.status().outbox;
const on = (testApp: TestApp, route: string) =>
  testApp.simulator.ledger().requests.filter((call) => call.route === route);

async function paidSales(testApp: TestApp, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await openPooledSale(testApp, `sale-${index}`);
    await testApp.pay(id);
    ids.push(id);
  }
  return ids;
}

/** With a full pool only the queue sends requests. */
async function appWithFullPool(options: TestAppOptions = {}): Promise<TestApp> {
  const testApp = await openTestApp({
    ...options,
    settings: { delivery: { abandonAfterHours: null }, ...options.settings },
  });
  await testApp.poolHas(5);
  return testApp;
}

const isDone = (testApp: TestApp) => (): boolean =>
  outbox(testApp).queued === 0 && testApp.till.status().service === 'online';

describe('a missing sign-in', () => {
  test('ends automatically: within fifteen minutes after the password is valid, the waiting bills are sent', async () => {
    const testApp = await appWithFullPool();
    testApp.simulator.setSwitches({ acceptsSignIn: false });
    testApp.simulator.revokeAccessTokens();
    await paidSales(testApp, 3);
    await passTime(testApp, minutes(300));
    expect(testApp.till.status()).toMatchObject({ service: 'signInNeeded', outbox: { queued: 3 } });
    // This shop prints without the service, and a refused sign-in is as good as no service.
    testApp.changeSettings({ delivery: { offlineRule: 'paper' } });
    expect(good(await testApp.till.openSale({ reference: 'on paper' })).sale.url).toBeNull();
    const { nextTryAt } = outbox(testApp);
    expect(Date.parse(nextTryAt ?? '') - testApp.clock.now()).toBeLessThanOrEqual(minutes(10));
    testApp.simulator.setSwitches({ acceptsSignIn: true });
    await passTime(testApp, minutes(15), isDone(testApp));
    expect(testApp.till.status()).toMatchObject({ service: 'online', outbox: { queued: 0, nextTryAt: null } });
    expect(testApp.simulator.ledger().bills).toHaveLength(3);
  });

  test('is tried at once on request of a person', async () => {
    const testApp = await appWithFullPool();
    testApp.simulator.setSwitches({ acceptsSignIn: false });
    testApp.simulator.revokeAccessTokens();
    await paidSales(testApp, 3);
    await passTime(testApp, minutes(60));
    testApp.simulator.setSwitches({ acceptsSignIn: true });
    good(await testApp.cashier['outbox.sendNow'](null));
    await idle(testApp);
    expect(outbox(testApp).queued).toBe(0);
  });
});

test('a status names at most twenty unknown stores', async () => {
  const testApp = await appWithFullPool();
  for (let index = 0; index < 30; index += 1) {
    const receipt = { reference: `r-${index}`, storeId: `store-x${index}`, bill: smallBill() };
    good(await testApp.till.acceptReceipt(receipt));
  }
  await idle(testApp, 2_000);
  await testApp.until(() => outbox(testApp).storesUnknown?.length === 20);
  expect(testApp.till.status().refusals).toHaveLength(20);
  expect(outbox(testApp).queued).toBe(30);
});

test('after an outage the first good answer to any request sends the waiting bills within a second', async () => {
  const testApp = await appWithFullPool();
  let registersAgain = false;
  let takesBillsAgain = false;
  const down = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));
  testApp.network.meets = (url) => {
    if (url.endsWith('/bill/url') && registersAgain) {
      takesBillsAgain = true;
      return null;
    }
    return takesBillsAgain ? null : down();
  };
  await paidSales(testApp, 4);
  await passTime(testApp, minutes(60));
  expect(outbox(testApp).queued).toBe(4);
  registersAgain = true;
  await passTime(testApp, minutes(6), () => takesBillsAgain);
  await passTime(testApp, 1_000, isDone(testApp));
  expect(outbox(testApp).queued).toBe(0);
});

test('Retry-After delays the waiting bills after any wake-up, but not the current sale; the status shows the time', async () => {
  const testApp = await appWithFullPool();
  const { sale: open } = good(await testApp.till.openSale({ reference: 'open', amount: 19.9 }));
  const { sale: cancelled } = good(await testApp.till.openSale({ reference: 'cancelled', amount: 19.9 }));
  testApp.simulator.faults.add({
    route: 'bill',
    effect: { kind: 'status', status: 429, headers: { 'retry-after': '60' } },
  });
  const [first = ''] = await paidSales(testApp, 1);
  await testApp.until(() => outbox(testApp).pacedUntil !== null);
  const until = Date.parse(outbox(testApp).pacedUntil ?? '');
  const waitMs = until - testApp.clock.now();
  expect(waitMs).toBeGreaterThanOrEqual(60_000);
  expect(waitMs).toBeLessThanOrEqual(62_000);
  const known = testApp.till.openSale({ reference: 'known', amount: 1, customer: { externalId: 'K-1' } });
  expect(good(await known).sale.billId).not.toBeNull();
  good(await testApp.till.startLoyalty(open.id, 'card-1'));
  good(testApp.till.cancelSale(cancelled.id));
  for (let index = 0; index < 10; index += 1) {
    const { sale } = good(await testApp.till.openSale({ reference: `busy-${index}`, amount: 19.9 }));
    await testApp.pay(sale.id);
  }
  testApp.app.wake('network-back');
  good(await testApp.cashier['outbox.sendNow'](null));
  await passTime(testApp, waitMs - 1_000);
  expect([on(testApp, 'bill').length, on(testApp, 'cancel').length]).toEqual([1, 0]);
  const reported = new Date(until).toISOString();
  expect(outbox(testApp)).toMatchObject({ queued: 12, nextTryAt: reported, pacedUntil: reported });
  expect(testApp.till.status().service).toBe('online');
  await passTime(testApp, minutes(15), isDone(testApp));
  expect(testApp.till.findSale(first)?.state).toBe('delivered');
  expect(outbox(testApp)).toMatchObject({ queued: 0, pacedUntil: null });
  expect(on(testApp, 'bill').length).toBeLessThanOrEqual(14);
});

test('thousands of resent bills leave in batches: tills have their turn between them, and a window gets one snapshot for each batch', async () => {
  const testApp = await appWithFullPool();
  // Refusals name a field of their receipt. Without a field they would pause the whole store.
  const body = JSON.stringify({ title: 'Wrong', status: 400, errors: { 'Bill.Head.Number': ['is taken'] } });
  testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 400, body }, times: 'forever' });
  for (let index = 0; index < 100; index += 1) {
    good(await testApp.till.acceptReceipt({ reference: `r-${index}`, bill: smallBill() }));
  }
  await testApp.until(() => outbox(testApp).attention === 100);
  testApp.network.down = true;
  const shown = testApp.shown.cashier.length;
  const seen: number[] = [outbox(testApp).attention];
  let isOver = false;
  const resending = testApp.cashier['attention.resendAll']({ status: 400 }).then((answer) => {
    isOver = true;
    return answer;
  });
  while (!isOver) {
    seen.push(outbox(testApp).attention);
    await testApp.clock.nextTurn();
  }
  expect(good(await resending)).toEqual({ count: 100 });
  const steps = seen.map((left, index) => (seen[index - 1] ?? left) - left);
  expect(Math.max(...steps)).toBeLessThanOrEqual(20);
  expect(testApp.shown.cashier.length - shown).toBeLessThan(40);
});

const enoughMs = 15 * 60_000;

/** Repairs the service, the network and the keychain without informing the app. */
function answerWell(testApp: TestApp): void {
  testApp.network.down = false;
  testApp.simulator.faults.clear();
  testApp.simulator.setSwitches({ acceptsSignIn: true });
  openKeychain(testApp);
}

/** Sends the missing bills and repairs the service, then only advances the time. */
async function endsUnaided(model: Model, testApp: TestApp): Promise<void> {
  // Random runs seldom end with an unknown store and nothing else.
  if (model.sales.length % 3 === 0) await storeUnknownSinceStart(testApp);
  // A print row waits for the bill of its sale without limit, so every sale gets a bill first.
  for (const sale of model.sales) {
    if (sale.bill || sale.cancelled) continue;
    good(await testApp.till.acceptBill(sale.id, { bill: billOf(sale) }));
    sale.bill = true;
  }
  // Some requests still reach the service while it fails.
  await idle(testApp);
  answerWell(testApp);
  const status = () => testApp.till.status();
  // `unknown` is allowed: with nothing to send and a full pool, no request was necessary after a restart.
  const isWell = (): boolean => status().outbox.queued === 0 && ['online', 'unknown'].includes(status().service);
  await passTime(testApp, enoughMs, isWell);
  const { outbox, service } = status();
  if (!isWell()) {
    throw new Error(`after 15 minutes of good answers the service is ${service} and ${JSON.stringify(outbox)} is left`);
  }
  checkInvariants(model, testApp);
}

test('after any pause, a recovered service gets everything within 15 minutes without any action', async () => {
  await runModel({
    name: 'pauses',
    commands: commandsWithPauses,
    runs: 60,
    longest: 45,
    least: 600,
    before: endsUnaided,
  });
});
