import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../src-main/kernel/result.ts';
import { tap } from '../electron/tap.ts';
import { cashierView, dayFigures, receiptRows } from '../fakes/sample-views.ts';
import { type BuiltPages, buildPages, openPage, startBrowser } from './render-page.ts';

/** Main says whose a sale is where several tills are paired: every list of the cashier's window shows it. */

let browser: Browser;
let pages: BuiltPages;

beforeAll(async () => {
  [browser, pages] = [await startBrowser(), await buildPages('real')];
});
afterAll(async () => {
  await browser.close();
  await pages.remove();
});

const longName = 'The till at the back, beside the bakery and the flowers';
const longReference = `0001-${'9'.repeat(100)}`;
const tillsOf = (one: string | null, other: string | null) => {
  const [first, second] = receiptRows;
  if (first === undefined || second === undefined) throw new Error('expected two rows');
  const rows = [
    { ...first, reference: '0001', till: one },
    { ...second, reference: longReference, till: other },
  ];
  const consents = rows.map(({ reference, till, createdAt }) => ({ reference, till, at: createdAt }));
  return { rows, figures: { ...dayFigures, consents } };
};

async function listsWith(one: string | null, other: string | null) {
  const { rows, figures } = tillsOf(one, other);
  const { page, close } = await openPage(browser, pages, {
    role: 'cashier',
    view: cashierView('en', { recent: rows }),
    answers: { 'receipts.list': done({ rows, next: null }), 'day.get': done(figures) },
    context: { hasTouch: true, viewport: { width: 1024, height: 768 } },
  });
  const lines = async (selector: string) => page.locator(selector).allInnerTexts();
  const recent = await lines('.recent__reference');
  const widths = await visibleParts(page);
  await tap(page.getByRole('tab', { name: 'Receipts', exact: true }));
  await page.locator('.records__about').first().waitFor();
  const receipts = await lines('.records__about > :first-child');
  await tap(page.getByRole('tab', { name: 'Day', exact: true }));
  await page.locator('.consents li').first().waitFor();
  const day = await lines('.consents li');
  await close();
  return { recent, receipts, day, widths };
}

/** How much of each part of a recent line is to be read, in CSS pixels. */
const visibleParts = (page: Page) =>
  page.locator('.recent__reference > span').evaluateAll((spans) => spans.map((span) => span.clientWidth));

test('with several tills paired, beside the reference, however long both are', async () => {
  const { recent, receipts, day, widths } = await listsWith('Till 1', longName);
  for (const list of [recent, receipts, day]) {
    expect(list[0]).toMatch(/0001.*Till 1$/s);
    expect(list[1]).toContain(longName);
  }
  expect(widths).toHaveLength(4);
  expect(Math.min(...widths)).toBeGreaterThan(30);
});

test('with one till paired they are what they were', async () => {
  const { recent, receipts, day, widths } = await listsWith(null, null);
  expect(recent[0]).toMatch(/^\d\d:\d\d\s?\w* · 0001$/);
  expect(receipts[0]).toMatch(/^0001 · Receipt 2026-418$/);
  expect(day[0]).toMatch(/^\d\d:\d\d\s?\w* · 0001$/);
  expect(widths).toHaveLength(2);
});
