import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { done } from '../../src-main/shared/result.ts';
import { dayFigures, sampleRows } from '../fakes/sample-views.ts';
import { cashiersOfFile } from './windows-of-file.ts';

const openCashier = cashiersOfFile();

const longName = 'The till at the back, beside the bakery and the flowers';
const longReference = `0001-${'9'.repeat(100)}`;
const tillsOf = (one: string | null, other: string | null) => {
  const [first, second] = sampleRows;
  if (first === undefined || second === undefined) throw new Error('expected two rows');
  const rows = [
    { ...first, reference: '0001', till: one },
    { ...second, reference: longReference, till: other },
  ];
  const consents = rows.map(({ reference, till, createdAt }) => ({
    ...{ reference, till, at: createdAt },
    ...({ what: 'agreed', how: 'cashier' } as const),
  }));
  return { rows, figures: { ...dayFigures, consents } };
};

async function listsWith(one: string | null, other: string | null) {
  const { rows, figures } = tillsOf(one, other);
  const { page, openTab } = await openCashier(
    { recent: rows },
    { answers: { 'receipts.list': done({ rows, next: null }), 'day.get': done(figures) } },
  );
  const lines = async (list: Locator) => list.getByRole('listitem').allInnerTexts();
  const today = page.getByRole('region', { name: 'Today', exact: true });
  const recent = await lines(today);
  const widths = await Promise.all(
    [/· 0001$/, longReference, one, other].filter((words) => words !== null).map((words) => visibleWidth(today, words)),
  );
  await openTab('Receipts');
  const found = page.getByRole('list', { name: 'Receipts', exact: true });
  await found.getByRole('button', { name: longReference }).waitFor();
  const receipts = await lines(found);
  await openTab('Day');
  const consents = page.getByRole('region', { name: 'Customers who agreed', exact: true });
  await consents.getByText(longReference).waitFor();
  const day = await lines(consents);
  return { recent, receipts, day, widths };
}

/** The visible width of this text in a recent line, in CSS pixels. */
const visibleWidth = (list: Locator, words: string | RegExp) =>
  list.getByText(words).evaluate((part) => {
    // Text from outside has its own element, which is as wide as its line.
    const isInline = getComputedStyle(part).display === 'inline';
    return ((isInline ? part.parentElement : part) ?? part).clientWidth;
  });

test('with several paired tills, the name of the till is beside the reference, however long both are', async () => {
  const { recent, receipts, day, widths } = await listsWith('Till 1', longName);
  for (const list of [recent, receipts, day]) {
    expect(list[0]).toMatch(/0001.*Till 1$/ms);
    expect(list[1]).toContain(longName);
  }
  expect(widths).toHaveLength(4);
  expect(Math.min(...widths)).toBeGreaterThan(30);
});
