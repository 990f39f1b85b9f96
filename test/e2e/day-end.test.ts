import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { smallBill } from '../app/small-bill.ts';
import { openedExternally } from '../electron/in-main.ts';
import { tap } from '../electron/tap.ts';
import { actionsIn } from './cashier-hands.ts';
import { createFinger, expectTaps } from './finger.ts';
import { openTillApp, type TillApp } from './open-till.ts';

let till: TillApp;
beforeAll(async () => {
  till = await openTillApp();
  // A code counts as shown only on a display that is on.
  await sees('Customer display on');
  for (const [reference, number, amount] of [
    ['K-1', 'R-1', 5.6],
    ['K-2', 'R-2', 1234.5],
  ] as const) {
    const id = await till.open(reference, amount);
    // A receipt counts as digital once the customer window has confirmed its code.
    await sees(`Customer sees the QR code of ${amount === 5.6 ? '€5.60' : '€1,234.50'}.`);
    await till.pay(id, bill(number, amount));
  }
  await vi.waitFor(() => expect(till.simulator.ledger().bills).toHaveLength(2), 60_000);
  till.refuseNext({ 'Bill.Head.Seller': ['Seller is missing.'] });
  await till.sell('K-3', bill('R-3', 3));
});
afterAll(() => till.close());

const page = () => till.app.cashier;
const { press, openTab, sees } = actionsIn(page);

const bill = (number: string, amount: number) =>
  smallBill(amount, { head: { number, date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } } });

test('a manager reads the day in one sentence and has its table in a folder with three taps', async () => {
  await sees('1 needs attention');
  const finger = createFinger(page);
  await finger.tap('tab', 'Day');
  await sees('2 of 3 digital (67%), 1 needs attention');
  await finger.tap('button', 'Save as CSV');
  await finger.tap('button', 'Open folder');
  expectTaps('End of the day, with its table in a folder', finger.taps());
  await expect.poll(() => till.app.inMain(openedExternally, null)).toEqual([expect.stringMatching(/^show /)]);
  const path = (await till.app.inMain(openedExternally, null))[0]?.slice('show '.length) ?? '';
  const [head = '', ...rows] = readFileSync(path, 'utf8').slice(1).trimEnd().split('\r\n');
  expect(head).toContain('Opened,Last changed,Reference,Receipt number,Amount,Currency');
  expect(rows).toHaveLength(3);
  expect(rows.join('\n')).toContain(',K-2,R-2,1234.50,EUR,Delivered,Delivered digitally,');
});

test('"Digital" on the day’s page lists the digital receipts, and "Needs attention" opens the refused receipt', async () => {
  await press('2 Digital');
  await sees('2 receipts');
  await page().getByRole('list', { name: 'Receipts', exact: true }).getByText('K-2').waitFor();
  await openTab('Day');
  await press('1 Needs attention');
  await sees('Something on the receipt does not fit.');
});

test('a manager goes to the day before and back, and chooses a day in the calendar', async () => {
  await openTab('Day');
  await press('Day before');
  await sees('No sales on this day');
  await press('Day after');
  await sees('2 of 3 digital (67%), 1 needs attention');
  await page().getByRole('button', { name: 'Day after', exact: true, disabled: true }).waitFor();
  await press('Day before');
  await sees('No sales on this day');
  await tap(page().getByRole('button', { name: /^Day: / }));
  // After midnight the business day is still the previous day.
  const businessDay = new Date(Date.now() - 4 * 3_600_000);
  const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(businessDay);
  await tap(page().getByRole('button', { name: written }));
  await sees('2 of 3 digital (67%), 1 needs attention');
});
