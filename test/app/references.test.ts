import { describe, expect, test } from 'vitest';
import { good, type House, openHouse, smallBill } from './house.ts';
import { pairTill } from './paired-till.ts';

/** A reference belongs to the till that uses it and to the day of business: nobody is ever given somebody else's sale by it. */

const local = (day: number, hours: number, minutes = 0, seconds = 0): number =>
  new Date(2026, 0, day, hours, minutes, seconds).getTime();

const pooled = (house: House) => house.poolHas(1);

describe('a till that starts again at 0001 every morning', () => {
  test.each([
    ['with the same amount', { amount: 5 }, { amount: 5 }],
    ['with no amount', {}, {}],
    ['with another amount', { amount: 5 }, { amount: 7 }],
  ])('gets a sale of its own on the next day, %s: another id, another address', async (_what, before, after) => {
    const house = await openHouse();
    const till = await pairTill(house, 'Till 1');
    house.clock.jumpTo(local(5, 9));
    await pooled(house);
    const first = await till.open('0001', before);
    expect(first.status).toBe(201);
    await house.pay(first.sale.id, smallBill(5));
    house.clock.jumpTo(local(6, 9));
    await pooled(house);
    const second = await till.open('0001', after);
    expect(second.status).toBe(201);
    expect(second.sale.id).not.toBe(first.sale.id);
    expect(second.sale.billId).not.toBe(first.sale.billId);
    expect(second.sale.url).not.toBe(first.sale.url);
    expect(second.sale.state).toBe('open');
    expect(await till.list('0001')).toEqual([second.sale.id, first.sale.id]);
  });

  test('has one sale per reference on one day: the same content is the same sale, other content is a conflict', async () => {
    const house = await openHouse();
    const till = await pairTill(house, 'Till 1');
    for (const day of [5, 6]) {
      house.clock.jumpTo(local(day, 9));
      const first = await till.open('0001', { amount: 5 });
      expect(first.status).toBe(201);
      house.clock.jumpTo(local(day + 1, 3, 59));
      expect(await till.open('0001', { amount: 5 })).toMatchObject({ status: 200, sale: { id: first.sale.id } });
      expect((await till.open('0001', { amount: 6 })).status).toBe(409);
    }
  });

  test('may set the hour at which its day starts', async () => {
    const house = await openHouse({ settings: { delivery: { dayStartsAtHour: 0, abandonAfterHours: null } } });
    const till = await pairTill(house, 'Till 1');
    house.clock.jumpTo(local(5, 23, 30));
    const first = await till.open('0001');
    house.clock.jumpTo(local(6, 0, 30));
    const second = await till.open('0001');
    expect(second.status).toBe(201);
    expect(second.sale.id).not.toBe(first.sale.id);
  });
});

describe('two tills that count alike', () => {
  test('share nothing over three days: no sale, no state, no address, no receipt, by whatever reference', async () => {
    const house = await openHouse();
    const tills = [await pairTill(house, 'Till 1'), await pairTill(house, 'Till 2')];
    const seen: { readonly till: number; readonly id: string; readonly url: string | null }[] = [];
    for (const day of [5, 6, 7]) {
      house.clock.jumpTo(local(day, 9));
      for (const reference of ['0001', '0002', '0003']) {
        await house.poolHas(2);
        // The same amount at both, then another, then a receipt in one call.
        for (const [till, one] of tills.entries()) {
          const amount = reference === '0001' ? 5 : 6 + till;
          const opened = reference === '0003' ? null : await one.open(reference, { amount });
          const paid = await (opened === null
            ? one.receipt(reference, smallBill(amount))
            : one.bill(opened.sale.id, smallBill(amount)));
          expect([opened?.status ?? 201, paid.status, paid.sale.acceptedAs]).toEqual([201, 202, null]);
          expect(await one.open(reference, { amount: 1 })).toMatchObject({ status: 409 });
          seen.push({ till, id: paid.sale.id, url: opened?.sale.url ?? paid.sale.url });
          await house.delivered(paid.sale.id);
        }
      }
      const { counts } = good(await house.cashier['day.get']({ day: `2026-01-0${day}` }));
      expect(counts.delivered).toBe(6);
    }
    expect([new Set(seen.map(({ id }) => id)).size, new Set(seen.map(({ url }) => url)).size]).toEqual([18, 18]);
    for (const [till, one] of tills.entries()) {
      const listed = (await Promise.all(['0001', '0002', '0003'].map(one.list))).flat();
      expect(listed.toSorted()).toEqual(seen.flatMap((sale) => (sale.till === till ? [sale.id] : [])).toSorted());
      const others = seen.filter((sale) => sale.till !== till);
      for (const { id } of others) expect((await one.call('GET', `/sales/${id}`)).status).toBe(404);
    }
    expect(house.simulator.ledger()).toMatchObject({ bills: { length: 18 }, complaints: [] });
  });

  test('the watched folder, the command line and the cashier count for themselves', async () => {
    const house = await openHouse();
    const till = await pairTill(house, 'Till 1');
    const over = await till.receipt('0001', smallBill(5));
    expect(over.status).toBe(202);
    const sent = await till.receipt('0001', smallBill(6), { 'receipt-companion-door': 'command-line' });
    expect(sent.status).toBe(202);
    await house.drop('a.json', { reference: '0001', bill: smallBill(7) });
    const all = () => house.till.listSales({ limit: 9 }).items;
    await house.until(() => all().length === 3);
    expect(new Set(all().map(({ id }) => id)).size).toBe(3);
    expect(await till.list('0001')).toEqual([over.sale.id]);
    // Sent again through the same door it is the same sale.
    const again = await till.receipt('0001', smallBill(6), { 'receipt-companion-door': 'command-line' });
    expect(again.sale.id).toBe(sent.sale.id);
  });
});

describe('after a cancel', () => {
  test('a reference opens a new sale, as often as that happens, and its bill arrives', async () => {
    const house = await openHouse();
    const till = await pairTill(house, 'Till 1');
    const ids: string[] = [];
    for (const amount of [5, 5, 7]) {
      await pooled(house);
      const opened = await till.open('0001', { amount });
      expect(opened).toMatchObject({ status: 201, sale: { state: 'open' } });
      expect(await till.open('0001', { amount })).toMatchObject({ status: 200, sale: { id: opened.sale.id } });
      expect((await till.call('DELETE', `/sales/${opened.sale.id}`)).status).toBe(202);
      ids.unshift(opened.sale.id);
    }
    await pooled(house);
    const last = await till.open('0001', { amount: 7 });
    expect(await till.bill(last.sale.id, smallBill(7))).toMatchObject({ status: 202 });
    await house.delivered(last.sale.id);
    expect((await till.open('0001', { amount: 7 })).sale.id).toBe(last.sale.id);
    expect(await till.list('0001')).toEqual([last.sale.id, ...ids]);
    expect(house.simulator.ledger().complaints).toEqual([]);
  });

  test('a receipt in one call is a new sale, too, and one that was taken back meanwhile stays', async () => {
    const house = await openHouse();
    const till = await pairTill(house, 'Till 1');
    const first = await till.receipt('0001', smallBill(5));
    good(await house.cashier['sale.cancel']({ saleId: first.sale.id }));
    const second = await till.receipt('0001', smallBill(5));
    expect(second.status).toBe(202);
    expect(second.sale.id).not.toBe(first.sale.id);
    good(await house.cashier['sale.undo']({ saleId: first.sale.id }));
    expect((await till.receipt('0001', smallBill(5))).sale.id).toBe(second.sale.id);
    for (const { sale } of [first, second]) await house.delivered(sale.id);
  });
});

describe('when the day changes while a till waits for its answer', () => {
  test('the sale is not opened twice, as long as it is open and was opened less than 5 minutes ago', async () => {
    const house = await openHouse({ settings: { pool: { target: 9 } } });
    const till = await pairTill(house, 'Till 1');
    house.clock.jumpTo(local(6, 3, 59, 59));
    await pooled(house);
    const first = await till.open('0417', { amount: 5 });
    house.clock.jumpTo(local(6, 4, 0, 1));
    expect(await till.open('0417', { amount: 5 })).toMatchObject({ status: 200, sale: { id: first.sale.id } });
    // Other content is another sale, of the new day.
    const other = await till.open('0417', { amount: 6 });
    expect(other.status).toBe(201);
    expect(await till.open('0417', { amount: 6 })).toMatchObject({ status: 200, sale: { id: other.sale.id } });
    const late = await till.open('0418', { amount: 5 });
    house.clock.jumpTo(local(7, 4, 0, 0));
    expect((await till.open('0418', { amount: 5 })).sale.id).not.toBe(late.sale.id);
  });

  test('and not given to the next customer once it has its bill', async () => {
    const house = await openHouse();
    const till = await pairTill(house, 'Till 1');
    house.clock.jumpTo(local(6, 3, 59, 0));
    const first = await till.open('0001');
    expect((await till.bill(first.sale.id, smallBill(5))).status).toBe(202);
    house.clock.jumpTo(local(6, 4, 0, 1));
    expect((await till.open('0001')).sale.id).not.toBe(first.sale.id);
  });

  test('a clock that is turned back does not open it twice either', async () => {
    const house = await openHouse({ settings: { delivery: { dayStartsAtHour: 0 } } });
    const till = await pairTill(house, 'Till 1');
    house.clock.jumpTo(local(6, 0, 1));
    const first = await till.open('0001', { amount: 5 });
    house.clock.jumpTo(local(5, 23, 59));
    expect(await till.open('0001', { amount: 5 })).toMatchObject({ status: 200, sale: { id: first.sale.id } });
  });
});
