import { expect, test } from 'vitest';
import { good, openHouse, smallBill } from './house.ts';

const minuteMs = 60_000;

test('a customer is being served until the sale is paid or was left alone for twenty minutes', async () => {
  const house = await openHouse({ settings: { screen: { qrTiming: 'after' } } });
  expect(house.app.isServing()).toBe(false);
  await house.poolHas(1);
  const { sale } = good(await house.till.openSale({ reference: 'r-1', amount: 5 }));
  expect(house.app.isServing()).toBe(true);
  const { sale: next } = good(await house.till.openSale({ reference: 'r-2', amount: 6 }));
  await house.till.acceptBill(next.id, { bill: smallBill(6) } as never);
  await house.until(() => house.till.status().outbox.queued === 0);
  // The display shows the start screen again, and the first sale is open and was used a moment ago.
  house.clock.advance(5 * minuteMs);
  expect(house.app.isServing()).toBe(true);
  house.clock.advance(15 * minuteMs);
  expect(house.app.isServing()).toBe(false);
  expect(house.till.findSale(sale.id)).toMatchObject({ state: 'open' });
});
