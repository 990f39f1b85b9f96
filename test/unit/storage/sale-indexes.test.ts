import { expect, test } from 'vitest';
import { createEncryption } from '../../../src-main/storage/encryption.ts';
import { createSaleTable, type SaleTable } from '../../../src-main/storage/sale-table.ts';
import { systemRandom } from '../../../src-main/system-ports.ts';
import { queryPlans } from '../../fakes/list-statements.ts';
import { openReceipts } from '../../fakes/sale-row.ts';

/** The first step of each query, marked if the database sorts the rows afterwards. */
function plansOf(ask: (table: SaleTable) => unknown): readonly string[] {
  const database = openReceipts();
  const table = createSaleTable(database, createEncryption(new Uint8Array(32), systemRandom));
  return queryPlans(database, () => ask(table)).map((steps) =>
    steps.some((step) => step.includes('TEMP B-TREE')) ? `sorted: ${steps[0]}` : String(steps[0]),
  );
}

test('a sale is located by till and reference, without reading the other sales of the till', () => {
  const byReference = expect.stringContaining('(till=? AND reference=?');
  expect(plansOf((table) => table.findByReference('till-1', '0001'))).toEqual([byReference]);
  expect(plansOf((table) => table.findByReference('till-1', '0001', '2026-01-05'))).toEqual([byReference]);
  const ofToday = plansOf((table) => table.listByReference('till-1', '0001', '2026-01-05', false));
  expect(ofToday).toEqual([byReference]);
  expect(plansOf((table) => table.list({ tills: ['till-1'], reference: '0001', limit: 9 }))).toEqual([byReference]);
});

test('the list of sales of one till reads no sales of other tills', () => {
  const ofTill = expect.stringContaining('sales_by_till (till=?');
  expect(plansOf((table) => table.list({ tills: ['till-1', 'till-2'], limit: 9 }))).toEqual([ofTill, ofTill]);
  expect(plansOf((table) => table.list({ tills: ['till-1'], before: 9, limit: 9 }))).toEqual([ofTill]);
});

test('counting open sales reads only open sales', () => {
  const ofState = expect.stringContaining('sales_by_state (state=?');
  expect(plansOf((table) => table.openByTill())).toEqual([ofState]);
});

test('a search for a word uses the index of words and reads only the requested page', () => {
  const search = { text: 'a-17', amountCents: 1_700 };
  const [newest, indexed] = plansOf((table) => table.list({ search, before: 9, limit: 9 }));
  expect([newest, indexed]).toEqual([
    expect.stringMatching(/^SEARCH sales USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/),
    expect.stringMatching(/^SCAN sale_words VIRTUAL TABLE INDEX [^=]*M1</),
  ]);
});
