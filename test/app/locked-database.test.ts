import { join } from 'node:path';
import { expect } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { afterLock, atReceipts, holdReceipts, otherProgram } from './other-program.ts';
import { idle, passTime, withClock } from './pass-time.ts';
import { hostEnv, startProgram, training } from './processes.ts';
import {
  codeOf,
  openPooledSale,
  openTestApp,
  openWithSale,
  smallBill,
  type TestApp,
  test,
  unwrap,
} from './test-app.ts';

test('while another process locks the database, health answers at once, reads are answered, and changes get 503 with Retry-After', async () => {
  const dataDir = tempFolder();
  const app = await startProgram(training(dataDir), hostEnv);
  const { pos } = app;
  await pos.untilPoolHas(1);
  const sale = await pos.json('POST', '/sales', { reference: 'before', amount: 19.9 });
  const other = otherProgram(join(dataDir, 'training/receipts.db'));
  other.exec('begin exclusive');

  const order: string[] = [];
  const call = async (name: string, ...request: Parameters<typeof pos.call>): Promise<Response> => {
    const answer = await pos.call(...request);
    order.push(name);
    return answer;
  };
  const changes = [
    ...Array.from({ length: 8 }, (_, index) => call('change', 'POST', '/sales', { reference: `locked-${index}` })),
    call('change', 'PUT', `/sales/${sale.id}/bill`, { bill: smallBill() }),
    call('change', 'POST', `/sales/${sale.id}/printed`),
    call('change', 'DELETE', `/sales/${sale.id}`),
    call('change', 'POST', '/receipts', { reference: 'locked-receipt', bill: smallBill() }),
  ];
  for (let count = 0; count < 3; count += 1) expect((await call('health', 'GET', '/health')).status).toBe(200);
  expect((await call('read', 'GET', `/sales/${sale.id}`)).status).toBe(200);
  expect((await call('read', 'GET', '/status')).status).toBe(200);
  for (const answer of await Promise.all(changes)) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ type: 'storage-busy' });
  }
  expect(order.slice(0, 5)).toEqual(['health', 'health', 'health', 'read', 'read']);

  other.exec('rollback');
  expect((await pos.json('GET', '/sales?limit=100')).items).toMatchObject([{ reference: 'before', state: 'open' }]);
  // A short lock causes no refusal.
  other.exec('begin exclusive');
  const waiting = call('waited', 'POST', '/sales', { reference: 'patient', amount: 5 });
  await call('health', 'GET', '/health');
  other.exec('rollback');
  expect((await waiting).status).toBe(201);
  expect((await pos.call('PUT', `/sales/${sale.id}/bill`, { bill: smallBill() })).status).toBe(202);
  await pos.sale(sale.id, ({ state }) => state === 'delivered');
  expect(await app.end('SIGTERM')).toBe(0);
});

test('a change that waits for a lock is answered before a stop closes the database', async ({ testApp, sale }) => {
  const release = holdReceipts(testApp);
  const cancelling = testApp.cashier['sale.cancel']({ saleId: sale.id });
  await testApp.stop();
  expect(codeOf(await cancelling)).toBe('storageBusy');
  release();
});

/** Calls `then` after the service has answered the next registration and before the app has the answer. */
function afterRegistration(testApp: TestApp, then: () => void, answer?: () => Promise<Response>): void {
  testApp.network.meets = (url, init) => {
    if (!url.endsWith('/v3/bill/url')) return null;
    testApp.network.meets = () => null;
    return (answer?.() ?? fetch(url, init)).then((answered) => {
      then();
      return answered;
    });
  };
}

/** Locks the database when the service answers a registration. Unlocks it once the app waits to write. */
async function duringLock<T>(testApp: TestApp, ask: () => Promise<T>, answer?: () => Promise<Response>): Promise<T> {
  let release = (): void => undefined;
  afterRegistration(
    testApp,
    () => {
      release = holdReceipts(testApp);
    },
    answer,
  );
  return afterLock(testApp, ask(), () => release());
}

test('a lock during the registration of an id does not cost the sale its QR code, which appears after a longer lock, but before the payment', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
  unwrap(await duringLock(testApp, () => testApp.till.openSale({ reference: 'r-1', amount: 5 })));
  expect(testApp.screen.kind).toBe('qr');
  const other = atReceipts(testApp);
  afterRegistration(testApp, () => other.exec('begin exclusive'));
  // The lock outlasts the time that a new sale waits for its id.
  const { sale } = unwrap(await withClock(testApp, testApp.till.openSale({ reference: 'r-2', amount: 5 }), 500));
  expect(sale.url).toBeNull();
  other.exec('rollback');
  await passTime(testApp, 60_000, () => testApp.till.findSale(sale.id)?.url != null);
  expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'open', url: expect.any(String) });
  expect(testApp.screen.kind).toBe('qr');
});

test('an id that was registered for another store during a lock is deleted at the service', async () => {
  const testApp = await openTestApp({
    settings: { pool: { target: 0 } },
    simulator: { account: { storeIds: ['store-1', 'store-2'] } },
  });
  const answering = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<string>();
  const end = testApp.app.onChange((change) => 'sale' in change && opened.resolve(change.sale().id));
  const other = atReceipts(testApp);
  testApp.network.meets = (url, init) => {
    afterRegistration(testApp, () => other.exec('begin exclusive'));
    return answering.promise.then(() => testApp.network.meets(url, init) ?? fetch(url, init));
  };
  const opening = testApp.till.openSale({ reference: 'r-1' });
  const saleId = await opened.promise;
  end();
  unwrap(await testApp.till.acceptBill(saleId, { bill: smallBill(), storeId: 'store-2' }));
  answering.resolve();
  await testApp.clock.untilTimerIn(50);
  other.exec('rollback');
  await passTime(testApp, 60_000, () => testApp.till.findSale(saleId)?.state === 'delivered');
  await opening;
  await passTime(testApp, 3_600_000);
  const { registrations, cancels } = testApp.simulator.ledger();
  expect(cancels.map(({ billId }) => billId)).toEqual([registrations[0]?.billId]);
});

test('a customer that the service refused is removed from the sale, even if the database was locked during the look-up', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 1 }, customer: { prefix: 'app:' } } });
  const { id: saleId } = await openPooledSale(testApp);
  await testApp.poolHas(1);
  const answer = async () => Response.json({ title: 'Bad', status: 400 }, { status: 400 });
  const pending = await duringLock(testApp, () => testApp.cashier['sale.identify']({ saleId, code: 'app:1' }), answer);
  expect(codeOf(pending)).toBe('refused');
  expect(testApp.view.sale).toMatchObject({ customerScanned: false });
});

/** Locks the database when the service has started a loyalty transaction, and lets the answer arrive. */
async function lockedStart(testApp: TestApp, saleId: string, before: () => Promise<unknown> = async () => null) {
  testApp.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'none' }, answerDelayMs: 1_000 });
  const starting = testApp.till.startLoyalty(saleId, 'card-1');
  await testApp.until(() => testApp.simulator.ledger().loyalty.length === 1);
  await before();
  const release = holdReceipts(testApp);
  await testApp.clock.passTimerIn(1_000);
  await testApp.until(() => testApp.network.underWay === 0);
  return { starting, release };
}

test('a lock during the start of a loyalty transaction neither loses its outcome nor starts it twice', async () => {
  const { testApp, sale } = await openWithSale();
  const { starting, release } = await lockedStart(testApp, sale.id);
  await idle(testApp, 20);
  release();
  testApp.clock.advance(500);
  expect(unwrap(await starting).state).toBe('active');
  expect(testApp.simulator.ledger().loyalty).toHaveLength(1);
});

test('a loyalty start whose outcome could not be written is unknown after a restart, also when the sale was paid meanwhile', async () => {
  const { testApp, sale } = await openWithSale();
  const { starting, release } = await lockedStart(testApp, sale.id, () => testApp.pay(sale.id));
  expect(codeOf(await withClock(testApp, starting, 500))).toBe('outcomeUnknown');
  release();
  await testApp.restart();
  // The id of the transaction is lost, so only a person can end it.
  expect(await testApp.till.cancelLoyalty(sale.id)).toMatchObject({
    error: { code: 'wrongState', message: expect.stringContaining('may have been started') },
  });
});

test('a start waits for a database that another process locks', async ({ testApp }) => {
  await testApp.stop();
  const release = holdReceipts(testApp);
  const started = testApp.start();
  await testApp.clock.untilTimers(1);
  release();
  testApp.clock.advance(1_000);
  await started;
  unwrap(await testApp.till.openSale({ reference: 'sale-1' }));
});
