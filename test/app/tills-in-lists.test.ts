import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { pairTill, removeTill } from './paired-till.ts';
import { type TestApp, test, unwrap } from './test-app.ts';

const day = '2026-01-05';
const byCommandLine = { 'receipt-companion-client': 'command-line' };

async function shown(testApp: TestApp) {
  const window = testApp.cashier;
  const filter = { search: '', state: null, day: null, cursor: null };
  const { rows } = unwrap(await window['receipts.list'](filter));
  const { consents } = unwrap(await window['day.get']({ day }));
  const recent = testApp.view.recent ?? [];
  const lines = (list: readonly { readonly reference: string; readonly till: string | null }[]) =>
    list.map(({ reference, till }) => `${reference} ${till}`).toSorted();
  return { recent: lines(recent), receipts: lines(rows), consents: lines(consents) };
}

async function exported(testApp: TestApp) {
  const { path } = unwrap(await testApp.cashier['day.export']({ day, format: 'json' }));
  const { sales } = JSON.parse(readFileSync(path, 'utf8')) as { sales: { reference: string; till: string }[] };
  return sales.map(({ reference, till }) => `${reference} ${till}`).toSorted();
}

async function agreed(testApp: TestApp, saleId: string): Promise<void> {
  unwrap(await testApp.cashier['sale.consent']({ saleId }));
}

test('no list shows the till of a sale until a second till is paired; the export always names it, and a removed till by its id', async ({
  testApp,
}) => {
  const one = await pairTill(testApp, 'Till 1');
  await agreed(testApp, (await one.open('0001')).sale.id);
  expect(await shown(testApp)).toEqual({ recent: ['0001 null'], receipts: ['0001 null'], consents: ['0001 null'] });
  const two = await pairTill(testApp, 'Till 2');
  await agreed(testApp, (await two.open('0001')).sale.id);
  await two.call('POST', '/sales', { reference: '0001' }, byCommandLine);
  unwrap(await testApp.cashier['sale.new']({ amount: 5 }));
  const { recent, receipts, consents } = await shown(testApp);
  const both = ['0001 Till 1', '0001 Till 2'];
  expect(recent).toEqual([...both, '0001 Till 2', expect.stringMatching(/^H-\S+ null$/)]);
  expect(receipts).toEqual(recent);
  expect(consents).toEqual(both);
  const others = ['0001 Till 2', '0001 Till 2 command line', expect.stringMatching(/^H-\S+ hand$/)];
  expect(await exported(testApp)).toEqual(['0001 Till 1', ...others]);
  const id = await removeTill(testApp, 'Till 1');
  expect((await exported(testApp)).toSorted()).toEqual([...others, `0001 ${id}`].toSorted());
});
