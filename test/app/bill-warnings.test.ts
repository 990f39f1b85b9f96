import { describe, expect } from 'vitest';
import { badBill, openWithTill, pairTill } from './paired-till.ts';
import { openPooledSale, openTestApp, smallBill, type TestApp, test, unwrap } from './test-app.ts';

const codes = (warnings: readonly { readonly path: string; readonly code: string }[]) =>
  warnings.map(({ path, code }) => `${path} ${code}`);
const shownSale = async (testApp: TestApp, saleId: string) => {
  unwrap(await testApp.cashier['sale.select']({ saleId }));
  return testApp.view.sale;
};

const inFrancs = (amount: number): unknown => {
  const bill = smallBill(amount);
  return { ...bill, data: { ...(bill.data as object), currency: 'CHF' } };
};

describe('the amount of a bill', () => {
  test.each([
    ['another amount', { amount: 19.9 }, smallBill(20.9), 'amount-differs', { amount: 19.9, currency: 'EUR' }],
    [
      'another currency',
      { amount: 20, currency: 'CHF' },
      smallBill(20),
      'currency-differs',
      { amount: 20, currency: 'CHF' },
    ],
  ])(
    'is accepted with a warning if it differs from the sale, and the cashier sees both amounts: %s',
    async (_what, opened, bill, code, openedTotal) => {
      const { testApp, till } = await openWithTill();
      const { sale } = await till.open('r', opened);
      const taken = await till.bill(sale.id, bill);
      expect(taken.status).toBe(202);
      expect(taken.sale.warnings).toMatchObject([{ code }]);
      expect(await shownSale(testApp, sale.id)).toMatchObject({ openedTotal, warnings: [] });
      await testApp.delivered(sale.id);
      expect(testApp.till.findSale(sale.id)?.warnings).toMatchObject([{ code }]);
    },
  );

  test.each([
    ['the same amount', { amount: 19.9 }, smallBill(19.9)],
    ['no amount', {}, smallBill(20.9)],
  ])('causes no warning if the sale was opened with %s', async (_what, opened, bill) => {
    const { testApp, till } = await openWithTill();
    const { sale } = await till.open('r', opened);
    expect((await till.bill(sale.id, bill)).sale.warnings).toEqual([]);
    expect((await shownSale(testApp, sale.id))?.openedTotal).toBeNull();
  });

  test.each([false, true])(
    'causes no currency warning if the till opened the sale without a currency (warningsBlock: %s)',
    async (warningsBlock) => {
      const { till } = await openWithTill({ settings: { delivery: { warningsBlock } } });
      const { sale } = await till.open('r', { amount: 20 });
      expect(sale.currency).toBe('EUR');
      const taken = await till.bill(sale.id, inFrancs(20));
      expect(taken).toMatchObject({ status: 202, sale: { warnings: [], amount: 20, currency: 'CHF' } });
    },
  );

  test('is shown beside the opening amount, which gets the currency of the bill if the sale was opened without one', async () => {
    const { testApp, till } = await openWithTill();
    const { sale } = await till.open('r', { amount: 20 });
    expect((await till.bill(sale.id, inFrancs(25))).sale.warnings).toMatchObject([{ code: 'amount-differs' }]);
    expect((await shownSale(testApp, sale.id))?.openedTotal).toEqual({ amount: 20, currency: 'CHF' });
  });

  test('is compared with the amount at opening, also after the repair of a refused bill', async ({ testApp }) => {
    const till = await pairTill(testApp, 'Till 1');
    const { sale } = await till.open('r', { amount: 19.9 });
    testApp.simulator.faults.add({ route: 'bill', effect: badBill, times: 1 });
    expect((await till.bill(sale.id, smallBill(5))).sale.warnings).toHaveLength(1);
    await testApp.sale(sale.id, ({ state }) => state === 'attention');
    expect((await till.bill(sale.id, smallBill(19.9))).sale.warnings).toEqual([]);
  });

  test('is refused if it differs and the shop treats warnings as refusals', async () => {
    const { till } = await openWithTill({ settings: { delivery: { warningsBlock: true } } });
    const { sale } = await till.open('r', { amount: 19.9 });
    expect(await till.bill(sale.id, smallBill(20.9))).toMatchObject({
      status: 422,
      sale: { errors: [{ path: '/bill/data/fullAmountInclVat', code: 'amount-differs' }] },
    });
  });
});

describe('a bill that names a loyalty transaction', () => {
  const key = 'extension:service';
  const naming = (transactionId: unknown) =>
    smallBill(19.9, { misc: { [key]: { couponingInformation: { type: 'Generic', transactionId } } } });
  const path = `/bill/misc/${key}/couponingInformation/transactionId`;

  async function delivered(bill: (own: string) => unknown) {
    const testApp = await openTestApp();
    const { id } = await openPooledSale(testApp);
    const own = unwrap(await testApp.till.startLoyalty(id, 'card-1')).transactionId ?? '';
    const taken = unwrap(await testApp.till.acceptBill(id, { bill: bill(own) }));
    await testApp.delivered(id);
    const sent = JSON.stringify(testApp.simulator.ledger().bills[0]?.body);
    return { own, sent, warnings: codes(taken.warnings) };
  }

  test('is sent with it and gets a warning if the sale has another transaction', async () => {
    const { own, sent, warnings } = await delivered(() => naming('lt-of-the-till'));
    expect(warnings).toEqual([`${path} other-transaction`]);
    expect(sent).toContain('lt-of-the-till');
    expect(sent).not.toContain(own);
  });

  test('a bill that names the transaction of the sale, or none, is sent with the transaction of the sale and without a warning', async () => {
    for (const bill of [naming, () => naming(null), () => smallBill()]) {
      const { own, sent, warnings } = await delivered(bill);
      expect(warnings).toEqual([]);
      expect(sent).toContain(own);
    }
  });
});

test('a loyalty number may have 100,000 characters, but may not be empty', async ({ testApp }) => {
  const till = await pairTill(testApp, 'Till 1');
  const { sale } = await till.open('r');
  const externalUserId = 'x'.repeat(100_000);
  expect((await till.call('PUT', `/sales/${sale.id}/loyalty`, { externalUserId })).status).toBe(200);
  expect(testApp.simulator.ledger().loyalty).toMatchObject([{ externalUserId }]);
  const other = await till.open('r2');
  expect((await till.call('PUT', `/sales/${other.sale.id}/loyalty`, { externalUserId: '' })).status).toBe(422);
});

test('a receipt is checked once, at its arrival: a setting that changes while its id is registered does not refuse the receipt', async () => {
  const { testApp, till } = await openWithTill({ settings: { pool: { target: 0 } } });
  const released = Promise.withResolvers<void>();
  let held = 0;
  testApp.network.meets = (url, init) => {
    held += 1;
    return released.promise.then(() => fetch(url, init));
  };
  const odd = smallBill(19.9, { data: { ...(smallBill().data as object), currency: 'eur' } });
  const sent = till.receipt('r', odd);
  await testApp.until(() => held > 0);
  testApp.changeSettings({ delivery: { warningsBlock: true } });
  released.resolve();
  expect(await sent).toMatchObject({ status: 202, sale: { state: 'queued' } });
});
