import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fourLines, smallBill } from '../app/small-bill.ts';
import { readQr } from '../electron/decode-qr.ts';
import { openedExternally } from '../electron/in-main.ts';
import { tap } from '../electron/tap.ts';
import { actionsIn } from './cashier-hands.ts';
import { createFinger, expectTaps } from './finger.ts';
import { openTillApp, type TillApp } from './open-till.ts';

/** A day at a live till: its figures, its refused receipts, and earlier receipts. The steps follow one another. */

let till: TillApp;
let window: Page;
const page = () => window;
const { press, openTab, fill, sees } = actionsIn(page);

const head = (number: string) => ({ number, date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } });
const linesBill = (number: string, pricePerUnit: number) => {
  const { data } = smallBill(4);
  return smallBill(4, { head: head(number), data: { ...(data as object), lines: fourLines(pricePerUnit) } });
};
async function sellRefused(reference: string, number: string, price: number): Promise<string> {
  till.refuseNext({ 'Bill.Data.Lines[3].Item.PricePerUnit': ['At most two decimals are allowed.'] });
  return till.sell(reference, linesBill(number, price));
}

beforeAll(async () => {
  // Undo lasts long enough for a busy computer.
  till = await openTillApp({ settings: { cashier: { undoSeconds: 15 } } });
  window = till.app.cashier;
  // A code counts as shown only on a display that is on.
  await sees('Customer display on');
  for (const [reference, number, amount] of [
    ['K-1', 'R-1', 5.6],
    ['K-2', 'R-2', 1234.5],
  ] as const) {
    const id = await till.open(reference, amount);
    // A receipt counts as digital once the customer window has confirmed its code.
    await sees(`Customer sees the QR code of ${amount === 5.6 ? '€5.60' : '€1,234.50'}.`);
    await till.pay(id, smallBill(amount, { head: head(number) }));
  }
  await vi.waitFor(() => expect(till.simulator.ledger().bills).toHaveLength(2), 60_000);
  await sellRefused('K-3', 'R-3', 1.005);
});
afterAll(() => till.close());

describe('the day', () => {
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
    const [columns = '', ...rows] = readFileSync(path, 'utf8').slice(1).trimEnd().split('\r\n');
    expect(columns).toContain('Opened,Last changed,Reference,Receipt number,Amount,Currency');
    expect(rows).toHaveLength(3);
    expect(rows.join('\n')).toContain(',K-2,R-2,1234.50,EUR,Delivered,Delivered digitally,');
  });

  test('"Digital" on the day’s page lists the digital receipts, and "Needs attention" opens the refused receipt', async () => {
    await press('2 Digital');
    await sees('2 receipts');
    await receipts().getByText('K-2').waitFor();
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
    const today = new Date(Date.now() - 4 * 3_600_000);
    const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(today);
    await tap(page().getByRole('button', { name: written }));
    await sees('2 of 3 digital (67%), 1 needs attention');
    await openTab('Sale');
  });
});

describe('a refused receipt', () => {
  const sent = () => JSON.stringify(till.simulator.ledger().bills);
  const newValue = () => page().getByRole('textbox', { name: 'New value for Line 4, price', exact: true });

  test('a cashier finds a refused receipt, understands it, corrects it and sends it with three taps', async () => {
    const finger = createFinger(page);
    await finger.tap('button', '1 needs attention');
    await sees('Something on the receipt does not fit.');
    await sees('Line 4, price: 1.005. Expected 1.01.');
    await sees('The service says: At most two decimals are allowed.');
    await finger.tap('button', 'Use 1.01');
    await finger.tap('button', 'Send corrected');
    await sees('Done. Nothing is left to do for this receipt.');
    await sees('Nothing needs your attention.');
    expectTaps('Refused receipt found, understood, corrected, sent', finger.taps());
    await expect.poll(sent).toContain('"pricePerUnit":1.01');
  });

  test('a word in a number field is reported at the field and not sent, and a corrected number is sent', async () => {
    await sellRefused('K-4', 'R-4', 2.345);
    await openTab('Attention 1');
    await press('Next: €4.00');
    expect(await newValue().getAttribute('inputmode')).toBe('decimal');
    await newValue().fill('two');
    await press('Send corrected');
    await sees('Please enter a number.');
    await sees('Line 4, price: 2.345. Expected 2.35.');
    expect(sent()).not.toContain('R-4');
    await press('More');
    await sees(/Trace ID: trace-4711/);
    // The till's next sale takes nothing away.
    await till.open('K-5', 12.5);
    await fill('New value for Line 4, price', '2.35');
    await press('Send corrected');
    await sees('Nothing needs your attention.');
    await expect.poll(sent).toContain('"pricePerUnit":2.35');
    await openTab('Sale');
  });
});

const receipts = () => page().getByRole('list', { name: 'Receipts', exact: true }).getByRole('listitem');

describe('an earlier receipt', () => {
  test('a cashier shows the code of the sale before last again with two taps', async () => {
    const finger = createFinger(page);
    await finger.tap('button', /€1,234\.50/);
    await page().getByRole('heading', { name: '€1,234.50', exact: true }).waitFor();
    await finger.tap('button', 'Show QR again');
    await till.app.customer.getByText(/1,234\.50/).waitFor();
    expectTaps('QR code of the sale before last', finger.taps());
    expect(await (await fetch(await readQr(till.app.customer))).text()).toMatch(/1[.,]?234/);
  });

  test('an opened receipt shows its lines, times and code, and its page opens in the browser', async () => {
    await openTab('Receipts');
    await press('Show all');
    await tap(receipts().getByRole('button', { name: /K-3/ }));
    await page().getByRole('cell', { name: 'Cheese', exact: true }).waitFor();
    await press('Details');
    await sees('Accepted by the receipt service');
    await press('QR code on this screen');
    const url = await readQr(page().getByRole('img', { name: 'QR code that opens the receipt' }));
    expect(await page().getByText('K-3').count()).toBe(0);
    await press('Hide the QR code');
    await press('Open in the browser');
    await expect.poll(() => till.app.inMain(openedExternally, null)).toContain(`browse ${url}`);
  });

  test('a cashier voids an older receipt only after a question, and can undo the void', async () => {
    await press('Details');
    await press('Void receipt');
    await press('Really void €4.00?');
    await press('Undo');
    await page().getByRole('button', { name: 'Void receipt', exact: true }).waitFor();
    await press('Back to the list');
    await receipts().getByText('K-3', { exact: true }).waitFor();
  });
});
