import { describe, expect, test } from 'vitest';
import { pairTill } from './paired-till.ts';
import { codeOf, openTestApp, smallBill, type TestApp, unwrap } from './test-app.ts';

const figures = (testApp: TestApp) => [testApp.screen, testApp.view.sale];

async function openSale(more: object = {}) {
  const testApp = await openTestApp();
  await testApp.poolHas(1);
  const till = await pairTill(testApp, 'Till 1');
  const { sale } = await till.open('r', { amount: 19.9, ...more });
  const change = (body: unknown) => till.call('PATCH', `/sales/${sale.id}`, body);
  return { testApp, till, sale, change };
}

describe('another amount for an open sale', () => {
  test.each([
    ['changed by the till', async ({ change }) => (await change({ amount: 25 })).status],
    [
      'changed with the basket',
      async ({ till, sale }) =>
        (await till.call('PUT', `/sales/${sale.id}/basket`, { lines: [], total: 25, currency: 'EUR' })).status,
    ],
    [
      'changed by the cashier',
      async ({ testApp, sale }) => unwrap(await testApp.cashier['sale.change']({ saleId: sale.id, amount: 25 })),
    ],
  ] satisfies [string, (opened: Awaited<ReturnType<typeof openSale>>) => Promise<unknown>][])(
    'is the same for till, cashier and customer, and the sale keeps its id and code: %s',
    async (_who, change) => {
      const opened = await openSale();
      const { testApp, till, sale } = opened;
      const before = testApp.shown.customer.length;
      await change(opened);
      const now = (await till.call('GET', `/sales/${sale.id}`)).sale;
      expect(now).toMatchObject({ id: sale.id, billId: sale.billId, url: sale.url, amount: 25, state: 'open' });
      const total = { amount: 25, currency: 'EUR' };
      expect(figures(testApp)).toMatchObject([{ kind: 'qr', url: sale.url, total }, { total }]);
      expect(testApp.shown.customer.slice(before).map(({ view }) => view.screen.kind)).not.toContain('cancelled');
      // The customer has seen the changed amount, so only a bill with another amount causes a warning.
      expect((await till.bill(sale.id, smallBill(25))).sale.warnings).toEqual([]);
    },
  );

  test('is shown in a withheld code on request, gets the same answer if it is sent twice, and is the amount of the bill that the cashier makes', async () => {
    const { testApp, sale, change } = await openSale({ show: false });
    expect(testApp.screen.kind).toBe('basket');
    const first = await change({ amount: 25, language: 'fr', show: true });
    expect(first).toMatchObject({ status: 200, sale: { id: sale.id, amount: 25 } });
    expect([testApp.screen.kind, testApp.app.snapshot('customer')?.view.language]).toEqual(['qr', 'fr']);
    testApp.clock.advance(1_000);
    expect(await change({ amount: 25, language: 'fr', show: true })).toEqual(first);
    await change({ show: false });
    expect(testApp.screen.kind).toBe('basket');
    unwrap(await testApp.cashier['sale.pay']({ saleId: sale.id, vatPercent: 19, payment: 'Cash' }));
    await testApp.delivered(sale.id);
    expect(testApp.simulator.ledger().bills).toMatchObject([{ body: { bill: { data: { fullAmountInclVat: 25 } } } }]);
  });

  test('is refused over HTTP and in the cashier window once the sale is paid, and over HTTP once it is cancelled', async () => {
    const { testApp, till, sale, change } = await openSale({ show: false });
    await till.bill(sale.id, smallBill());
    const refused = await change({ amount: 25, show: true });
    expect(refused).toMatchObject({ status: 409, sale: { type: 'wrong-state' } });
    expect(codeOf(await testApp.cashier['sale.change']({ saleId: sale.id, amount: 25 }))).toBe('wrongState');
    await till.call('DELETE', `/sales/${sale.id}`);
    expect(await change({ amount: 25 })).toMatchObject({ status: 409, sale: { type: 'wrong-state' } });
  });

  test('is refused with 422, which names the field, if it is invalid', async () => {
    const { till, sale, change } = await openSale();
    for (const [name, value] of Object.entries({ amount: 1.234, currency: 'EURO', show: 'no' }))
      expect(await change({ [name]: value })).toMatchObject({ status: 422, sale: { errors: [{ path: `/${name}` }] } });
    expect((await till.call('GET', `/sales/${sale.id}`)).sale.amount).toBe(19.9);
  });
});

test('a sale that is opened with a currency alone keeps the currency when its amount follows', async () => {
  const { sale, change } = await openSale({ amount: undefined, currency: 'CHF' });
  expect(sale).toMatchObject({ amount: null, currency: 'CHF' });
  expect(await change({ amount: 25 })).toMatchObject({ status: 200, sale: { amount: 25, currency: 'CHF' } });
});
