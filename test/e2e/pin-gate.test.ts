import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { done, failed } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { tap } from '../electron/tap.ts';
import { drawn } from '../fakes/drawn.ts';
import { cashierView, sale, saleScenes } from '../fakes/sample-views.ts';
import { placeAnswers } from '../gallery/cashier-places.ts';
import { middleOf } from './finger.ts';
import { typeKeys } from './page-checks.ts';
import type { OpenedPage } from './render-page.ts';
import { windowsOfFile } from './windows-of-file.ts';

const openWindow = windowsOfFile();

const pin = { isSet: true, unlockedUntil: null, nextTryAt: null } as const;
const needed = failed('pinNeeded', 'needs the PIN');

const forms = {
  dock: { form: 'dock', size: { width: 360, height: 768 } },
  full: { form: 'full', size: { width: 1024, height: 768 } },
} as const;

async function openAttention(
  { form, size }: (typeof forms)[keyof typeof forms],
  context: BrowserContextOptions = {},
): Promise<OpenedPage<'cashier'>> {
  const view: CashierView = cashierView('en', { ...saleScenes.attention, form, pin });
  const opened = await openWindow({
    role: 'cashier',
    view,
    answers: {
      ...placeAnswers,
      'attention.bill': needed,
      'attention.export': needed,
      'pin.unlock': failed('pinWrong', 'not the PIN'),
    },
    context: { viewport: size, ...context },
  });
  await tap(button(opened, 'Repair'));
  await tap(button(opened, 'More'));
  await button(opened, 'Export').waitFor();
  return opened;
}

const asksAtOpening: ReadonlySet<string> = new Set(['attention.list', 'attention.get']);

const names = async (opened: OpenedPage<'cashier'>) =>
  (await opened.sent()).map(({ name }) => name).filter((name) => !asksAtOpening.has(name));
const button = (opened: OpenedPage<'cashier'>, name: string) => opened.page.getByRole('button', { name, exact: true });
const dialog = (opened: OpenedPage<'cashier'>) => opened.page.getByRole('dialog', { name: 'Enter the PIN' });

async function ask(opened: OpenedPage<'cashier'>): Promise<void> {
  await tap(button(opened, 'Export'));
  await dialog(opened).waitFor();
}

describe.each(drawn(Object.values(forms)))('in the $form form', (form) => {
  test('the PIN pad covers the page, reports a wrong PIN, and continues the tapped action after the right one', async () => {
    const opened = await openAttention(form);
    await ask(opened);
    for (const digit of '1234') await tap(button(opened, digit));
    await tap(button(opened, 'Unlock'));
    await dialog(opened).getByText('Wrong PIN.').waitFor();
    await opened.answer({ 'pin.unlock': done(null), 'attention.export': done({ path: '/exports/refused.json' }) });
    for (const digit of '4321') await tap(button(opened, digit));
    await tap(button(opened, 'Unlock'));
    await opened.page.getByText('Saved as /exports/refused.json').waitFor();
    expect(await dialog(opened).count()).toBe(0);
    expect(await names(opened)).toEqual(['attention.export', 'pin.unlock', 'pin.unlock', 'attention.export']);
  });
});

test('the PIN pad takes keys but no scan, and closes by "Back", by Escape and with a new sale from the till', async () => {
  const opened = await openAttention(forms.full);
  const isClosed = () => dialog(opened).waitFor({ state: 'detached' });
  await ask(opened);
  const cdp = await opened.page.context().newCDPSession(opened.page);
  await typeKeys(cdp, [...'3083412345678901', 'Enter'], 6);
  await expect.poll(() => dialog(opened).getByLabel('Enter the PIN').inputValue()).toBe('');
  await typeKeys(cdp, ['4', 'x', '3', '2', '1', 'Enter'], 150);
  await dialog(opened).getByText('Wrong PIN.').waitFor();
  expect((await opened.sent()).at(-1)).toEqual({ name: 'pin.unlock', input: { pin: '4321' } });
  await tap(button(opened, 'Back'));
  await isClosed();
  await ask(opened);
  await opened.page.keyboard.press('Escape');
  await isClosed();
  await ask(opened);
  const next = sale({ id: '00000000-0000-4000-8000-000000000001' });
  await opened.show(cashierView('en', { ...saleScenes.open, pin, sale: next }));
  await isClosed();
  const command = 'attention.export';
  expect(await names(opened)).toEqual([command, 'pin.unlock', command, command]);
});

test('the second of two quick taps on "Unlock" does not reach the page below the PIN pad', async () => {
  const opened = await openAttention(forms.dock, { hasTouch: true });
  await ask(opened);
  await opened.answer({ 'pin.unlock': done(null), 'attention.export': done({ path: '/exports/a.json' }) });
  for (const digit of '4321') await tap(button(opened, digit));
  const { x, y } = await middleOf(button(opened, 'Unlock'));
  await opened.page.touchscreen.tap(x, y);
  await dialog(opened).waitFor({ state: 'detached' });
  await opened.page.touchscreen.tap(x, y);
  expect(await names(opened)).toEqual(['attention.export', 'pin.unlock', 'attention.export']);
});

test('after too many wrong PINs the PIN pad shows the remaining time of the pause and accepts no attempt', async () => {
  const nextTryAt = Date.now() + 3_600_000;
  const opened = await openAttention(forms.full);
  await ask(opened);
  await opened.show(cashierView('en', { ...saleScenes.attention, pin: { ...pin, nextTryAt } }));
  await dialog(opened)
    .getByText(/^Too many wrong PINs\. Try again in \d+ s\.$/)
    .waitFor();
  for (const digit of '4321') await tap(button(opened, digit));
  expect(await button(opened, 'Unlock').isDisabled()).toBe(true);
  await opened.page.keyboard.press('Enter', { delay: 200 });
  expect(await names(opened)).toEqual(['attention.export']);
});

test('going live suggests a PIN once: a manager sets one by two equal entries, or continues without one', async () => {
  const view = cashierView('en', { training: false });
  const context = { viewport: forms.full.size };
  const opened = await openWindow({ role: 'cashier', view, answers: placeAnswers, context });
  const page = async () => {
    await opened.reset(view, placeAnswers);
    await tap(opened.page.getByRole('tab', { name: 'Settings', exact: true }));
    await tap(opened.page.getByRole('tab', { name: 'Service', exact: true }));
    await opened.page.getByRole('heading', { name: 'You are live' }).waitFor();
  };
  await page();
  await tap(button(opened, 'Continue without a PIN'));
  await expect.poll(() => button(opened, 'Set a PIN').count()).toBe(0);
  expect(await button(opened, 'Show a code to try').count()).toBe(1);
  expect(await names(opened)).not.toContain('pin.change');
  await page();
  await tap(button(opened, 'Set a PIN'));
  const answer = async (question: string, digits: string) => {
    await opened.page.getByText(question, { exact: true }).waitFor();
    for (const digit of digits) await tap(button(opened, digit));
    await tap(button(opened, 'Next'));
  };
  await answer('New PIN', '1111');
  await answer('New PIN once more', '1112');
  await opened.page.getByText('The two were different. Please start again.').waitFor();
  await answer('New PIN', '1379');
  await answer('New PIN once more', '1379');
  await expect
    .poll(async () => (await opened.sent()).filter(({ name }) => name === 'pin.change').map(({ input }) => input))
    .toEqual([{ current: null, next: '1379' }]);
  await opened.show(cashierView('en', { training: false, pin: { ...pin, isSet: true } }));
  expect(await button(opened, 'Continue without a PIN').count()).toBe(0);
  await opened.close();
});
