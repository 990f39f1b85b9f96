import { expect } from 'vitest';
import type { AttentionView } from '../../src-main/shared/record-views.ts';
import { attentionView } from '../fakes/sample-records.ts';
import { fourLines, numberedBill } from './small-bill.ts';
import { codeOf, openTestApp, refusal, smallBill, type TestApp, test, unwrap } from './test-app.ts';

const billWith = (pricePerUnit: number, number?: string) => {
  const bill = number === undefined ? smallBill(4) : numberedBill(number, 4);
  return { ...bill, data: { ...(bill.data as object), lines: fourLines(pricePerUnit) } };
};

const complaint = { 'Bill.Data.Lines[3].Item.PricePerUnit': ['At most two decimals are allowed.'] };

const refused = (testApp: TestApp, { bill = billWith(1.005) as object, errors = complaint as object } = {}) =>
  testApp.refused({ title: 'Validation failed', errors, traceId: 't-1' }, { bill });

const look = async (testApp: TestApp, saleId: string) =>
  unwrap(await testApp.cashier['attention.get']({ saleId })) as AttentionView;

test('a refused price is reported at its line; a word typed there is refused, a number with the comma of the shop is sent, and other digits stay', async () => {
  const testApp = await openTestApp({ settings: { cashier: { language: 'de' } } });
  const saleId = await refused(testApp);
  const path = '/data/lines/3/item/pricePerUnit';
  const { problems, isBill, attention } = await look(testApp, saleId);
  const [shownInSpecs] = attentionView.problems;
  expect(problems).toEqual([{ ...shownInSpecs, path, verbatim: 'At most two decimals are allowed.' }]);
  expect(isBill).toBe(true);
  expect(attention).toMatchObject({ status: 400, traceId: 't-1' });
  const repair = (typed: string) => testApp.repair(saleId, { [path]: typed });
  expect(await repair('one')).toMatchObject({ ok: false, error: { code: 'invalid', fields: [{ path }] } });
  expect(testApp.till.findSale(saleId)?.state).toBe('attention');
  unwrap(await repair('1,010'));
  await testApp.delivered(saleId);
  expect(testApp.simulator.ledger().bills).toMatchObject([{ body: { bill: billWith(1.01) } }]);
  expect(await look(testApp, saleId)).toMatchObject({ row: { state: 'delivered' }, attention: null, problems: [] });
});

test('a VAT amount that does not match its rate is reported beside what the service named', async ({ testApp }) => {
  const plain = smallBill(11.9) as { data: object };
  const vatAmounts = [{ percentage: 19, inclVat: 11.9, exclVat: 10.1, vat: 1.8 }];
  const errors = { 'Bill.Data.VatAmounts[0].ExclVat': ['Wrong.'], 'Bill.Data.VatAmounts[0].Percentage': ['Wrong.'] };
  const saleId = await refused(testApp, { bill: { ...plain, data: { ...plain.data, vatAmounts } }, errors });
  const { problems } = await look(testApp, saleId);
  expect(problems.toSorted((a, b) => a.field.localeCompare(b.field))).toMatchObject([
    { path: '/data/vatAmounts/0/exclVat', expected: 10 },
    { path: '/data/vatAmounts/0/percentage', expected: null },
    { path: '/data/vatAmounts/0/vat', expected: 1.9, verbatim: null, field: 'vat' },
  ]);
});

test('a correction of an earlier bill leaves the bill that the till has sent since', async ({ testApp }) => {
  const saleId = await refused(testApp);
  const { version } = await look(testApp, saleId);
  testApp.simulator.faults.add({ route: 'bill', effect: refusal(400, { title: 'Bad' }) });
  await testApp.pay(saleId, billWith(2));
  await testApp.sale(saleId, ({ state }) => state === 'attention');
  const values = { '/data/lines/3/item/pricePerUnit': '1' };
  const outdated = await testApp.cashier['attention.repair']({ saleId, version: version ?? '', values });
  expect(codeOf(outdated)).toBe('wrongState');
  expect(testApp.simulator.ledger().bills).toEqual([]);
});

test('a correction that makes a refused receipt equal to another accepted one is refused and not sent', async ({
  testApp,
}) => {
  const saleId = await refused(testApp, { bill: billWith(1.5, '0417') });
  // The till has sent its own correction as another sale.
  await testApp.sold('corrected', billWith(1, '0417'));
  const values = { '/data/lines/3/item/pricePerUnit': '1' };
  expect(await testApp.repair(saleId, values)).toMatchObject({
    error: {
      code: 'conflict',
      message: expect.stringContaining('"corrected"'),
      fields: [{ code: 'looks-sent-before' }],
    },
  });
  expect(testApp.till.findSale(saleId)).toMatchObject({ state: 'attention' });
});

test('a receipt that the cashier corrected is not sent once more when its till sends the first version again', async ({
  testApp,
}) => {
  const bill = billWith(1.005, '0418');
  const saleId = await refused(testApp, { bill });
  unwrap(await testApp.repair(saleId, { '/data/lines/3/item/pricePerUnit': '1' }));
  await testApp.delivered(saleId);
  testApp.clock.jumpTo(testApp.clock.now() + 24 * 3_600_000);
  const again = unwrap(await testApp.till.acceptReceipt({ reference: 'refused', bill }));
  expect(again).toMatchObject({ id: saleId, acceptedAs: saleId });
  expect(testApp.simulator.ledger().bills).toHaveLength(1);
});

test('the attention list contains refused bills and refused prints, the newest first', async ({ testApp }) => {
  const printed = await testApp.sold('printed');
  testApp.simulator.faults.add({ route: 'printed', effect: { kind: 'status', status: 403, body: '"No printing."' } });
  unwrap(testApp.till.markPrinted(printed.id));
  await testApp.until(() => testApp.till.status().outbox.attention === 1);
  const bill = await refused(testApp);
  const listed = unwrap(await testApp.cashier['attention.list']({ cursor: null })) as {
    rows: { id: string; status: number | null }[];
    next: number | null;
  };
  expect(listed.rows.map(({ id, status }) => [id, status])).toEqual([
    [bill, 400],
    [printed.id, 403],
  ]);
  expect(listed.next).toBeNull();
  expect(await look(testApp, printed.id)).toMatchObject({ isBill: false, problems: [], attention: { status: 403 } });
});
