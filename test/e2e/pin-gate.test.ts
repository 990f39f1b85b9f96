import { describe, expect, test } from 'vitest';
import { done, failed } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { untilSteady } from '../electron/tap.ts';
import { drawn } from '../fakes/drawn.ts';
import { cashierView, sale, saleScenes } from '../fakes/sample-views.ts';
import { placeAnswers } from '../gallery/cashier-places.ts';
import { middleOf } from './finger.ts';
import { typeKeys } from './page-checks.ts';
import { cashiersOfFile } from './windows-of-file.ts';

const openCashier = cashiersOfFile();

const pin = { isSet: true, unlockedUntil: null, nextTryAt: null } as const;
const needed = failed('pinNeeded', 'needs the PIN');
const asksAtOpening: ReadonlySet<string> = new Set(['attention.list', 'attention.get']);

async function openAttention(form: CashierView['form']) {
  const answers = {
    'attention.export': needed,
    'pin.unlock': failed('pinWrong', 'not the PIN'),
  };
  const opened = await openCashier({ ...saleScenes.attention, form, pin }, { answers });
  const dialog = opened.page.getByRole('dialog', { name: 'Enter the PIN' });
  for (const name of ['Repair', 'More']) await opened.press(name);
  return {
    ...opened,
    dialog,
    async ask(): Promise<void> {
      await opened.press('Export');
      await dialog.waitFor();
    },
    async type(digits: string): Promise<void> {
      for (const digit of digits) await opened.press(digit);
    },
    isClosed: () => dialog.waitFor({ state: 'detached' }),
    names: async () => (await opened.names()).filter((name) => !asksAtOpening.has(name)),
  };
}

describe.each(drawn(['full', 'dock'] as const))('in the %s form', (form) => {
  test('the PIN pad covers the page, reports a wrong PIN, and continues the tapped action after the right one', async () => {
    const { ask, type, press, dialog, answer, page, names } = await openAttention(form);
    await ask();
    await type('1234');
    await press('Unlock');
    await dialog.getByText('Wrong PIN.').waitFor();
    await answer({ 'pin.unlock': done(null), 'attention.export': done({ path: '/exports/refused.json' }) });
    await type('4321');
    await press('Unlock');
    await page.getByText('Saved as /exports/refused.json').waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await names()).toEqual(['attention.export', 'pin.unlock', 'pin.unlock', 'attention.export']);
  });
});

test('the PIN pad takes keys but no scan, and closes by "Back", by Escape and with a new sale from the till', async () => {
  const { ask, press, dialog, isClosed, page, sent, showPart, names } = await openAttention('full');
  await ask();
  const cdp = await page.context().newCDPSession(page);
  await typeKeys(cdp, [...'3083412345678901', 'Enter'], 6);
  await expect.poll(() => dialog.getByLabel('Enter the PIN').inputValue()).toBe('');
  await typeKeys(cdp, ['4', 'x', '3', '2', '1', 'Enter'], 150);
  await dialog.getByText('Wrong PIN.').waitFor();
  expect((await sent()).at(-1)).toEqual({ name: 'pin.unlock', input: { pin: '4321' } });
  await press('Back');
  await isClosed();
  await ask();
  await page.keyboard.press('Escape');
  await isClosed();
  await ask();
  const next = sale({ id: '00000000-0000-4000-8000-000000000001' });
  await showPart({ ...saleScenes.open, pin, sale: next });
  await isClosed();
  const command = 'attention.export';
  expect(await names()).toEqual([command, 'pin.unlock', command, command]);
});

test('the second of two quick taps on "Unlock" does not reach the page below the PIN pad', async () => {
  const { ask, type, button, isClosed, page, answer, names } = await openAttention('dock');
  await ask();
  await answer({ 'pin.unlock': done(null), 'attention.export': done({ path: '/exports/a.json' }) });
  await type('4321');
  await untilSteady(button('Unlock'));
  const { x, y } = await middleOf(button('Unlock'));
  await page.touchscreen.tap(x, y);
  await isClosed();
  await page.touchscreen.tap(x, y);
  expect(await names()).toEqual(['attention.export', 'pin.unlock', 'attention.export']);
});

test('after too many wrong PINs the PIN pad shows the remaining time of the pause and accepts no attempt', async () => {
  const { ask, type, button, dialog, page, showPart, names } = await openAttention('full');
  await ask();
  await showPart({ ...saleScenes.attention, pin: { ...pin, nextTryAt: Date.now() + 3_600_000 } });
  await dialog.getByText(/^Too many wrong PINs\. Try again in \d+\ss\.$/).waitFor();
  await type('4321');
  expect(await button('Unlock').isDisabled()).toBe(true);
  await page.keyboard.press('Enter', { delay: 200 });
  expect(await names()).toEqual(['attention.export']);
});

test('going live suggests a PIN once: a manager sets one by two equal entries, or continues without one', async () => {
  const live = { training: false };
  const { page, openTab, press, button, reset, names, sentOf, showPart, answer } = await openCashier(live);
  const openService = async () => {
    await reset(cashierView('en', live), placeAnswers);
    for (const name of ['Settings', 'Service']) await openTab(name);
    await page.getByRole('heading', { name: 'You are live' }).waitFor();
  };
  await openService();
  await press('Continue without a PIN');
  await expect.poll(() => button('Set a PIN').count()).toBe(0);
  expect(await button('Show a code to try').count()).toBe(1);
  expect(await names()).not.toContain('pin.change');
  await openService();
  await press('Set a PIN');
  const cdp = await page.context().newCDPSession(page);
  const enter = async (question: string, digits: string) => {
    await page.getByText(question, { exact: true }).waitFor();
    await typeKeys(cdp, [...digits, 'Enter'], 150);
  };
  await enter('New PIN', '1111');
  await enter('New PIN once more', '1112');
  await page.getByText('The two PINs are different. Please start again.').waitFor();
  await answer({ 'pin.change': failed('internal', 'The disk is full.') });
  for (const question of ['New PIN', 'New PIN once more']) await enter(question, '1379');
  await expect.poll(() => sentOf('pin.change')).toEqual([{ current: null, next: '1379' }]);
  // A failure that has nothing to do with the PIN must not be called a wrong PIN.
  await page.getByText('That did not work. The log has the details.').waitFor();
  await showPart({ ...live, pin: { ...pin, isSet: true } });
  expect(await button('Continue without a PIN').count()).toBe(0);
});
