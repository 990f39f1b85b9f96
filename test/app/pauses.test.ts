import { expect, test } from 'vitest';
import { billOfSale, checkInvariants, type Model } from './model.ts';
import { commandsWithPauses, storeUnknownSinceStart, unlockKeychain } from './model-pauses.ts';
import { runModel } from './model-run.ts';
import { idle, passTime } from './pass-time.ts';
import { openTestApp, smallBill, type TestApp, type TestAppOptions, unwrap } from './test-app.ts';

/** The pauses of queue, pool and sign-in. After a recovery the last test only lets time pass: no call, no tap. */

const outbox = (testApp: TestApp) => testApp.till.status().outbox;
/** With a full pool only the queue sends requests. */
async function appWithFullPool(options: TestAppOptions = {}): Promise<TestApp> {
  const testApp = await openTestApp({
    ...options,
    settings: { delivery: { abandonAfterHours: null }, ...options.settings },
  });
  await testApp.poolHas(5);
  return testApp;
}

test('a status names at most twenty unknown stores', async () => {
  const testApp = await appWithFullPool();
  for (let index = 0; index < 30; index += 1) {
    const receipt = { reference: `r-${index}`, storeId: `store-x${index}`, bill: smallBill() };
    unwrap(await testApp.till.acceptReceipt(receipt));
  }
  await idle(testApp, 2_000);
  await testApp.until(() => outbox(testApp).storesUnknown?.length === 20);
  expect(testApp.till.status().refusals).toHaveLength(20);
  expect(outbox(testApp).queued).toBe(30);
});

test('Retry-After delays the waiting bills, but not the current sale; the status shows the time', async () => {
  const testApp = await appWithFullPool();
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'open', amount: 19.9 }));
  const effect = { kind: 'status', status: 429, headers: { 'retry-after': '60' } } as const;
  testApp.simulator.faults.add({ route: 'bill', effect });
  unwrap(await testApp.till.acceptReceipt({ reference: 'delayed', bill: smallBill() }));
  await testApp.until(() => outbox(testApp).pacedUntil !== null);
  const { pacedUntil } = outbox(testApp);
  expect(Date.parse(pacedUntil ?? '') - testApp.clock.now()).toBeGreaterThanOrEqual(60_000);
  const known = testApp.till.openSale({ reference: 'known', amount: 1, customer: { externalId: 'K-1' } });
  expect(unwrap(await known).sale.billId).not.toBeNull();
  unwrap(await testApp.till.startLoyalty(sale.id, 'card-1'));
  unwrap(await testApp.cashier['outbox.sendNow'](null));
  await idle(testApp);
  expect(outbox(testApp)).toMatchObject({ queued: 1, nextTryAt: pacedUntil, pacedUntil });
  expect(testApp.till.status().service).toBe('online');
});

test('many resent bills are queued in batches of at most 20; other work runs between the batches, and few snapshots are sent', async () => {
  const testApp = await appWithFullPool();
  // Refusals name a field of their receipt. Without a field they would pause the whole store.
  const body = JSON.stringify({ title: 'Wrong', status: 400, errors: { 'Bill.Head.Number': ['is taken'] } });
  testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 400, body }, times: 'forever' });
  for (let index = 0; index < 100; index += 1) {
    unwrap(await testApp.till.acceptReceipt({ reference: `r-${index}`, bill: smallBill() }));
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
  expect(unwrap(await resending)).toEqual({ count: 100 });
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
  unlockKeychain(testApp);
}

/** Sends the missing bills and repairs the service, then only advances the time. */
async function endsUnaided(model: Model, testApp: TestApp): Promise<void> {
  // The service seldom lacks the store when a random run ends, so about every third run gets an unknown store.
  if (model.sales.length % 3 === 0) await storeUnknownSinceStart(testApp);
  // The report of a print waits for the bill of its sale without limit, so every sale gets a bill first.
  for (const sale of model.sales) {
    if (sale.bill || sale.cancelled) continue;
    unwrap(await testApp.till.acceptBill(sale.id, { bill: billOfSale(sale) }));
    sale.bill = true;
  }
  // The requests of these bills still meet the failing service, before it is repaired.
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
