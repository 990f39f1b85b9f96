import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { done, type Result } from '../../src-main/lib/result.ts';
import type { CashierView } from '../../src-main/lib/views.ts';
import { stands } from '../electron/tap.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { typeKeys } from './page-checks.ts';
import { windowsOfFile } from './windows-of-file.ts';

/** A customer shows a code of their own to the scanner: before the sale, in it, and after it. */

const openWindow = windowsOfFile();
const saleId = saleScenes.open.sale.id;
const { settings } = cashierView('en');
const withRules = { ...settings, 'customer.prefix': { ...settings['customer.prefix'], value: 'app:' } };
const identified = { name: 'sale.identify', input: { saleId, code: 'app:4711' } };

const asCashier = (
  form: CashierView['form'],
  part: Partial<CashierView>,
  answer: Result<unknown> = done({ as: 'account' }),
) =>
  openWindow({
    role: 'cashier',
    view: cashierView('en', { ...part, form, settings: withRules }),
    answers: { 'sale.identify': answer, 'loyalty.start': refusedByProvider },
    context: { hasTouch: true, viewport: form === 'full' ? { width: 1024, height: 768 } : { width: 360, height: 768 } },
  });

/** As a keyboard-wedge scanner does: the keys in one burst, Enter at the end. */
async function scan(page: Page, text: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await typeKeys(cdp, [...text, 'Enter'], 6);
}

const refusedByProvider = {
  ok: false,
  error: { code: 'refused', message: 'Card blocked since Monday', said: 'Card blocked since Monday' },
} as const;

describe.each(['full', 'dock'] as const)('in the %s form', (form) => {
  test('as a cashier I scan the customer’s code at an open sale, and need no touch for it', async () => {
    const opened = await asCashier(form, saleScenes.open);
    await scan(opened.page, 'app:4711');
    await opened.page.getByText('The receipt goes to the customer’s account.').waitFor();
    expect(await opened.sent()).toEqual([identified]);
    await opened.close();
  });

  test('as a cashier I scan it before there is a sale: it waits, and goes to the one that comes', async () => {
    const opened = await asCashier(form, {});
    await scan(opened.page, 'app:4711');
    await opened.page.getByText('Customer code read. It waits for the sale.').waitFor();
    expect(await opened.page.getByText('app:4711').count()).toBe(0);
    expect(await opened.sent()).toEqual([]);
    await opened.show(cashierView('en', { ...saleScenes.open, form, settings: withRules }));
    await opened.page.getByText('The receipt goes to the customer’s account.').waitFor();
    expect(await opened.sent()).toEqual([identified]);
    await opened.close();
  });

  test('as a cashier I forget a code with one touch when its customer has gone', async () => {
    const opened = await asCashier(form, saleScenes.delivered);
    await scan(opened.page, 'app:4711');
    const forget = opened.page.getByRole('button', { name: 'Forget it', exact: true });
    await stands(forget);
    await forget.tap();
    await opened.show(cashierView('en', { ...saleScenes.open, form, settings: withRules }));
    expect(await opened.sent()).toEqual([]);
    await opened.close();
  });
});

test('as a cashier I read why the service refused a customer’s code, in its own words', async () => {
  const refusal = { code: 'refused', message: 'x', said: 'This code is blocked.' } as const;
  const opened = await asCashier('full', saleScenes.open, { ok: false, error: refusal });
  await scan(opened.page, 'app:4711');
  await opened.page.getByText(/The service says: This code is blocked\./).waitFor();
  await opened.close();
});

test('any other scan is a loyalty card that starts by itself, and the provider’s reason for a no stands in the window', async () => {
  const opened = await asCashier('full', saleScenes.open);
  await scan(opened.page, 'CARD-4711');
  await opened.page.getByText(/The service says: Card blocked since Monday/).waitFor();
  expect((await opened.sent()).map(({ name }) => name)).toEqual(['loyalty.start']);
  await opened.close();
});
