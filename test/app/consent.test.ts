import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mainWords } from '../../src-main/main-strings.ts';
import { codeOf, openPooledSale, openTestApp, openWithSale, type TestApp, unwrap } from './test-app.ts';

const day = '2026-01-05';

const dayOf = async (testApp: TestApp) => unwrap(await testApp.cashier['day.get']({ day }));

/** The CSV export writes times in the time zone of this computer. */
const inTable = (at: number): string => new Date(at).toLocaleString('sv-SE');

async function exported(testApp: TestApp): Promise<{ row: Record<string, string>; sale: Record<string, unknown> }> {
  const pathOf = async (format: 'csv' | 'json') => unwrap(await testApp.cashier['day.export']({ day, format })).path;
  const [head = '', line = ''] = readFileSync(await pathOf('csv'), 'utf8')
    .slice(1)
    .split('\r\n');
  const cells = line.split(',');
  const words = Object.entries(mainWords.en.dayTable.columns);
  const columnOf = (heading: string): string => words.find(([, says]) => says === heading)?.[0] ?? heading;
  const row = Object.fromEntries(head.split(',').map((name, place) => [columnOf(name), cells[place] ?? '']));
  const json = JSON.parse(readFileSync(await pathOf('json'), 'utf8')) as { sales: Record<string, unknown>[] };
  return { row, sale: json.sales[0] ?? {} };
}

test('after a withdrawal the sale counts as not agreed; the day and the JSON export list agreement and withdrawal, the CSV export only the withdrawal', async () => {
  const testApp = await openTestApp();
  const { id: saleId } = await openPooledSale(testApp, 'till-1');
  unwrap(await testApp.cashier['sale.consent']({ saleId }));
  expect(testApp.view.sale).toMatchObject({ consented: true, can: { consent: false, takeBackConsent: true } });
  testApp.clock.advance(60_000);
  const takenBackAt = testApp.clock.now();
  unwrap(await testApp.cashier['sale.takeBackConsent']({ saleId }));
  expect(testApp.view.sale).toMatchObject({ consented: false, can: { consent: true, takeBackConsent: false } });
  await testApp.restart();
  expect((await dayOf(testApp)).consents.map(({ what, how }) => `${what} ${how}`)).toEqual([
    'agreementTakenBack cashier',
    'agreed cashier',
  ]);
  const { row, sale } = await exported(testApp);
  expect(row).toMatchObject({ consentAt: '', consentHow: '', consentTakenBackAt: inTable(takenBackAt) });
  expect(sale).toMatchObject({
    consentAt: null,
    issuanceLog: [
      { what: 'agreed', how: 'cashier' },
      { what: 'agreementTakenBack', how: 'cashier' },
    ],
  });
  const again = await testApp.cashier['sale.takeBackConsent']({ saleId });
  expect(codeOf(again)).toBe('wrongState');
});

test('in Germany a paid sale asks for the agreement once, and the day lists issue and acceptance with their times', async () => {
  const { testApp, sale } = await openWithSale({}, 'till-1');
  const saleId = sale.id;
  await testApp.paint();
  await testApp.pay(saleId);
  await testApp.delivered(saleId);
  const issuedAt = testApp.clock.now();
  expect(testApp.view.sale).toMatchObject({ needsConsent: true });
  expect(await dayOf(testApp)).toMatchObject({ counts: { delivered: 1 }, agreed: 0 });
  testApp.clock.advance(5_000);
  unwrap(await testApp.cashier['sale.consent']({ saleId }));
  expect(testApp.view.sale).toMatchObject({ needsConsent: false });
  const { agreed, issues, consents } = await dayOf(testApp);
  expect(agreed).toBe(1);
  expect(issues).toEqual([{ reference: 'till-1', till: null, at: issuedAt, what: 'issued', how: 'code' }]);
  expect(consents).toMatchObject([{ at: issuedAt + 5_000, what: 'agreed', how: 'cashier' }]);
  const { row } = await exported(testApp);
  expect(row).toMatchObject({ issuedAt: inTable(issuedAt), issuedHow: 'QR code', consentHow: 'cashier' });
  unwrap(await testApp.cashier['sale.print']({ saleId }));
  expect(await dayOf(testApp)).toMatchObject({ counts: { delivered: 0, both: 1 }, agreed: 0 });
});

test('an agreement that the shop does not record is not offered, and refused if it is sent', async () => {
  const testApp = await openTestApp({ settings: { consent: { counts: ['touch'] } } });
  const { id: saleId } = await openPooledSale(testApp, 'till-1');
  expect(testApp.view.sale?.can.consent).toBe(false);
  const refused = await testApp.cashier['sale.consent']({ saleId });
  expect(codeOf(refused)).toBe('notAllowed');
  expect((await dayOf(testApp)).consents).toEqual([]);
});
