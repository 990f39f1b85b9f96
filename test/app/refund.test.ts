import { describe, expect, test } from 'vitest';
import { copyOf, restore } from './moved-data.ts';
import { afterLock, holdReceipts } from './other-program.ts';
import { codeOf, openWithSale, smallBill, type TestApp, unwrap } from './test-app.ts';

const refund = (testApp: TestApp, of: string | null, amount: number, vatPercent = 19) =>
  testApp.cashier['sale.refund']({ of, amount, vatPercent, payment: 'Cash' });
const left = async (testApp: TestApp, saleId: string) =>
  unwrap(await testApp.cashier['receipts.get']({ saleId })).refundLeft;

async function openPaid(bill = smallBill()) {
  const { testApp, sale } = await openWithSale();
  await testApp.pay(sale.id, bill);
  await testApp.delivered(sale.id);
  await testApp.poolHas(1);
  return { testApp, sale };
}

describe('a refund from a receipt', () => {
  test('is a separate receipt with a negative amount that names the original', async () => {
    const { testApp, sale } = await openPaid();
    const { saleId } = unwrap(await refund(testApp, sale.id, 5));
    const back = await testApp.delivered(saleId);
    expect(back).toMatchObject({ amount: -5, currency: 'EUR', warnings: [] });
    expect(back.billId).not.toBe(sale.billId);
    expect(testApp.view.sale?.id).toBe(saleId);
    expect(testApp.screen).toMatchObject({ kind: 'qr', url: back.url });
    const bill = testApp.simulator.ledger().bills.find(({ billId }) => billId === back.billId)?.body;
    expect(bill).toMatchObject({
      bill: {
        data: {
          fullAmountInclVat: -5,
          lines: [{ item: { quantity: -1, pricePerUnit: 5 }, 'extension:service': { isReturn: true } }],
        },
      },
    });
    expect(testApp.simulator.ledger().complaints).toEqual([]);
  });

  test('is at most the receipt minus its earlier refunds, also for two refunds at once and after a restart', async () => {
    const { testApp, sale } = await openPaid();
    expect(await left(testApp, sale.id)).toBe(19.9);
    const both = await Promise.all([refund(testApp, sale.id, 12), refund(testApp, sale.id, 12)]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'invalid', fields: [{ path: '/amount' }] } });
    await testApp.restart();
    expect(await left(testApp, sale.id)).toBe(7.9);
    expect(await refund(testApp, sale.id, 7.91)).toMatchObject({ ok: false });
    unwrap(await refund(testApp, sale.id, 7.9));
    expect(await left(testApp, sale.id)).toBe(0);
  });

  test('is stored once although another program locks the database between its two steps', async () => {
    const { testApp, sale } = await openPaid();
    const refunding = refund(testApp, sale.id, 19.9);
    const { saleId } = unwrap(await afterLock(testApp, refunding, holdReceipts(testApp)));
    expect(await testApp.delivered(saleId)).toMatchObject({ amount: -19.9 });
    expect(await left(testApp, sale.id)).toBe(0);
  });

  test('gets the error storageBusy if the lock between its two steps lasts, and reduces the amount that is left until the next start cancels it', async () => {
    const { testApp, sale } = await openPaid();
    const refunding = refund(testApp, sale.id, 5);
    const release = holdReceipts(testApp);
    for (const pauseMs of [50, 100, 200, 400, 400, 400, 400]) {
      await Promise.race([refunding, testApp.clock.untilTimerIn(pauseMs)]);
      testApp.clock.advance(pauseMs);
    }
    expect(codeOf(await afterLock(testApp, refunding, release))).toBe('storageBusy');
    expect(await left(testApp, sale.id)).toBe(14.9);
    await testApp.stop();
    const backup = copyOf(testApp.dataDir);
    await testApp.start();
    expect(await left(testApp, sale.id)).toBe(19.9);
    await testApp.stop();
    restore(backup, testApp.dataDir);
    await testApp.start();
    expect(await left(testApp, sale.id), 'another copy may have sent it').toBe(14.9);
  });

  test('can be started again after its cancel, which can then not be undone, and is impossible for an unpaid or a cancelled receipt', async () => {
    const { testApp, sale } = await openPaid();
    const unpaid = unwrap(await testApp.till.openSale({ reference: 'unpaid', amount: 5 })).sale;
    expect(codeOf(await refund(testApp, unpaid.id, 1))).not.toBe('ok');
    const { saleId } = unwrap(await refund(testApp, sale.id, 19.9));
    unwrap(await testApp.cashier['sale.cancel']({ saleId }));
    expect(await left(testApp, sale.id)).toBe(19.9);
    unwrap(await refund(testApp, sale.id, 1));
    expect(codeOf(await testApp.cashier['sale.undo']({ saleId }))).toBe('wrongState');
    unwrap(testApp.till.cancelSale(sale.id));
    expect(codeOf(await refund(testApp, sale.id, 1))).not.toBe('ok');
  });

  test('a refund of the whole receipt has the VAT of the receipt, and a partial one the chosen rate', async () => {
    const vatAmounts = [
      // The sum of 0.1 and 11.8 in the software of many tills.
      { percentage: 19, inclVat: 11.900000000000002, exclVat: 10, vat: 1.9 },
      { percentage: 0, inclVat: 8, exclVat: 8, vat: 0 },
    ];
    const { data, ...bill } = smallBill();
    const { testApp, sale } = await openPaid({ ...bill, data: { ...(data as object), vatAmounts } });
    const part = unwrap(await refund(testApp, sale.id, 1, 7)).saleId;
    const vatOf = async (saleId: string) =>
      unwrap(await testApp.cashier['receipts.get']({ saleId })).bill?.vat.map(({ percent }) => percent);
    expect(await vatOf(part)).toEqual([7]);
    unwrap(await testApp.cashier['sale.cancel']({ saleId: part }));
    const whole = unwrap(await refund(testApp, sale.id, 19.9, 7)).saleId;
    expect(await vatOf(whole)).toEqual([19, 0]);
  });
});

test('a refund without a receipt is possible offline with an id from the pool, and is delivered later, also after a restart', async () => {
  const { testApp } = await openPaid();
  testApp.network.down = true;
  const { saleId } = unwrap(await refund(testApp, null, 5));
  const { url } = await testApp.sale(saleId, ({ state }) => state === 'queued');
  expect(testApp.screen).toMatchObject({ kind: 'qr', url });
  await testApp.restart();
  testApp.reconnect();
  expect(await testApp.delivered(saleId)).toMatchObject({ amount: -5, url });
});
