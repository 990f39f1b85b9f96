import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CashierView } from '../../src-main/contract/views.ts';
import { done } from '../../src-main/kernel/result.ts';
import { tap } from '../electron/tap.ts';
import { cashierView, pairing, sale, saleScenes } from '../fakes/sample-views.ts';
import { type BuiltPages, buildPages, openPage, startBrowser } from './render-page.ts';

/** What main knows and the cashier has to act on stands in the window in words. */

let browser: Browser;
let pages: BuiltPages;

beforeAll(async () => {
  [browser, pages] = [await startBrowser(), await buildPages('real')];
});
afterAll(async () => {
  await browser.close();
  await pages.remove();
});

const open = (part: Partial<CashierView>) =>
  openPage(browser, pages, {
    role: 'cashier',
    view: cashierView('en', part),
    answers: { 'pairing.list': done([]) },
    context: { hasTouch: true, viewport: { width: 1024, height: 768 } },
  });

test('while another sale is on the customer’s screen, nobody is told that this customer sees the code', async () => {
  const opened = await open(saleScenes['other-sale-shown']);
  const line = opened.page.getByRole('region', { name: 'Current sale', exact: true }).getByText(/^Customer /);
  expect(await line.innerText()).toBe('Customer display shows another sale (€15.00).');
  await opened.show(cashierView('en', saleScenes.open));
  expect(await line.innerText()).toBe('Customer sees the QR code.');
  await opened.close();
});

test('a refused receipt shows what the service calls the case, for its operator', async () => {
  const opened = await open(saleScenes.attention);
  await opened.page.getByText('Trace ID: 00-5f1c9a-01').waitFor();
  await opened.close();
});

test('a bill over another amount than the sale was opened with says both amounts', async () => {
  const openedTotal = { amount: 15, currency: 'EUR' };
  const total = { amount: 20, currency: 'CHF' };
  const opened = await open({ sale: sale({ state: 'queued', total, openedTotal }) });
  await opened.page.getByText(/^Opened with €15\.00, the receipt says CHF\s20\.00\./).waitFor();
  await opened.close();
});

test('a wrong pairing code is told where the code stands, and nothing before there was one', async () => {
  const opened = await open({ pairing: { ...pairing, wrongCodes: 0 } });
  await tap(opened.page.getByRole('tab', { name: 'Settings', exact: true }));
  await tap(opened.page.getByRole('tab', { name: 'Tills', exact: true }));
  const said = opened.page.getByText('A wrong code was sent. Please check it at the till.');
  await opened.page.getByText('4071 6293').waitFor();
  expect(await said.count()).toBe(0);
  await opened.show(cashierView('en', { pairing: { ...pairing, wrongCodes: 1 } }));
  await said.waitFor();
  await opened.close();
});
