import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { done, type Result } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { drawn } from '../fakes/drawn.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { typeKeys } from './page-checks.ts';
import { cashiersOfFile, withClock } from './windows-of-file.ts';

const openCashier = cashiersOfFile();
const saleId = saleScenes.open.sale.id;
const { settings } = cashierView('en');
const withRules = { ...settings, 'customer.prefix': { ...settings['customer.prefix'], value: 'app:' } };
const openAfter = { ...saleScenes.open, settings: withRules };
const identified = { name: 'sale.identify', input: { saleId, code: 'app:4711' } };

const asCashier = (
  part: Partial<CashierView>,
  answer: Result<unknown> = done({ as: 'account' }),
  options: Parameters<typeof openCashier>[1] = {},
) => openCashier({ ...part, settings: withRules }, { answers: { 'sale.identify': answer }, ...options });

/** Types like a scanner: all keys at once, then Enter. */
async function scan(page: Page, text: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await typeKeys(cdp, [...text, 'Enter'], 6);
}

describe.each(drawn(['full', 'dock'] as const))('in the %s form', (form) => {
  test('as a cashier I scan the customer’s code at an open sale, and need no touch for it', async () => {
    const opened = await asCashier({ ...saleScenes.open, form });
    await scan(opened.page, 'app:4711');
    const account = opened.page.getByText('The receipt goes to the customer’s account.');
    await account.waitFor();
    expect(await opened.sent()).toEqual([identified]);
    // The till opens the next sale, of which the message is not true.
    await opened.showPart({ ...openAfter, sale: { ...openAfter.sale, id: '5f0f3d1a-0000-4f0e-9f7e-0a3d0c1b2a49' } });
    await account.waitFor({ state: 'detached' });
  });

  test('a code scanned before a sale waits and goes to the next sale', async () => {
    // A PIN that locked Settings before the scan changes nothing.
    const opened = await asCashier({ form, pin: { isSet: true, unlockedUntil: null, nextTryAt: null } });
    await scan(opened.page, 'app:4711');
    await opened.page.getByText('Customer code read. It waits for the sale.').waitFor();
    expect(await opened.page.getByText('app:4711').count()).toBe(0);
    expect(await opened.sent()).toEqual([]);
    await opened.showPart(openAfter);
    await opened.page.getByText('The receipt goes to the customer’s account.').waitFor();
    expect(await opened.sent()).toEqual([identified]);
  });

  test('as a cashier I remove a code with one touch when its customer has gone', async () => {
    const opened = await asCashier({ ...saleScenes.delivered, form });
    await scan(opened.page, 'app:4711');
    await opened.touch('Forget it');
    await opened.showPart(openAfter);
    expect(await opened.sent()).toEqual([]);
  });
});

describe('a customer’s code that waits for a sale', () => {
  const waits = 'Customer code read. It waits for the sale.';
  const pin = cashierView('en').pin;

  test.each<[string, Partial<CashierView>, readonly Partial<CashierView>[]]>([
    ['ends with the sale during which it was scanned', saleScenes.delivered, [{ sale: null }]],
    ['ends with a cancel', {}, [saleScenes.cancelled, { sale: null }]],
    [
      'ends when the PIN locks the window',
      { pin: { ...pin, isSet: true, unlockedUntil: Date.now() + 600_000 } },
      [{ pin: { ...pin, isSet: true, unlockedUntil: null } }],
    ],
  ])('%s, and the next sale does not get the code', async (_what, part, then) => {
    const opened = await asCashier(part);
    await scan(opened.page, 'app:4711');
    await opened.page.getByText(waits).waitFor();
    for (const view of then) {
      await opened.showPart({ ...view, settings: withRules });
      await opened.page.getByText(waits).waitFor({ state: 'detached' });
    }
    await opened.showPart(openAfter);
    await opened.page.getByRole('button', { name: 'Cancel sale', exact: true }).waitFor();
    expect(await opened.sent()).toEqual([]);
  });

  test('is forgotten after 30 seconds, and the next sale does not get the code', async () => {
    const opened = await asCashier({}, undefined, { prepare: withClock });
    const { page } = opened;
    // With a paused clock, a busy computer causes no gaps in the scan.
    await page.clock.pauseAt(Date.now() + 60_000);
    await scan(page, 'app:4711');
    await page.clock.resume();
    await page.getByText(waits).waitFor();
    await page.clock.fastForward(30_000);
    await page.getByText(waits).waitFor({ state: 'detached' });
    await opened.showPart(openAfter);
    await page.getByRole('button', { name: 'Cancel sale', exact: true }).waitFor();
    expect(await opened.sent()).toEqual([]);
  });

  test('goes to a sale from the till that opens while the cashier types an amount', async () => {
    const opened = await asCashier({});
    const cdp = await opened.page.context().newCDPSession(opened.page);
    await typeKeys(cdp, [...'750'], 200);
    await scan(opened.page, 'app:4711');
    await opened.page.getByText(waits).waitFor();
    await opened.showPart(openAfter);
    await expect.poll(opened.sent).toEqual([identified]);
  });

  test('goes at once to the sale whose amount is being changed', async () => {
    const opened = await asCashier(saleScenes['by-hand']);
    await opened.touch('€1,284.50 Change amount', '5');
    await scan(opened.page, 'app:4711');
    await expect.poll(opened.sent).toEqual([identified]);
  });
});

test('a code that was scanned for a typed amount does not go to an older sale that is selected instead', async () => {
  const opened = await asCashier({});
  const cdp = await opened.page.context().newCDPSession(opened.page);
  await typeKeys(cdp, [...'750'], 200);
  await scan(opened.page, 'app:4711');
  await opened.page.getByText('Customer code read. It waits for the sale.').waitFor();
  await opened.page.getByRole('region', { name: 'Today', exact: true }).getByRole('button').first().tap();
  await opened.showPart(openAfter);
  await opened.button('Cancel sale').waitFor();
  expect((await opened.sent()).map(({ name }) => name)).toEqual(['sale.select']);
});

test('as a cashier I am asked before the code of another customer replaces the first one', async () => {
  const opened = await asCashier(saleScenes.open, done({ as: 'other' }));
  await scan(opened.page, 'app:4711');
  await opened.page.getByText('That is another customer’s code. This sale already has a customer.').waitFor();
  expect(await opened.sent()).toEqual([identified]);
  await opened.answer({ 'sale.identify': done({ as: 'account' }) });
  await opened.touch('Use the new code');
  await opened.page.getByText('The receipt goes to the customer’s account.').waitFor();
  expect((await opened.sent()).at(-1)).toEqual({ ...identified, input: { ...identified.input, replaces: true } });
});

test('a code that is scanned during the lookup of another one, or while that one replaces the customer, is looked up afterwards', async () => {
  const opened = await asCashier(saleScenes.open);
  const codes = async () => (await opened.sent()).map(({ input }) => (input as { readonly code: string }).code);
  // Scans are read in order, so the answer to the product shows that the code before it was read.
  const scanBoth = async (code: string) => {
    for (const text of [code, '4006381333931']) await scan(opened.page, text);
    await opened.page.getByText('That is a product code, not a loyalty card.').waitFor();
  };
  await opened.answerLate('sale.identify');
  await scan(opened.page, 'app:4711');
  await expect.poll(codes).toEqual(['app:4711']);
  await scanBoth('app:4712');
  await opened.answer({ 'sale.identify': done({ as: 'other' }) });
  await opened.answerNow(done({ as: 'account' }));
  await opened.page.getByText('That is another customer’s code. This sale already has a customer.').waitFor();
  await opened.answerLate('sale.identify');
  await opened.touch('Use the new code');
  await expect.poll(codes).toEqual(['app:4711', 'app:4712', 'app:4712']);
  await scanBoth('app:4713');
  await opened.answerNow(done({ as: 'account' }));
  await expect.poll(codes).toEqual(['app:4711', 'app:4712', 'app:4712', 'app:4713']);
});
