import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { ReceiptView } from '../../src-main/shared/record-views.ts';
import { asWindow } from './command-callers.ts';
import {
  codeOf,
  openPooledSale,
  openTestApp,
  openWithSale,
  smallBill,
  type TestApp,
  test,
  unwrap,
} from './test-app.ts';

const bill = (key = 'extension:service') => {
  const plain = smallBill(11.9) as { data: object };
  const lines = [
    {
      text: 'Cheese',
      item: { number: '1', quantity: 2, pricePerUnit: 5.95 },
      fullAmountInclVat: 11.9,
      vatAmounts: [],
      [key]: { sequenceNumber: 1, type: 'Default' },
    },
    { text: 'Thank you', [key]: { sequenceNumber: 2, type: 'Text' } },
  ];
  const vatAmounts = [{ percentage: 19, inclVat: 11.9, exclVat: 10, vat: 1.9 }];
  return { ...plain, data: { ...plain.data, lines, vatAmounts } };
};

const look = async (testApp: TestApp, saleId: string) =>
  unwrap(await testApp.cashier['receipts.get']({ saleId })) as ReceiptView;

test('a paid receipt is shown with its lines, its VAT, its payment and its dated events', async ({ testApp }) => {
  const sale = await openPooledSale(testApp, 'K-1');
  expect(await look(testApp, sale.id)).toMatchObject({ isPaid: false, bill: null, acceptedAt: null });
  const openedAt = testApp.clock.now();
  testApp.clock.advance(60_000);
  const acceptedAt = testApp.clock.now();
  unwrap(await testApp.till.acceptBill(sale.id, { bill: bill() }));
  await testApp.delivered(sale.id);
  const seen = await look(testApp, sale.id);
  expect(seen).toMatchObject({
    state: 'delivered',
    createdAt: openedAt,
    issuedAt: '2026-01-05T10:00:00+01:00',
    acceptedAt,
    isPaid: true,
    bill: {
      lines: [
        { kind: 'article', text: 'Cheese', quantity: 2, amount: 11.9 },
        { kind: 'text', text: 'Thank you', quantity: null, amount: null },
      ],
      vat: [{ percent: 19, net: 10, vat: 1.9, gross: 11.9 }],
      payments: [{ name: 'Cash', amount: 11.9 }],
    },
    can: { show: true, print: true, cancel: true },
  });
  expect(seen.deliveredAt).toBeGreaterThanOrEqual(acceptedAt);
});

test('the page of a receipt is opened by its sale alone, and not by a program without windows', async () => {
  const opened: string[] = [];
  const openPage = (address: string): Promise<boolean> => {
    opened.push(address);
    return Promise.resolve(true);
  };
  const { testApp, sale } = await openWithSale({ desktop: { openPage } }, 'K-1');
  unwrap(await testApp.till.acceptBill(sale.id, { bill: bill() }));
  const { url } = await testApp.delivered(sale.id);
  expect(unwrap(await testApp.cashier['receipts.openPage']({ saleId: sale.id }))).toEqual({ opened: true });
  expect(opened).toEqual([url]);
  const headless = await openTestApp();
  const other = await openPooledSale(headless, 'K-1');
  expect(codeOf(await asWindow(headless.app)['receipts.openPage']({ saleId: other.id }))).toBe('notAllowed');
});

test('only an exported file is shown in its folder', async () => {
  const shown: string[] = [];
  const testApp = await openTestApp({ desktop: { showInFolder: (path) => void shown.push(path) } });
  await openPooledSale(testApp, 'K-1');
  const window = testApp.cashier;
  const paths = [
    unwrap(await window['day.export']({ day: '2026-01-05', format: 'csv' })).path,
    unwrap(await window['support.write'](null)).path,
  ];
  for (const path of paths) unwrap(await window['exports.show']({ path }));
  const settings = join(testApp.dataDir, 'settings.json');
  const others = ['/etc/passwd', settings, join(dirname(paths[0] ?? ''), '..', 'receipts.db'), `${paths[0]}.gone`];
  for (const path of others) {
    expect(codeOf(await window['exports.show']({ path }))).toBe('notFound');
  }
  expect(shown).toEqual(paths);
});
