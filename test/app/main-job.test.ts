import { describe, expect, test } from 'vitest';
import { listStatements } from '../fakes/list-statements.ts';
import { good, openHouse, openPooledSale, smallBill } from './house.ts';

const numberedBill = (number: string) =>
  smallBill(19.9, { head: { number, date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } } });

const stored = (simulator: { ledger(): { bills: readonly { billId: string }[] } }) =>
  simulator.ledger().bills.map(({ billId }) => billId);

describe('a sale with an id from the pool', () => {
  test('has its address before anything is asked of the service, and is delivered under that id', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    expect(sale.url).toContain(sale.billId);
    await house.pay(sale.id);
    const delivered = await house.delivered(sale.id);
    expect(delivered).toMatchObject({ billId: sale.billId, url: sale.url, warnings: [] });
    expect(stored(house.simulator)).toEqual([sale.billId]);
    expect(house.simulator.ledger().complaints).toEqual([]);
  });

  test('takes an id that no other sale ever gets, and the pool is filled again', async () => {
    const house = await openHouse({ settings: { pool: { target: 3 } } });
    await house.poolHas(3);
    const ids = new Set<string | null>();
    for (let count = 0; count < 10; count += 1) ids.add((await openPooledSale(house, `sale-${count}`)).billId);
    expect(ids.size).toBe(10);
    expect(ids.has(null)).toBe(false);
    await house.poolHas(3);
  });

  test('needs at most 8 statements to open and 15 for its bill with the delivery, which does not read it again', async () => {
    const house = await openHouse({ settings: { pool: { target: 2 } } });
    const till = house.till;
    const asked = listStatements();
    // The guard of the file asks SQLite for the length of its journal after each commit, which reads a number in memory.
    const taken = () => asked.splice(0).filter((statement) => statement !== 'pragma wal_checkpoint(noop)');
    const sell = async (count: number) => {
      await house.until(() => till.status().pool.available === 2 && house.network.underWay === 0);
      await house.clock.nextTurn();
      asked.splice(0);
      const { sale } = good(await till.openSale({ reference: `sale-${count}`, amount: 19.9 }));
      const toOpen = taken();
      await house.until(() => till.status().pool.available === 2 && house.network.underWay === 0);
      await house.clock.nextTurn();
      asked.splice(0);
      good(await till.acceptBill(sale.id, { bill: numberedBill(sale.reference) }));
      await house.until(() => stored(house.simulator).length === count && house.network.underWay === 0);
      await house.clock.nextTurn();
      return { toOpen, ofBill: taken(), state: till.findSale(sale.id)?.state };
    };
    // Some is asked once in a run.
    await sell(1);
    // Snapshots for windows and subscribed tills are made 25 times a second at most, for any number of sales.
    house.clock.holdFrame();
    const { toOpen, ofBill, state } = await sell(2);
    expect(state).toBe('delivered');
    expect(toOpen.length, toOpen.join('\n')).toBeLessThanOrEqual(8);
    expect(ofBill.length, ofBill.join('\n')).toBeLessThanOrEqual(15);
    expect(ofBill.filter((statement) => /\bfrom bills\b/.test(statement))).toEqual([]);
  });

  test('shows its QR on the customer window before payment, after payment, and then thanks', async () => {
    const house = await openHouse({ settings: { screen: { qrAfterSeconds: 30, thanksSeconds: 8 } } });
    const sale = await openPooledSale(house);
    const screen = () => house.screen;
    expect(screen()).toMatchObject({ kind: 'qr', phase: 'before', url: sale.url, total: { amount: 19.9 } });
    await house.pay(sale.id);
    expect(screen()).toMatchObject({ kind: 'qr', phase: 'after', url: sale.url });
    house.clock.advance(30_000);
    expect(screen()).toMatchObject({ kind: 'thanks' });
    house.clock.advance(8_000);
    expect(screen()).toEqual({ kind: 'idle' });
  });

  test('shows nothing of the previous customer', async () => {
    const house = await openHouse();
    const first = await openPooledSale(house, 'first', 11.11);
    house.till.setBasket(first.id, {
      lines: [{ text: 'canary', amount: 11.11 }],
      total: 11.11,
      currency: 'EUR',
    });
    await house.until(() => JSON.stringify(house.shown.customer).includes('canary'));
    const before = house.shown.customer.length;
    const second = await openPooledSale(house, 'second', 5);
    const later = JSON.stringify(house.shown.customer.slice(before));
    expect(later).toContain(second.url);
    expect(later).not.toMatch(/canary|11\.11/);
    expect(later).not.toContain(first.url);
  });
});

describe('printed and cancel', () => {
  test('a sale that is cancelled before payment is deleted at the service and takes no bill', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    expect(good(house.till.cancelSale(sale.id))).toMatchObject({ state: 'cancelled', cancelled: 'queued' });
    await house.sale(sale.id, ({ cancelled }) => cancelled === 'done');
    expect(house.simulator.ledger().cancels.map(({ billId }) => billId)).toEqual([sale.billId]);
    expect(await house.till.acceptBill(sale.id, { bill: smallBill() })).toMatchObject({
      ok: false,
      error: { code: 'wrongState' },
    });
  });

  test('a bill that never left is not sent any more once the sale is cancelled', async () => {
    const house = await openHouse({ settings: { delivery: { concurrent: 1 } } });
    const first = await openPooledSale(house, 'first');
    const second = await openPooledSale(house, 'second');
    house.simulator.faults.add({ route: 'bill', effect: { kind: 'hang' } });
    await house.pay(first.id);
    await house.pay(second.id);
    good(house.till.cancelSale(second.id));
    await house.until(() => house.simulator.ledger().requests.some(({ route }) => route === 'bill'));
    house.clock.advance(15_000);
    // After a silence its only lane uses another sale a second later.
    await house.until(() => house.till.status().service === 'offline');
    house.clock.advance(1_000);
    await house.sale(second.id, ({ cancelled }) => cancelled === 'done');
    await house.clock.untilTimers(1);
    house.clock.advance(1_000);
    await house.delivered(first.id);
    expect(stored(house.simulator)).toEqual([first.billId]);
    expect(house.simulator.ledger().cancels.map(({ billId }) => billId)).toEqual([second.billId]);
  });

  test('a cancel that the cashier undoes never reaches the service, and the bill is still sent', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    good(await house.cashier['sale.cancel']({ saleId: sale.id }));
    house.clock.advance(4_000);
    good(await house.cashier['sale.undo']({ saleId: sale.id }));
    house.clock.advance(60_000);
    await house.pay(sale.id);
    await house.delivered(sale.id);
    expect(house.simulator.ledger().cancels).toEqual([]);
  });
});

test('paper is reported after printing, and the QR code returns when the cashier shows it', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  const screen = () => house.screen.kind;
  await house.pay(sale.id);
  good(await house.cashier['sale.print']({ saleId: sale.id }));
  expect(screen()).toBe('paper');
  good(await house.cashier['sale.show']({ saleId: sale.id }));
  expect(screen()).toBe('qr');
});

describe('without the network', () => {
  test('a sale shows its QR code from the pool, and its bill waits until the network is back', async () => {
    const house = await openHouse();
    await house.poolHas(5);
    house.network.down = true;
    const sale = await openPooledSale(house);
    expect(house.screen).toMatchObject({ kind: 'qr', url: sale.url });
    expect((await house.pay(sale.id)).state).toBe('queued');
    await house.until(() => house.till.status().service === 'offline');
    expect(stored(house.simulator)).toEqual([]);
    house.reconnect();
    await house.delivered(sale.id);
    expect(stored(house.simulator)).toEqual([sale.billId]);
  });

  test('and without a pooled id the customer is offered paper: registered once, then delivered under that id', async () => {
    const house = await openHouse({ settings: { pool: { target: 0 } } });
    house.network.down = true;
    const sale = good(await house.till.openSale({ reference: 'r', amount: 19.9 })).sale;
    expect(sale).toMatchObject({ url: null, billId: null });
    expect(house.screen.kind).toBe('paper');
    await house.pay(sale.id);
    house.reconnect();
    const delivered = await house.delivered(sale.id);
    expect(house.simulator.ledger().registrations.map(({ billId }) => billId)).toEqual([delivered.billId]);
    expect(stored(house.simulator)).toEqual([delivered.billId]);
  });
});

describe('a known customer', () => {
  const known = {
    simulator: { account: { storeIds: ['store-1'] as [string] }, switches: { knownExternalIds: ['customer-7'] } },
  };

  test('gets the receipt into the account, without a QR, and the bill carries the external id', async () => {
    const house = await openHouse(known);
    const sale = good(
      await house.till.openSale({ reference: 'r', amount: 19.9, customer: { externalId: 'customer-7' } }),
    ).sale;
    expect(sale).toMatchObject({ assigned: true, url: null });
    expect(house.screen.kind).toBe('account');
    await house.pay(sale.id);
    await house.delivered(sale.id);
    expect(house.simulator.ledger().bills[0]?.body).toMatchObject({ userIdentification: { externalId: 'customer-7' } });
  });

  test('still gets a QR from the pool while the service does not answer, and the account once it does', async () => {
    const house = await openHouse(known);
    await house.poolHas(5);
    house.network.down = true;
    const sale = good(
      await house.till.openSale({ reference: 'r', amount: 19.9, customer: { externalId: 'customer-7' } }),
    ).sale;
    expect(sale.url).toContain(sale.billId);
    await house.pay(sale.id);
    house.reconnect();
    expect(await house.delivered(sale.id)).toMatchObject({ assigned: true });
  });
});

test('a sale by hand leads from the keypad to a delivered and printed receipt', async () => {
  const house = await openHouse();
  await house.poolHas(1);
  const { saleId } = good(await house.cashier['sale.new']({ amount: 12.5 }));
  expect(house.view.sale).toMatchObject({ id: saleId, origin: 'hand', can: { pay: true } });
  good(await house.cashier['sale.pay']({ saleId, amount: 12.5, vatPercent: 19, payment: 'CardPayment' }));
  good(await house.cashier['sale.print']({ saleId }));
  await house.delivered(saleId);
  house.clock.advance(5_000);
  expect(await house.sale(saleId, ({ printed }) => printed === 'done')).toMatchObject({ amount: 12.5, warnings: [] });
  expect(house.simulator.ledger().complaints).toEqual([]);
});

test('a till that sends the same bill again does not bring the QR back after thanks', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  await house.pay(sale.id);
  good(await house.cashier['sale.close']({ saleId: sale.id }));
  await house.pay(sale.id);
  expect(house.screen.kind).toBe('thanks');
});

test('the cashier learns that the customer really sees it only from the customer window', async () => {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  const display = () => house.view.status.display;
  expect(display()).toMatchObject({ showing: null, current: false });
  const rev = house.app.snapshot('customer')?.rev ?? -1;
  good(await house.customer['screen.painted']({ rev }));
  const total = { amount: 19.9, currency: 'EUR' };
  expect(display()).toMatchObject({ connected: true, showing: 'qr', current: true, saleId: sale.id, total });
  expect(house.till.status().display).toEqual({ connected: true, showing: 'qr', saleId: sale.id });
  await openPooledSale(house, 'next');
  // The screen still shows the previous sale: its QR code must not be taken for that of the next one.
  expect(display()).toMatchObject({ current: false, saleId: sale.id });
});

test('the undo of a cancel does not show its QR code to the next customer', async () => {
  const house = await openHouse();
  const first = await openPooledSale(house);
  good(await house.cashier['sale.cancel']({ saleId: first.id }));
  const next = await openPooledSale(house, 'next', 5);
  const onScreen = () => house.screen;
  expect(onScreen()).toMatchObject({ kind: 'qr', url: next.url });
  good(await house.cashier['sale.undo']({ saleId: first.id }));
  expect(onScreen()).toMatchObject({ kind: 'qr', url: next.url });
});

test('pictures that no customer window has painted are removed from memory', async () => {
  const house = await openHouse({ settings: { pool: { target: 0 } } });
  const sale = good(await house.till.openSale({ reference: 'sale-1', amount: 19.9 })).sale;
  const shown = (): number => house.app.snapshot('customer')?.rev ?? 0;
  const first = shown();
  for (let total = 1; total <= 150; total += 1) {
    good(house.till.setBasket(sale.id, { lines: [], total, currency: 'EUR' }));
    shown();
  }
  good(await house.customer['screen.painted']({ rev: first }));
  expect(house.view.status.display.showing).toBeNull();
  good(await house.customer['screen.painted']({ rev: shown() }));
  expect(house.view.status.display.showing).toBe('qr');
});
