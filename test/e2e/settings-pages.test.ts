import { expect, test } from 'vitest';
import { languages } from '../../src-main/lib/languages.ts';
import { tap } from '../electron/tap.ts';
import { inTurn } from '../fakes/drawn.ts';
import { cashierView } from '../fakes/sample-views.ts';
import { textIn } from '../fakes/texts.ts';
import { placeAnswers } from '../gallery/cashier-places.ts';
import { windowsOfFile } from './windows-of-file.ts';

const openWindow = windowsOfFile();
const pages = ['settingsShop', 'settingsScreen', 'settingsTills', 'settingsService', 'settingsExpert'] as const;

test('Settings are four pages and a drawer, and none is longer than two heights of a small till’s window', async () => {
  const tooLong: [string, number][] = [];
  const { page, show, close } = await openWindow({ role: 'cashier', view: cashierView('en'), answers: placeAnswers });
  await page.setViewportSize({ width: 1024, height: 728 });
  for (const language of inTurn(languages, 0, 3)) {
    const t = textIn(language);
    await show(cashierView(language));
    await tap(page.getByRole('tab', { name: t('tabSettings'), exact: true }));
    const tabs = page.getByRole('tablist', { name: t('tabSettings'), exact: true }).getByRole('tab');
    for (const words of pages) {
      const name = t(words);
      await tap(tabs.and(page.getByRole('tab', { name, exact: true })));
      const length = await page.getByRole('tabpanel', { name, exact: true }).evaluate((panel) => panel.scrollHeight);
      if (length > 2 * 728) tooLong.push([`${name} (${language})`, length]);
    }
    expect(await tabs.count()).toBe(pages.length);
  }
  expect(tooLong).toEqual([]);
  await close();
});
