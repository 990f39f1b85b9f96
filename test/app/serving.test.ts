import { expect } from 'vitest';
import { openTestApp, smallBill, test, unwrap } from './test-app.ts';

const minuteMs = 60_000;

test('an open sale counts as being served until it was left unchanged for twenty minutes', async () => {
  const testApp = await openTestApp({ settings: { screen: { qrTiming: 'after' } } });
  expect([testApp.app.isServing(), testApp.app.isDayUnused()]).toEqual([false, true]);
  await testApp.poolHas(1);
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'r-1', amount: 5 }));
  expect(testApp.app.isServing()).toBe(true);
  const { sale: next } = unwrap(await testApp.till.openSale({ reference: 'r-2', amount: 6 }));
  await testApp.till.acceptBill(next.id, { bill: smallBill(6) } as never);
  await testApp.until(() => testApp.till.status().outbox.queued === 0);
  // The display shows the start screen by then, but the first sale was changed only five minutes ago.
  testApp.clock.advance(5 * minuteMs);
  expect(testApp.app.isServing()).toBe(true);
  testApp.clock.advance(15 * minuteMs);
  expect(testApp.app.isServing()).toBe(false);
  expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'open' });
  expect(testApp.app.isDayUnused()).toBe(false);
  await testApp.till.cancelSale(sale.id);
  expect(testApp.app.isDayUnused()).toBe(false);
  testApp.clock.advance(24 * 60 * minuteMs);
  expect(testApp.app.isDayUnused()).toBe(true);
});

test('an older open sale is served after a new change, unless the clock was a day ahead', async ({ testApp }) => {
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'r-1', amount: 5 }, 'till-1'));
  unwrap(await testApp.till.openSale({ reference: 'r-2', amount: 6 }, 'till-2'));
  testApp.clock.advance(14 * minuteMs);
  unwrap(await testApp.cashier['sale.change']({ saleId: sale.id, amount: 7 }));
  testApp.clock.advance(2 * minuteMs);
  expect(testApp.app.isServing()).toBe(true);
  testApp.clock.jumpTo(testApp.clock.now() - 24 * 60 * minuteMs);
  expect(testApp.app.isServing()).toBe(false);
});
