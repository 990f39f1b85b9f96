import { describe, expect } from 'vitest';
import { holdReceipts } from './other-program.ts';
import { passTime } from './pass-time.ts';
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

const hour = 3_600_000;
const day = 24 * hour;

const notices = (testApp: TestApp): readonly string[] => testApp.till.status().notices;
const deletes = (testApp: TestApp): number =>
  testApp.simulator.ledger().requests.filter(({ method, path }) => method === 'DELETE' && path.includes('/bill'))
    .length;

/** Gives every answer of the service a date that is `aheadMs` before the clock of the app. */
function serviceKeepsItsTime(testApp: TestApp, aheadMs: number): void {
  testApp.network.meets = async (url, init) => {
    const answer = await fetch(url, init);
    const headers = new Headers(answer.headers);
    headers.set('date', new Date(testApp.clock.now() - aheadMs).toUTCString());
    return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), { status: answer.status, headers });
  };
}

describe('a sale that was cancelled because it was abandoned', () => {
  const soon = { settings: { delivery: { abandonAfterHours: 1 } } } as const;

  test('accepts its bill and print mark later under a new id, and the cashier reads that the previous code is invalid; not after a cancel by a person', async () => {
    const { testApp, sale } = await openWithSale(soon);
    const cancelled = await openPooledSale(testApp, 'cancelled by a person');
    unwrap(testApp.till.markPrinted(sale.id));
    testApp.clock.advance(hour + 31_000);
    for (const { id } of [sale, cancelled]) await testApp.sale(id, (abandoned) => abandoned.cancelled === 'done');
    unwrap(testApp.till.cancelSale(cancelled.id));
    const late = await testApp.till.acceptBill(cancelled.id, { bill: smallBill() });
    expect(codeOf(late)).toBe('wrongState');
    const accepted = await testApp.pay(sale.id);
    expect(accepted).toMatchObject({ state: 'queued', cancelled: null, qrReplaced: true, url: null });
    const delivered = await testApp.sale(sale.id, ({ state, printed }) => state === 'delivered' && printed === 'done');
    expect(delivered.billId).not.toBe(sale.billId);
    expect(delivered).toMatchObject({ qrReplaced: true, attention: null });
    expect(testApp.simulator.ledger().bills.map(({ billId }) => billId)).toEqual([delivered.billId]);
    unwrap(await testApp.cashier['sale.select']({ saleId: sale.id }));
    await testApp.until(() => testApp.view.sale?.qrReplaced === true);
  });

  test('retains its shown code if the cancel was never sent', async () => {
    const { testApp, sale } = await openWithSale(soon);
    testApp.clock.advance(hour - 10_000);
    // The service asks for a pause of all requests, including the cancel.
    testApp.simulator.faults.add({
      route: 'bill',
      effect: { kind: 'status', status: 503, headers: { 'retry-after': '120' } },
    });
    const other = await openPooledSale(testApp, 'other');
    await testApp.pay(other.id);
    await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'delivery-not-completed'));
    testApp.clock.advance(41_000);
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'cancelled', cancelled: 'queued' });
    const accepted = await testApp.pay(sale.id);
    expect(accepted).toMatchObject({ state: 'queued', url: sale.url, qrReplaced: false });
    await passTime(testApp, 10 * 60_000, () => testApp.till.findSale(sale.id)?.state === 'delivered');
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'delivered', billId: sale.billId });
    expect(deletes(testApp)).toBe(0);
  });

  test('is delivered once if its bill arrived while its cancel was being sent', async () => {
    const { testApp, sale } = await openWithSale(soon);
    testApp.simulator.faults.add({ route: 'cancel', effect: { kind: 'none' }, answerDelayMs: 2_000 });
    testApp.clock.advance(hour + 31_000);
    await testApp.until(() => deletes(testApp) === 1);
    await testApp.pay(sale.id);
    await testApp.until(() => {
      testApp.clock.advance(100);
      return testApp.till.findSale(sale.id)?.state === 'delivered';
    });
    await passTime(testApp, 60_000);
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'delivered', cancelled: null });
    expect(testApp.simulator.ledger().bills).toHaveLength(1);
    // A person can still cancel the delivered sale.
    unwrap(await testApp.till.cancelSale(sale.id));
    await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    expect(testApp.simulator.ledger().bills).toHaveLength(1);
  });
});

describe('a clock that jumps by more than an hour', () => {
  test('a clock set a day ahead while the program runs is reported for an hour, and nothing is discarded in that hour', async () => {
    const { testApp, sale } = await openWithSale();
    testApp.clock.jumpTo(testApp.clock.now() + day);
    testApp.app.wake('resumed');
    expect(notices(testApp)).toEqual(['clockWrong']);
    await passTime(testApp, 50 * 60_000);
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'open' });
    expect(notices(testApp)).toEqual(['clockWrong']);
    await passTime(testApp, 20 * 60_000);
    expect(notices(testApp)).toEqual([]);
  });

  test('a clock set a day ahead while the program was off is detected by the service’s answers and reported until it is corrected; no data are discarded', async () => {
    const { testApp, sale } = await openWithSale();
    await testApp.stop();
    serviceKeepsItsTime(testApp, day);
    testApp.clock.jumpTo(testApp.clock.now() + day);
    await testApp.start();
    // This sale takes a pooled id, so the app must ask the service for another one.
    unwrap(await testApp.till.openSale({ reference: 'asks', amount: 5 }));
    await testApp.until(() => notices(testApp).length > 0);
    expect(notices(testApp)).toEqual(['clockWrong']);
    await passTime(testApp, 50 * 60_000);
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'open' });
    testApp.network.meets = () => null;
    testApp.clock.jumpTo(testApp.clock.now() - day);
    await passTime(testApp, 70 * 60_000);
    expect(notices(testApp)).toEqual([]);
    expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'open', url: sale.url });
  });

  test.each([
    ['months forward', 90 * day, false],
    ['months back', -90 * day, false],
    ['months forward while another program locks the database', 90 * day, true],
  ])('a clock set %s loses and cancels no pooled id, and a sale gets its code at once', async (_name, byMs, isHeld) => {
    const testApp = await openTestApp();
    await testApp.poolHas(5);
    const release = isHeld ? holdReceipts(testApp) : () => undefined;
    testApp.clock.jumpTo(testApp.clock.now() + byMs);
    if (isHeld) await passTime(testApp, 6 * 60_000);
    release();
    const { sale } = unwrap(await testApp.till.openSale({ reference: 'after', amount: 5 }));
    expect(sale.url).not.toBeNull();
    await passTime(testApp, 3 * hour);
    expect(deletes(testApp)).toBe(0);
    expect(testApp.till.status().pool.available).toBe(5);
  });

  test('a clock set months ahead while the program was off cancels no pooled id in the first hour in which the service shows another date', async () => {
    const testApp = await openTestApp();
    await testApp.poolHas(5);
    await testApp.stop();
    serviceKeepsItsTime(testApp, 90 * day);
    testApp.clock.jumpTo(testApp.clock.now() + 90 * day);
    await testApp.start();
    await passTime(testApp, 50 * 60_000);
    expect(deletes(testApp)).toBe(0);
    expect(testApp.till.status().pool.available).toBe(5);
  });

  test.each([
    ['while the program runs', false],
    ['while the program was off', true],
  ])('a clock set months ahead %s does not remove the content of a receipt early', async (_name, isOff) => {
    const testApp = await openTestApp({ settings: { retention: { days: 30 } } });
    await testApp.sold();
    serviceKeepsItsTime(testApp, 90 * day);
    if (isOff) await testApp.stop();
    testApp.clock.jumpTo(testApp.clock.now() + 90 * day);
    if (isOff) await testApp.start();
    // The app learns the true date only from answers of the service, so it needs a reason to send requests.
    for (const reference of ['next', 'last']) {
      unwrap(await testApp.till.openSale({ reference, amount: 5 }));
      await passTime(testApp, 13 * hour);
    }
    expect(testApp.simulator.ledger().requests.length).toBeGreaterThan(5);
    expect(testApp.log.lines.filter(({ event }) => event === 'receipt-bodies-removed')).toEqual([]);
  });

  test('a clock set back by hours or years extends no pause', async () => {
    for (const byMs of [-3 * 365 * day, -2 * hour]) {
      const { testApp, sale } = await openWithSale();
      testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 503 }, times: 8 });
      await testApp.pay(sale.id);
      await passTime(testApp, 2 * 60_000);
      testApp.clock.jumpTo(testApp.clock.now() + byMs);
      await passTime(testApp, 20 * 60_000, () => testApp.till.findSale(sale.id)?.state === 'delivered');
      expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'delivered' });
      await testApp.close();
    }
  });
});
