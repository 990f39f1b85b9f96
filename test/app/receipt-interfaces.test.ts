import { expect, test } from 'vitest';
import { openWithTill, pairTill } from './paired-till.ts';
import { numberedBill } from './small-bill.ts';
import { openTestApp, smallBill, type TestApp } from './test-app.ts';

const bills = [
  ['with a number', (name: string) => numberedBill(name)],
  ['without a number', (_name: string) => smallBill(19.9)],
] as const;

const asFile = async (testApp: TestApp, reference: string, bill: object) => {
  await testApp.drop(`${reference}.json`, { reference, bill });
  return testApp.resultOf(reference);
};
const atRest = (testApp: TestApp) =>
  testApp.until(() => testApp.till.status().outbox.queued === 0 && testApp.network.underWay === 0);

test.each(bills)(
  'forty receipts %s that the only till of a shop sends by file and over HTTP at the same moment are stored as forty, and one after the other as one',
  async (_what, bill) => {
    // Without pooled ids every sale waits for its registration.
    const { testApp, till } = await openWithTill({ settings: { pool: { target: 0 } } });
    const names = Array.from({ length: 40 }, (_, index) => `r-${index}`);
    await Promise.all(
      names.map(async (name, index) => {
        const both = [() => asFile(testApp, name, bill(name)), () => till.receipt(name, bill(name))];
        await Promise.all((index % 2 === 0 ? both : both.toReversed()).map((bring) => bring()));
      }),
    );
    // A till may read the answers to its own files, and repeat such a receipt itself or by its script.
    const { id } = await asFile(testApp, '0001', bill('0001'));
    expect(await till.call('GET', `/sales/${id}`)).toMatchObject({ status: 200, sale: { reference: '0001' } });
    for (const more of [{}, { 'receipt-companion-client': 'command-line' }])
      expect(await till.receipt('0001', bill('0001'), more)).toMatchObject({ status: 202, sale: { acceptedAs: id } });
    await atRest(testApp);
    expect(testApp.simulator.ledger().bills).toHaveLength(41);
    expect(testApp.till.listSales({ limit: 100, state: 'open' }).items).toEqual([]);
  },
);

test.each(bills)(
  'with two tills, a receipt %s that arrives a second time is sent with a warning that names the first',
  async (_what, bill) => {
    const { testApp, till } = await openWithTill();
    await pairTill(testApp, 'Till 2');
    const file = await asFile(testApp, '0001', bill('0001'));
    expect(file.warnings).toEqual([]);
    const overHttp = await till.receipt('0001', bill('0001'));
    expect(overHttp.sale).toMatchObject({
      acceptedAs: null,
      warnings: [
        {
          path: '/bill',
          code: 'looks-sent-before',
          message: expect.stringContaining('the watched folder sent before'),
        },
      ],
    });
    expect(overHttp.sale.warnings[0]?.message).toContain(file.id);
    const first = await till.receipt('0002', bill('0002'));
    expect(first.sale.warnings).toEqual([]);
    const second = (await asFile(testApp, '0002', bill('0002'))) as { warnings: { message: string }[] };
    expect(second.warnings.map(({ message }) => message)).toEqual([expect.stringContaining(first.sale.id)]);
    await atRest(testApp);
    expect(testApp.simulator.ledger().bills).toHaveLength(4);
  },
);

test('two tills that send the same unsigned receipt both deliver it, and the second gets a warning', async () => {
  const testApp = await openTestApp();
  const [one, two] = [await pairTill(testApp, 'Till 1'), await pairTill(testApp, 'Till 2')];
  const bill = numberedBill('0001');
  const first = await one.receipt('0001', bill);
  const second = await two.receipt('0001', bill);
  expect(second.sale.warnings.map(({ code }) => code)).toEqual(['looks-sent-before']);
  expect(second.sale.warnings[0]?.message).toContain(`another till sent before, as the sale ${first.sale.id}`);
  expect((await two.call('GET', `/sales/${first.sale.id}`)).status).toBe(404);
});

test('a host with a token of its own and a paired till has two tills: a file is the bill of neither', async () => {
  const testApp = await openTestApp({ posToken: 'a-token-of-at-least-thirty-two-characters' });
  const till = await pairTill(testApp, 'Till 1');
  const { sale } = await till.open('0001', { amount: 19.9 });
  const file = await asFile(testApp, '0001', smallBill(19.9));
  expect(file.id).not.toBe(sale.id);
  expect(await till.call('GET', `/sales/${sale.id}`)).toMatchObject({ sale: { state: 'open' } });
  expect(await till.call('GET', `/sales/${file.id}`)).toMatchObject({ status: 404 });
});
