import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { listStatements } from '../fakes/list-statements.ts';
import { numberedBill } from './small-bill.ts';
import { openPooledSale, openTestApp, openWithSale, test, unwrap } from './test-app.ts';

test('a sale with an id from the pool needs at most 8 SQL statements to open and 15 for its bill and delivery, without reading the bill again', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 2 } } });
  const till = testApp.till;
  const statements = listStatements();
  // After each commit the app asks SQLite for the length of the journal. SQLite has it in memory, so this statement
  // does not count.
  const taken = () => statements.splice(0).filter((statement) => statement !== 'pragma wal_checkpoint(noop)');
  const sell = async (count: number) => {
    await testApp.until(() => till.status().pool.available === 2 && testApp.network.underWay === 0);
    await testApp.clock.nextTurn();
    statements.splice(0);
    const { sale } = unwrap(await till.openSale({ reference: `sale-${count}`, amount: 19.9 }));
    const toOpen = taken();
    await testApp.until(() => till.status().pool.available === 2 && testApp.network.underWay === 0);
    await testApp.clock.nextTurn();
    statements.splice(0);
    unwrap(await till.acceptBill(sale.id, { bill: numberedBill(sale.reference) }));
    await testApp.until(() => testApp.simulator.ledger().bills.length === count && testApp.network.underWay === 0);
    await testApp.clock.nextTurn();
    return { toOpen, ofBill: taken(), state: till.findSale(sale.id)?.state };
  };
  // A first sale runs the statements that run only once.
  await sell(1);
  // Holds back the snapshots, which run SQL statements of their own.
  testApp.clock.holdFrame();
  const { toOpen, ofBill, state } = await sell(2);
  expect(state).toBe('delivered');
  expect(toOpen.length, toOpen.join('\n')).toBeLessThanOrEqual(8);
  expect(ofBill.length, ofBill.join('\n')).toBeLessThanOrEqual(15);
  expect(ofBill.filter((statement) => /\bfrom bills\b/.test(statement))).toEqual([]);
});

test('a known customer still gets a QR code from the pool while the service does not answer; later the receipt is assigned to the account', async () => {
  const testApp = await openTestApp({ simulator: { switches: { knownExternalIds: ['customer-7'] } } });
  await testApp.poolHas(5);
  testApp.network.down = true;
  const customer = { externalId: 'customer-7' };
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'r', amount: 19.9, customer }));
  expect(sale.url).toContain(sale.billId);
  await testApp.pay(sale.id);
  testApp.reconnect();
  expect(await testApp.delivered(sale.id)).toMatchObject({ assigned: true });
});

test('a print shows the paper screen, and the cashier can show the QR code again; the same bill again does not show it after the thanks', async ({
  testApp,
  sale,
}) => {
  await testApp.pay(sale.id);
  unwrap(await testApp.cashier['sale.print']({ saleId: sale.id }));
  expect(testApp.screen.kind).toBe('paper');
  unwrap(await testApp.cashier['sale.show']({ saleId: sale.id }));
  expect(testApp.screen.kind).toBe('qr');
  unwrap(await testApp.cashier['sale.close']({ saleId: sale.id }));
  await testApp.pay(sale.id);
  expect(testApp.screen.kind).toBe('thanks');
});

test('the cashier reads that the customer sees the code only after the customer window has painted it', async () => {
  const { testApp, sale } = await openWithSale();
  const display = () => testApp.view.status.display;
  expect(display()).toMatchObject({ screen: null, current: false });
  const rev = testApp.app.snapshot('customer')?.rev ?? -1;
  unwrap(await testApp.customer['screen.painted']({ rev }));
  const total = { amount: 19.9, currency: 'EUR' };
  expect(display()).toMatchObject({ connected: true, screen: { kind: 'qr', total }, current: true, saleId: sale.id });
  expect(testApp.till.status().display).toEqual({ connected: true, showing: 'qr', saleId: sale.id });
  await openPooledSale(testApp, 'next');
  // The screen still shows the previous sale, so its code must not count for the next one.
  expect(display()).toMatchObject({ current: false, saleId: sale.id });
});

test('the paint report of an old snapshot is ignored after 150 newer snapshots, and that of the newest one counts', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
  const sale = unwrap(await testApp.till.openSale({ reference: 'sale-1', amount: 19.9 })).sale;
  const shown = (): number => testApp.app.snapshot('customer')?.rev ?? 0;
  const first = shown();
  for (let total = 1; total <= 150; total += 1) {
    unwrap(testApp.till.setBasket(sale.id, { lines: [], total, currency: 'EUR' }));
    shown();
  }
  unwrap(await testApp.customer['screen.painted']({ rev: first }));
  expect(testApp.view.status.display.screen).toBeNull();
  unwrap(await testApp.customer['screen.painted']({ rev: shown() }));
  expect(testApp.view.status.display.screen?.kind).toBe('qr');
});

test('the till gets its answer and the customer display shows the code before the cashier window updates only the changed parts', async () => {
  const testApp = await openTestApp();
  const till = testApp.till;
  await testApp.until(() => till.status().pool.available > 3);
  const endFrame = testApp.clock.holdFrame();
  // A snapshot that is already being sent must not count below.
  await nextTurn();
  await nextTurn();
  const before = testApp.shown.cashier.length;
  const earlier = testApp.shown.cashier.at(-1)?.view;
  const open = async (reference: string) => unwrap(await till.openSale({ reference, amount: 19.9 })).sale;
  const first = await open('sale-1');
  expect(testApp.shown.customer.at(-1)?.view.screen).toMatchObject({ kind: 'qr', url: first.url });
  const second = await open('sale-2');
  expect(testApp.shown.customer.at(-1)?.view.screen).toMatchObject({ kind: 'qr', url: second.url });
  await nextTurn();
  expect(testApp.shown.cashier).toHaveLength(before);
  endFrame();
  await testApp.until(() => testApp.shown.cashier.length > before);
  const now = testApp.shown.cashier[before]?.view;
  expect(now?.sale).toMatchObject({ id: second.id });
  expect(now?.recent.map(({ id }) => id)).toEqual([second.id, first.id]);
  for (const part of ['partner', 'pin', 'displays', 'brand', 'settings', 'till'] as const)
    expect(now?.[part], part).toBe(earlier?.[part]);
});
