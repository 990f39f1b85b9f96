import { describe, expect } from 'vitest';
import { badBill, openWithTill, pairTill } from './paired-till.ts';
import { openPooledSale, smallBill, type TestApp, test, unwrap } from './test-app.ts';

const shownSale = async (testApp: TestApp, saleId: string) => {
  unwrap(await testApp.cashier['sale.select']({ saleId }));
  return testApp.view.sale;
};

const inFrancs = (amount: number): unknown => {
  const bill = smallBill(amount);
  return { ...bill, data: { ...(bill.data as object), currency: 'CHF' } };
};

describe('the amount of a bill', () => {
  const euros = { amount: 20, currency: 'EUR' };
  const amount = { path: '/bill/data/fullAmountInclVat', code: 'amount-differs' };
  const currency = { path: '/bill/data/currency', code: 'currency-differs' };
  test.each<[string, object, unknown, object[], object | null]>([
    ['another amount', { amount: 20 }, smallBill(25), [amount], euros],
    ['another currency', euros, inFrancs(20), [currency], euros],
    ['the same amount', { amount: 20 }, smallBill(20), [], null],
    ['no amount', {}, smallBill(20), [], null],
    ['no currency', { amount: 20 }, inFrancs(20), [], null],
    ['another amount without a currency', { amount: 20 }, inFrancs(25), [amount], { amount: 20, currency: 'CHF' }],
  ])(
    'is accepted if the sale was opened with %s; a difference causes a warning or, in a strict shop, a refusal, and the cashier sees both amounts',
    async (_what, opened, bill, expected, openedTotal) => {
      const { testApp, till } = await openWithTill();
      const { sale } = await till.open('r', opened);
      testApp.changeSettings({ delivery: { warningsBlock: true } });
      if (expected.length > 0) {
        expect(await till.bill(sale.id, bill)).toMatchObject({ status: 422, sale: { errors: expected } });
        testApp.changeSettings({ delivery: { warningsBlock: false } });
      }
      const taken = await till.bill(sale.id, bill);
      expect([taken.status, taken.sale.warnings]).toMatchObject([202, expected]);
      const shown = await shownSale(testApp, sale.id);
      expect([shown?.openedTotal, shown?.warnings]).toEqual([openedTotal, []]);
      expect((await testApp.delivered(sale.id)).warnings).toMatchObject(expected);
    },
  );

  test('is compared with the amount at opening, also after the repair of a refused bill', async ({ testApp }) => {
    const till = await pairTill(testApp, 'Till 1');
    const { sale } = await till.open('r', { amount: 19.9 });
    testApp.simulator.faults.add({ route: 'bill', effect: badBill, times: 1 });
    expect((await till.bill(sale.id, smallBill(5))).sale.warnings).toHaveLength(1);
    await testApp.sale(sale.id, ({ state }) => state === 'attention');
    expect((await till.bill(sale.id, smallBill(19.9))).sale.warnings).toEqual([]);
  });
});

test('a bill is sent with the transaction that it names, or else with that of its sale, which stays active, with a warning, if the bill names another', async ({
  testApp,
}) => {
  const key = 'extension:service';
  const naming = (transactionId: unknown) =>
    smallBill(19.9, { misc: { [key]: { couponingInformation: { type: 'Generic', transactionId } } } });
  const warning = `/bill/misc/${key}/couponingInformation/transactionId other-transaction`;
  for (const [at, bill] of [() => naming('lt-of-the-till'), naming, () => naming(null), () => smallBill()].entries()) {
    const { id } = await openPooledSale(testApp, `sale-${at}`);
    const own = unwrap(await testApp.till.startLoyalty(id, 'card-1')).transactionId ?? '';
    const taken = unwrap(await testApp.till.acceptBill(id, { bill: bill(own) as never }));
    const isOther = at === 0;
    expect((await testApp.delivered(id)).loyalty?.state).toBe(isOther ? 'active' : 'ended');
    const sent = JSON.stringify(testApp.simulator.ledger().bills.at(-1)?.body);
    expect(taken.warnings.map(({ path, code }) => `${path} ${code}`)).toEqual(isOther ? [warning] : []);
    expect([sent.includes('lt-of-the-till'), sent.includes(own)]).toEqual([isOther, !isOther]);
  }
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
