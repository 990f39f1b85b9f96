import { describe, expect, test } from 'vitest';
import { good, openHouse, smallBill } from './house.ts';

/** What speaks against another version of the program, asked at its end. */

const minuteMs = 60_000;

describe('another version', () => {
  test('has nothing against it in a shop that is closed', async () => {
    const house = await openHouse();
    expect(house.app.situation()).toEqual({ saleOpen: false, unsent: 0 });
  });

  test('has a customer against it who is being served, and no sale that was left alone', async () => {
    const house = await openHouse({ settings: { screen: { qrTiming: 'after' } } });
    await house.poolHas(1);
    const { sale } = good(await house.till.openSale({ reference: 'r-1', amount: 5 }));
    expect(house.app.situation()).toMatchObject({ saleOpen: true });
    const { sale: next } = good(await house.till.openSale({ reference: 'r-2', amount: 6 }));
    await house.till.acceptBill(next.id, { bill: smallBill(6) } as never);
    await house.until(() => house.till.status().outbox.queued === 0);
    // The screen rests again; the first sale is open and was so a moment ago.
    house.clock.advance(5 * minuteMs);
    expect(house.app.situation()).toMatchObject({ saleOpen: true });
    house.clock.advance(15 * minuteMs);
    expect(house.app.situation()).toMatchObject({ saleOpen: false });
    expect(house.till.findSale(sale.id)).toMatchObject({ state: 'open' });
  });

  test('has the receipts against it that the service has not got', async () => {
    const house = await openHouse();
    await house.poolHas(1);
    house.network.down = true;
    const { sale } = good(await house.till.openSale({ reference: 'r-1', amount: 5 }));
    await house.till.acceptBill(sale.id, { bill: smallBill(5) } as never);
    expect(house.app.situation()).toMatchObject({ unsent: 1 });
  });

  test('is not judged while nothing is open', async () => {
    const house = await openHouse();
    await house.app.stop();
    expect(house.app.situation()).toBeNull();
  });
});
