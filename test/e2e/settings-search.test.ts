import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { CashierView } from '../../src-main/contract/views.ts';
import type { Language } from '../../src-main/kernel/languages.ts';
import { tap } from '../electron/tap.ts';
import { cashierView } from '../fakes/sample-views.ts';
import { placeAnswers } from '../gallery/cashier-places.ts';
import { windowsOfFile } from './windows-of-file.ts';

/** Somebody knows what it is called and not where it is. */

const openWindow = windowsOfFile();

async function openSettings(language: Language, tab: string, part: Partial<CashierView> = {}) {
  const view = cashierView(language, part);
  const opened = await openWindow({ role: 'cashier', view, answers: placeAnswers });
  await tap(opened.page.getByRole('tab', { name: tab, exact: true }));
  return opened;
}

const search = (page: Page, name: string) => page.getByRole('searchbox', { name, exact: true });
const isFocused = (page: Page, role: 'textbox' | 'switch', name: string) =>
  expect
    .poll(() => page.getByRole(role, { name, exact: true }).evaluate((element) => element === document.activeElement), {
      timeout: 20_000,
    })
    .toBe(true);

test('a setting is found by its words and led to by touch, and what was typed on the open page stays meanwhile', async () => {
  const { page, close } = await openSettings('en', 'Settings');
  await page.getByRole('textbox', { name: 'Store ID', exact: true }).fill('1002');
  await search(page, 'Find a setting').fill('business day');
  expect(await page.getByRole('textbox', { name: 'Store ID', exact: true }).inputValue()).toBe('1002');
  await tap(page.getByRole('option', { name: /^The business day starts at/ }));
  await isFocused(page, 'textbox', 'The business day starts at (hour)');
  expect(await search(page, 'Find a setting').inputValue()).toBe('');
  await search(page, 'Find a setting').fill('store id');
  await page.getByRole('tab', { name: 'Tills', exact: true }).waitFor({ state: 'hidden' });
  await tap(page.getByRole('option', { name: /^Store ID/ }));
  await isFocused(page, 'textbox', 'Store ID');
  await close();
});

test('by keyboard alone, in the cashier’s language and without its accents', async () => {
  const { page, close } = await openSettings('fr', 'Réglages');
  const field = search(page, 'Chercher un réglage');
  await field.fill('factures electroniques');
  await page.getByRole('option', { name: /^Refuser les factures électroniques/ }).waitFor();
  // The pace of a hand: what comes faster may be a scanner's.
  await field.press('ArrowDown', { delay: 200 });
  await expect.poll(() => field.getAttribute('aria-activedescendant')).not.toBeNull();
  await field.press('Enter');
  await isFocused(page, 'switch', 'Refuser les factures électroniques incomplètes');
  await field.fill('zzz');
  await page.getByText('Aucun résultat.').waitFor();
  await tap(page.getByRole('button', { name: 'Vider la recherche', exact: true }));
  await page.getByRole('tab', { name: 'Caisses', exact: true }).waitFor();
  await close();
});

test('nothing is found before the PIN was given', async () => {
  const pin = { isSet: true, unlockedUntil: null, nextTryAt: null };
  const { page, close } = await openSettings('en', 'Settings', { pin });
  await page.getByRole('heading', { name: 'Settings are locked', exact: true }).waitFor();
  expect(await search(page, 'Find a setting').count()).toBe(0);
  await close();
});
