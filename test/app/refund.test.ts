import { describe, expect, test } from 'vitest';
import { asWindow } from './asking.ts';
import { good, type House, openHouse, openPooledSale, smallBill, wireExtension } from './house.ts';

/** Money returned over the counter: a refund is a separate receipt, and never more than the payment. */

const window = (house: House) => asWindow(house.app);
const refund = (house: House, of: string | null, amount: number, vatPercent = 19) =>
  window(house)['sale.refund']({ of, amount, vatPercent, payment: 'Cash' }, 'cashier');
const left = async (house: House, saleId: string) =>
  good(await window(house)['receipts.get']({ saleId }, 'cashier')).refundLeft;
const delivered = (house: House, id: string) => house.delivered(id);

async function openPaid(bill = smallBill()) {
  const house = await openHouse();
  const sale = await openPooledSale(house);
  await house.pay(sale.id, bill);
  await delivered(house, sale.id);
  await house.poolHas(1);
  return { house, sale };
}

describe('a refund from a receipt', () => {
  test('is a separate receipt with a negative amount that names the original', async () => {
    const { house, sale } = await openPaid();
    const { saleId } = good(await refund(house, sale.id, 5));
    const back = await delivered(house, saleId);
    expect(back).toMatchObject({ amount: -5, currency: 'EUR', warnings: [] });
    expect(back.billId).not.toBe(sale.billId);
    expect(house.view.sale?.id).toBe(saleId);
    expect(house.screen).toMatchObject({ kind: 'qr', url: back.url });
    const bill = house.simulator.ledger().bills.find(({ billId }) => billId === back.billId)?.body;
    expect(bill).toMatchObject({
      bill: {
        data: {
          fullAmountInclVat: -5,
          lines: [{ item: { quantity: -1, pricePerUnit: 5 }, [wireExtension]: { isReturn: true } }],
        },
      },
    });
    expect(house.simulator.ledger().complaints).toEqual([]);
  });

  test('never exceeds the receipt less earlier refunds, also for two at once and after a restart', async () => {
    const { house, sale } = await openPaid();
    expect(await left(house, sale.id)).toBe(19.9);
    const both = await Promise.all([refund(house, sale.id, 12), refund(house, sale.id, 12)]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'invalid', fields: [{ path: '/amount' }] } });
    await house.restart();
    expect(await left(house, sale.id)).toBe(7.9);
    expect(await refund(house, sale.id, 7.91)).toMatchObject({ ok: false });
    good(await refund(house, sale.id, 7.9));
    expect(await left(house, sale.id)).toBe(0);
  });

  test('can be started again after its cancel, which can then not be undone', async () => {
    const { house, sale } = await openPaid();
    const { saleId } = good(await refund(house, sale.id, 19.9));
    good(await window(house)['sale.cancel']({ saleId }, 'cashier'));
    expect(await left(house, sale.id)).toBe(19.9);
    good(await refund(house, sale.id, 1));
    expect(await window(house)['sale.undo']({ saleId }, 'cashier')).toMatchObject({ error: { code: 'wrongState' } });
  });

  test('of the whole receipt has its VAT, and a partial one the chosen rate', async () => {
    const vatAmounts = [
      { percentage: 19, inclVat: 11.9, exclVat: 10, vat: 1.9 },
      { percentage: 0, inclVat: 8, exclVat: 8, vat: 0 },
    ];
    const { data, ...bill } = smallBill();
    const { house, sale } = await openPaid({ ...bill, data: { ...(data as object), vatAmounts } });
    const part = good(await refund(house, sale.id, 1, 7)).saleId;
    const vatOf = async (saleId: string) =>
      good(await window(house)['receipts.get']({ saleId }, 'cashier')).bill?.vat.map(({ percent }) => percent);
    expect(await vatOf(part)).toEqual([7]);
    good(await window(house)['sale.cancel']({ saleId: part }, 'cashier'));
    const whole = good(await refund(house, sale.id, 19.9, 7)).saleId;
    expect(await vatOf(whole)).toEqual([19, 0]);
  });

  test('is impossible for a receipt that is not paid, or cancelled', async () => {
    const house = await openHouse();
    const sale = await openPooledSale(house);
    expect(await refund(house, sale.id, 1)).toMatchObject({ ok: false });
    good(house.till.cancelSale(sale.id));
    expect(await refund(house, sale.id, 1)).toMatchObject({ ok: false });
  });
});

describe('a refund without a receipt', () => {
  test('is possible offline with an id from the pool, and is delivered later, also after a restart', async () => {
    const { house } = await openPaid();
    house.network.down = true;
    const { saleId } = good(await refund(house, null, 5));
    const { url } = await house.sale(saleId, ({ state }) => state === 'queued');
    expect(house.screen).toMatchObject({ kind: 'qr', url });
    await house.restart();
    house.reconnect();
    expect(await delivered(house, saleId)).toMatchObject({ amount: -5, url });
  });

  test('needs the PIN', async () => {
    const house = await openHouse();
    good(await window(house)['pin.change']({ current: null, next: '1234' }, 'cashier'));
    good(await window(house)['pin.lock'](null, 'cashier'));
    expect(await refund(house, null, 5)).toMatchObject({ error: { code: 'pinNeeded' } });
  });
});
