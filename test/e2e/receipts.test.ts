import { afterAll, beforeAll, expect, test } from 'vitest';
import { businessDay, dayBeside } from '../../src-main/shared/local-time.ts';
import { decodeQr } from '../electron/decode-qr.ts';
import { openedExternally } from '../electron/in-main.ts';
import { tap } from '../electron/tap.ts';
import { actionsIn } from './cashier-hands.ts';
import { createFinger, expectTaps } from './finger.ts';
import { openTillApp, type TillApp } from './open-till.ts';

/** A cashier finds earlier receipts. The steps follow one another. */

let till: TillApp;
beforeAll(async () => {
  till = await openTillApp();
  for (const [reference, amount] of [
    ['K-1', 5.6],
    ['K-2', 1234],
    ['K-3', 7.5],
  ] as const)
    await till.sell(reference, bill(reference, amount));
});
afterAll(() => till.close());

const page = () => till.app.cashier;
const { press, openTab, fill, sees } = actionsIn(page);
const receipts = () => page().getByRole('list', { name: 'Receipts', exact: true }).getByRole('listitem');

const bill = (number: string, amount: number) => ({
  head: { number: `R-${number}`, date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } },
  data: {
    currency: 'EUR',
    fullAmountInclVat: amount,
    paymentTypes: [{ name: 'Cash', amount, 'extension:service': { type: 'Cash' } }],
    lines: [
      {
        text: 'Cheese',
        item: { number: '1', quantity: 1, pricePerUnit: amount },
        fullAmountInclVat: amount,
        vatAmounts: [],
        'extension:service': { sequenceNumber: 1, type: 'Default' },
      },
    ],
  },
  security: {},
});

test('a cashier shows the code of the sale before last again with two taps', async () => {
  await till.open('K-4', 3);
  await sees('€3.00');
  const finger = createFinger(page);
  await finger.tap('button', /€1,234\.00/);
  await page().getByRole('heading', { name: '€1,234.00', exact: true }).waitFor();
  await finger.tap('button', 'Show QR again');
  await till.app.customer.getByText(/1,234\.00/).waitFor();
  expectTaps('QR code of the sale before last', finger.taps());
  const { jsqr } = await decodeQr(await till.app.customer.screenshot());
  expect(await (await fetch(jsqr ?? '')).text()).toMatch(/1[.,]?234/);
});

test.each([
  ['5,60 €', 'K-1'],
  ['€5.60', 'K-1'],
  ['1.234,00', 'K-2'],
  ['1 234,00', 'K-2'],
  ['R-K-3', 'K-3'],
])('a cashier types %s and finds that receipt', async (typed, reference) => {
  await openTab('Receipts');
  await fill('Reference, receipt number, amount or time', typed);
  await press('Search');
  await sees('1 receipt');
  await receipts().getByText(reference, { exact: true }).waitFor();
  await press('Show all');
  await sees(/^4 receipts$/);
});

test('a typed state or a chosen day lists the receipts of that state or day', async () => {
  await fill('Reference, receipt number, amount or time', 'open');
  await press('Search');
  await sees('1 receipt');
  await receipts().getByText('K-4', { exact: true }).waitFor();
  await press('Show all');
  const day = page().getByRole('combobox', { name: 'Day', exact: true });
  await day.selectOption('Yesterday');
  await sees('Nothing found.');
  await day.selectOption('Another day');
  const yesterday = Number(dayBeside(businessDay(Date.now(), 4), -1).slice(8));
  await page()
    .getByRole('button', { name: new RegExp(`^Choose a day: .*\\b${yesterday}\\b`) })
    .waitFor();
  await day.selectOption('Today');
  await sees(/^4 receipts$/);
});

test('an opened receipt shows its lines, times and code, and its page opens in the browser', async () => {
  await press('Show all');
  await tap(receipts().getByRole('button', { name: /K-3/ }));
  await page().getByRole('cell', { name: 'Cheese', exact: true }).waitFor();
  await press('Details');
  await sees('Accepted by the receipt service');
  await press('QR code on this screen');
  const code = page().getByRole('img', { name: 'QR code that opens the receipt' });
  const { jsqr, zxing } = await decodeQr(await code.screenshot());
  expect(jsqr).toBe(zxing);
  expect(await page().getByText('K-3').count()).toBe(0);
  await press('Hide the QR code');
  await press('Open in the browser');
  await expect.poll(() => till.app.inMain(openedExternally, null)).toContain(`browse ${jsqr}`);
});

test('a cashier voids an older receipt only after a question, and can undo the void', async () => {
  await press('Details');
  await press('Void receipt');
  await press('Really void €7.50?');
  await press('Undo');
  await page().getByRole('button', { name: 'Void receipt', exact: true }).waitFor();
  await press('Back to the list');
  await receipts().getByText('K-3', { exact: true }).waitFor();
});
