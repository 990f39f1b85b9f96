import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endWindow } from '../electron/in-main.ts';
import { actionsIn } from './cashier-hands.ts';
import { createFinger, expectTaps } from './finger.ts';
import { openTillApp, type TillApp } from './open-till.ts';

/** The steps of a cashier at a refused receipt, each after the previous one. */

let till: TillApp;
beforeAll(async () => {
  till = await openTillApp();
  window = till.app.cashier;
});
afterAll(() => till.close());

let window: Page;
const page = () => window;
const { press, openTab, fill, sees } = actionsIn(page);
const sent = () => JSON.stringify(till.simulator.ledger().bills);
const newValue = () => page().getByRole('textbox', { name: 'New value for Line 4, price', exact: true });

const bill = (number: string, pricePerUnit: number) => ({
  head: { number, date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } },
  data: {
    currency: 'EUR',
    fullAmountInclVat: 4,
    paymentTypes: [{ name: 'Cash', amount: 4, 'extension:service': { type: 'Cash' } }],
    lines: ['Bread', 'Milk', 'Salt', 'Cheese'].map((text, index) => ({
      text,
      item: { number: String(index), quantity: 1, pricePerUnit: index === 3 ? pricePerUnit : 1 },
      fullAmountInclVat: 1,
      vatAmounts: [],
      'extension:service': { sequenceNumber: index + 1, type: 'Default' },
    })),
  },
  security: {},
});
const complaint = { 'Bill.Data.Lines[3].Item.PricePerUnit': ['At most two decimals are allowed.'] };

test('a cashier finds a refused receipt, understands it, corrects it and sends it with three taps', async () => {
  till.refuseNext(complaint);
  await till.sell('refused-1', bill('R-1', 1.005));
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

test('values that correct a refused receipt survive the next sale and a new window', async () => {
  till.refuseNext(complaint);
  await till.sell('refused-2', bill('R-2', 2.345));
  await openTab('Attention 1');
  await press('Next: €4.00');
  await newValue().fill('2.3');
  expect(await newValue().getAttribute('inputmode')).toBe('decimal');
  await till.open('next-sale', 12.5);
  await openTab('Sale');
  await sees('€12.50');
  await openTab('Attention 1');
  expect(await newValue().inputValue()).toBe('2.3');
  await sees('Line 4, price: 2.345. Expected 2.35.');
  // Typed values are stored only after a pause, so the test replaces the window until it shows them.
  await vi.waitFor(async () => {
    const before = window;
    await till.app.inMain(endWindow, { role: 'cashier', by: 'destroy' });
    await vi.waitFor(async () => {
      window = await till.app.windowOf('cashier');
      expect(window).not.toBe(before);
    }, 60_000);
    await press('1 needs attention');
    expect(await newValue().inputValue()).toBe('2.3');
  }, 60_000);
});

test('a word in a number field is reported at the field, and nothing is sent', async () => {
  await fill('New value for Line 4, price', 'two');
  await press('Send corrected');
  await sees('Please enter a number.');
  expect(sent()).not.toContain('R-2');
});

test('a refused receipt stays in the list after the cashier has given paper', async () => {
  await press('Paper given');
  await page().getByRole('button', { name: 'Paper receipt', exact: true, disabled: true }).waitFor();
  await page().getByRole('list', { name: 'Needs attention' }).getByRole('button').waitFor();
});

test('a cashier reads a refused receipt as text, goes back, corrects it and sends it', async () => {
  await press('More');
  await sees(/Trace ID: trace-4711/);
  await press('Show as text');
  const text = page().getByRole('textbox', { name: 'Receipt as text (JSON)' });
  expect(await text.inputValue()).toContain('"pricePerUnit": 2.345');
  await press('Close the text');
  await fill('New value for Line 4, price', '2.35');
  await press('Send corrected');
  await sees('Nothing needs your attention.');
  await expect.poll(sent).toContain('"pricePerUnit":2.35');
});
