import { describe, expect, test } from 'vitest';
import { good, type House, openHouse, openPooledSale, smallBill } from './house.ts';
import { passTime } from './pass-time.ts';

const hour = 3_600_000;
const day = 24 * hour;

const notices = (house: House): readonly string[] => house.till.status().notices;
const deletes = (house: House): number =>
  house.simulator.ledger().requests.filter(({ method, path }) => method === 'DELETE' && path.includes('/bill')).length;
const asked = (house: House): number => house.simulator.ledger().requests.length;

/** The clock of the service does not jump: every answer still has the earlier time. */
function serviceKeepsItsTime(house: House, aheadMs: number): void {
  house.network.meets = async (url, init) => {
    const answer = await fetch(url, init);
    const headers = new Headers(answer.headers);
    headers.set('date', new Date(house.clock.now() - aheadMs).toUTCString());
    return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), { status: answer.status, headers });
  };
}

describe('a sale that was cancelled because it was abandoned', () => {
  const soon = { settings: { delivery: { abandonAfterHours: 1 } } } as const;

  test('accepts its bill later and delivers it under a new id, and the cashier learns that the previous code is dead', async () => {
    const house = await openHouse(soon);
    const sale = await openPooledSale(house);
    house.clock.advance(hour + 31_000);
    await house.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    const accepted = await house.pay(sale.id);
    expect(accepted).toMatchObject({ state: 'queued', cancelled: null, qrReplaced: true, url: null });
    const delivered = await house.delivered(sale.id);
    expect(delivered.billId).not.toBe(sale.billId);
    expect(delivered).toMatchObject({ qrReplaced: true, attention: null });
    expect(house.simulator.ledger().bills.map(({ billId }) => billId)).toEqual([delivered.billId]);
    good(await house.cashier['sale.select']({ saleId: sale.id }));
    await house.until(() => house.view.sale?.qrReplaced === true);
  });

  test('keeps its shown code if the cancel was never sent', async () => {
    const house = await openHouse(soon);
    const sale = await openPooledSale(house);
    house.clock.advance(hour - 10_000);
    // The service asks everybody to wait, the cancel too.
    house.simulator.faults.add({
      route: 'bill',
      effect: { kind: 'status', status: 503, headers: { 'retry-after': '120' } },
    });
    const other = await openPooledSale(house, 'other');
    await house.pay(other.id);
    await house.until(() => house.log.lines.some(({ event }) => event === 'delivery-not-done'));
    house.clock.advance(41_000);
    expect(house.till.findSale(sale.id)).toMatchObject({ state: 'cancelled', cancelled: 'queued' });
    const accepted = await house.pay(sale.id);
    expect(accepted).toMatchObject({ state: 'queued', url: sale.url, qrReplaced: false });
    await passTime(house, 10 * 60_000, () => house.till.findSale(sale.id)?.state === 'delivered');
    expect(house.till.findSale(sale.id)).toMatchObject({ state: 'delivered', billId: sale.billId });
    expect(deletes(house)).toBe(0);
  });

  test('is delivered once if its cancel was in progress when the bill arrived', async () => {
    const house = await openHouse(soon);
    const sale = await openPooledSale(house);
    house.simulator.faults.add({ route: 'cancel', effect: { kind: 'none' }, answerDelayMs: 2_000 });
    house.clock.advance(hour + 31_000);
    await house.until(() => deletes(house) === 1);
    await house.pay(sale.id);
    await house.until(() => {
      house.clock.advance(100);
      return house.till.findSale(sale.id)?.state === 'delivered';
    });
    await passTime(house, 60_000);
    expect(house.till.findSale(sale.id)).toMatchObject({ state: 'delivered', cancelled: null });
    expect(house.simulator.ledger().bills).toHaveLength(1);
    // A person can cancel it afterwards like any other sale.
    good(await house.till.cancelSale(sale.id));
    await house.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    expect(house.simulator.ledger().bills).toHaveLength(1);
  });

  test('sends the printed mark that it had before', async () => {
    const house = await openHouse(soon);
    const sale = await openPooledSale(house);
    good(await house.till.markPrinted(sale.id));
    house.clock.advance(hour + 31_000);
    await house.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    await house.pay(sale.id);
    await house.sale(sale.id, ({ state, printed }) => state === 'delivered' && printed === 'done');
  });

  test('accepts no bill after a person has cancelled it, too', async () => {
    const house = await openHouse(soon);
    const sale = await openPooledSale(house);
    house.clock.advance(hour + 31_000);
    await house.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    good(await house.till.cancelSale(sale.id));
    expect(await house.till.acceptBill(sale.id, { bill: smallBill() })).toMatchObject({
      ok: false,
      error: { code: 'wrongState' },
    });
  });
});

describe('a clock that jumps by more than an hour', () => {
  test('a day ahead while the program runs is reported for an hour, in which nothing is discarded', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    house.clock.jumpTo(house.clock.now() + day);
    house.app.wake('resumed');
    expect(notices(house)).toEqual(['clockWrong']);
    await passTime(house, 50 * 60_000);
    expect(house.till.findSale(sale.id)).toMatchObject({ state: 'open' });
    expect(notices(house)).toEqual(['clockWrong']);
    await passTime(house, 20 * 60_000);
    expect(notices(house)).toEqual([]);
  });

  test('a day ahead while the program was off is found from the service’s answers, discards nothing and is reported until it is right', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    await house.stop();
    serviceKeepsItsTime(house, day);
    house.clock.jumpTo(house.clock.now() + day);
    await house.start();
    // A request is made, because it is random whether all codes were ready before the stop.
    good(await house.till.openSale({ reference: 'asks', amount: 5 }));
    await house.until(() => notices(house).length > 0);
    expect(notices(house)).toEqual(['clockWrong']);
    await passTime(house, 50 * 60_000);
    expect(house.till.findSale(sale.id)).toMatchObject({ state: 'open' });
    house.network.meets = () => null;
    house.clock.jumpTo(house.clock.now() - day);
    await passTime(house, 70 * 60_000);
    expect(notices(house)).toEqual([]);
    expect(house.till.findSale(sale.id)).toMatchObject({ state: 'open', url: sale.url });
  });

  test.each([
    ['months forward', 90 * day],
    ['months back', -90 * day],
  ])('%s: the pool does not lose or cancel an id, and a sale gets its code at once', async (_name, byMs) => {
    const house = await openHouse();
    await house.poolHas(5);
    house.clock.jumpTo(house.clock.now() + byMs);
    const { sale } = good(await house.till.openSale({ reference: 'after', amount: 5 }));
    expect(sale.url).not.toBeNull();
    await passTime(house, 3 * hour);
    expect(deletes(house)).toBe(0);
    expect(house.till.status().pool.available).toBe(5);
  });

  test('months ahead while the program was off cancels no pooled id before the service has confirmed the date', async () => {
    const house = await openHouse();
    await house.poolHas(5);
    await house.stop();
    serviceKeepsItsTime(house, 90 * day);
    house.clock.jumpTo(house.clock.now() + 90 * day);
    await house.start();
    await passTime(house, 30 * 60_000);
    expect(deletes(house)).toBe(0);
    expect(house.till.status().pool.available).toBe(5);
  });

  test.each([
    ['while the program runs', false],
    ['while the program was off', true],
  ])('months ahead %s removes no content of a receipt early', async (_name, isOff) => {
    const house = await openHouse({ settings: { retention: { days: 30 } } });
    await house.sold();
    serviceKeepsItsTime(house, 90 * day);
    if (isOff) await house.stop();
    house.clock.jumpTo(house.clock.now() + 90 * day);
    if (isOff) await house.start();
    // A user continues to work meanwhile, so that the app receives answers of the service.
    for (const reference of ['next', 'last']) {
      good(await house.till.openSale({ reference, amount: 5 }));
      await passTime(house, 13 * hour);
    }
    expect(asked(house)).toBeGreaterThan(5);
    expect(house.log.lines.filter(({ event }) => event === 'receipt-bodies-removed')).toEqual([]);
  });

  test('back by hours or years extends no pause', async () => {
    for (const byMs of [-3 * 365 * day, -2 * hour]) {
      const house = await openHouse();
      const sale = await openPooledSale(house);
      house.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 503 }, times: 8 });
      await house.pay(sale.id);
      await passTime(house, 2 * 60_000);
      house.clock.jumpTo(house.clock.now() + byMs);
      await passTime(house, 20 * 60_000, () => house.till.findSale(sale.id)?.state === 'delivered');
      expect(house.till.findSale(sale.id)).toMatchObject({ state: 'delivered' });
      await house.close();
    }
  });
});

test('a print mark on a sale without a bill does not count as in progress', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  good(await house.till.markPrinted(sale.id));
  expect(house.till.status().outbox).toMatchObject({ queued: 0, oldestSeconds: 0 });
  house.network.down = true;
  house.clock.advance(90_000);
  await house.pay(sale.id);
  expect(house.till.status().outbox).toMatchObject({ queued: 2 });
});
