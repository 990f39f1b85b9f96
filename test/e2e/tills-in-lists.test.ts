import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { done } from '../../src-main/shared/result.ts';
import { dayFigures, sampleRows } from '../fakes/sample-views.ts';
import { cashiersOfFile } from './windows-of-file.ts';

const openCashier = cashiersOfFile();

/** The visible width of this text in a recent line, in CSS pixels. */
const visibleWidth = (list: Locator, words: string | RegExp) =>
  list.getByText(words).evaluate((part) => {
    // Text from outside has its own element, which is as wide as its line.
    const isInline = getComputedStyle(part).display === 'inline';
    return ((isInline ? part.parentElement : part) ?? part).clientWidth;
  });

test('with several paired tills, the name of the till is beside the reference, however long both are', async () => {
  const longName = 'The till at the back, beside the bakery and the flowers';
  const longReference = `0001-${'9'.repeat(100)}`;
  const rows = sampleRows.slice(0, 2).map((row, at) => ({
    ...row,
    ...(at === 0 ? { reference: '0001', till: 'Till 1' } : { reference: longReference, till: longName }),
  }));
  const consents = rows.map(({ reference, till, createdAt }) => ({
    ...{ reference, till, at: createdAt },
    ...({ what: 'agreed', how: 'cashier' } as const),
  }));
  const { page, openTab } = await openCashier(
    { recent: rows },
    { answers: { 'receipts.list': done({ rows, next: null }), 'day.get': done({ ...dayFigures, consents }) } },
  );
  const areNamed = async (list: Locator) => {
    const [first, second] = await list.getByRole('listitem').allInnerTexts();
    expect(first).toMatch(/0001.*Till 1$/ms);
    expect(second).toContain(longName);
  };
  const today = page.getByRole('region', { name: 'Today', exact: true });
  await areNamed(today);
  for (const words of [/· 0001$/, longReference, 'Till 1', longName])
    expect(await visibleWidth(today, words), String(words)).toBeGreaterThan(30);
  await openTab('Receipts');
  const found = page.getByRole('list', { name: 'Receipts', exact: true });
  await found.getByRole('button', { name: longReference }).waitFor();
  await areNamed(found);
  await openTab('Day');
  const agreed = page.getByRole('region', { name: 'Customers who agreed', exact: true });
  await agreed.getByText(longReference).waitFor();
  await areNamed(agreed);
});
