import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Language, languages } from '../../src-main/shared/languages.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { drawn, inTurn } from '../fakes/drawn.ts';
import { tableOf, textIn } from '../fakes/texts.ts';
import { type Entry, entryId, reached } from '../gallery/entries.ts';
import { walk } from '../gallery/walk.ts';
import { lookThrough, problemsIn } from './look-through.ts';
import { axeProblems } from './page-checks.ts';
import { type OpenedPage, openPage } from './render-page.ts';

/**
 * Shows every page that needs steps. Each is reached once and stays open while the window changes its size and
 * language. Each run takes a sixth of the pages.
 */

/** The last window is 1280 x 960 with text at 200 %. Each window is checked in every `part`-th of its languages. */
const windows = {
  full: [
    { width: 1280, height: 800, spoken: languages, part: 6 },
    { width: 1024, height: 768, spoken: languages, part: 3 },
    { width: 640, height: 480, spoken: ['de'], part: 1 },
  ],
  dock: [{ width: 360, height: 768, spoken: languages, part: 3 }],
} as const;

let opened: OpenedPage<'cashier'>;
beforeAll(async () => {
  const view = reached[0]?.view('de') as CashierView;
  opened = await openPage({ role: 'cashier', view, isLooked: true });
});
afterAll(() => opened.close());

test.each(drawn(reached, 6).map((entry) => [entryId(entry), entry] as const))(
  '%s can be reached, is accessible, and has room for its text and for fingers',
  async (_name, entry) => lookAround(opened, entry),
);

test('the window logged no error', () => {
  expect(opened.complaints).toEqual([]);
});

async function lookAround({ page, reset }: OpenedPage<'cashier'>, entry: Entry): Promise<void> {
  const { shelf, view, answers, steps } = entry;
  const [first, ...others] = windows[shelf === 'dock' ? 'dock' : 'full'];
  await page.setViewportSize({ width: first.width, height: first.height });
  await reset(view('de') as CashierView, answers);
  expect(await page.evaluate(walk, steps('de'))).toBeNull();
  expect(await axeProblems(page, { enhanced: false })).toEqual([]);
  const headings = new Set<number>();
  for (const { width, height, spoken, part } of [first, ...others]) {
    await page.setViewportSize({ width, height });
    const moments = inTurn<Language>(spoken, reached.indexOf(entry), part).map((language) => ({
      where: `${width} x ${height} in ${language}`,
      ...{ language, view: view(language) as CashierView },
      // These texts stay German: those of the customers' preview, and the result of a connection test in the steps.
      answered: [answers, tableOf('customer', 'de'), textIn('de')('faultAccountRefused')],
    }));
    const seen = await lookThrough(page, moments, { isStage: false });
    expect(problemsIn(seen)).toEqual([]);
    for (const one of seen) headings.add(one.headings);
  }
  expect([...headings]).toHaveLength(1);
}
