import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { languages } from '../../src-main/shared/languages.ts';
import { done, failed } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { tap, tapLabel } from '../electron/tap.ts';
import { inTurn } from '../fakes/drawn.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { textIn } from '../fakes/texts.ts';
import type { Answers } from './render-page.ts';
import { cashiersOfFile } from './windows-of-file.ts';

const openCashier = cashiersOfFile();
const size = { width: 1024, height: 728 };
const pages = [
  'settingsShop',
  'settingsScreen',
  'settingsTills',
  'settingsPrinter',
  'settingsService',
  'settingsExpert',
] as const;

test('Settings have six pages, and none is longer than two heights of a small till’s window', async () => {
  const tooLong: [string, number][] = [];
  const { page, show, openTab } = await openCashier({}, { size });
  for (const language of inTurn(languages, 0, 6)) {
    const t = textIn(language);
    await show(cashierView(language));
    await openTab(t('tabSettings'));
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
});

test('a focus that moves over a long page scrolls that page, and never the window', async () => {
  const { page, openTab } = await openCashier({}, { size });
  for (const name of ['Settings', 'Customer display']) await openTab(name);
  const astray: string[] = [];
  const panel = page.getByRole('tabpanel', { name: 'Customer display', exact: true });
  for (const radio of await panel.getByRole('radio').all()) {
    await radio.focus();
    const found = await page.evaluate(() => {
      const control = document.activeElement;
      const { top, bottom } = (control?.closest('label') ?? control ?? document.body).getBoundingClientRect();
      const parts = [document.documentElement, document.body, document.getElementById('root')];
      const isStill = parts.every((part) => part?.scrollTop === 0);
      return isStill && bottom > 0 && top < innerHeight ? null : (control?.outerHTML.slice(0, 120) ?? 'nothing');
    });
    if (found !== null) astray.push(found);
  }
  expect(astray).toEqual([]);
});

async function openSettings(part: Partial<CashierView> = {}, answers: Answers = {}) {
  const opened = await openCashier(part, { answers });
  await opened.openTab('Settings');
  const change = (role: 'radio' | 'checkbox' | 'switch', name: string) =>
    tapLabel(opened.page.getByRole(role, { name, exact: true }));
  return { ...opened, change };
}

test('a touched setting sends its name and its displayed value to main', async () => {
  const { page, change, press, openTab, fill, sentOf } = await openSettings();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await fill('Name of the shop', 'Boutique Au Lac');
  await field('Name of the shop').press('Enter');
  await change('switch', 'The customer must agree to the digital receipt');
  await change('radio', 'Paper receipt');
  await press('More: The business day starts at (hour)');
  await press('Less: The business day starts at (hour)');
  await openTab('Customer display');
  const startsWith = page.getByRole('radiogroup', { name: 'Start language', exact: true });
  await tapLabel(startsWith.getByRole('radio', { name: 'Français', exact: true }));
  await change('checkbox', 'Português');
  await change('radio', 'After payment');
  await change('radio', 'Until the next sale');
  await openTab('Expert');
  await change('switch', 'Refuse receipts with warnings');
  await change('switch', 'Refuse e-invoices that lack something mandatory');
  await fill('Keep the content of receipts for (days)', '45');
  await field('Keep the content of receipts for (days)').press('Enter');
  const value = (key: string, value: unknown) => ({ key, value });
  await expect
    .poll(() => sentOf('setting.set'))
    .toEqual([
      value('screen.shopName', 'Boutique Au Lac'),
      value('consent.needed', false),
      value('delivery.offlineRule', 'paper'),
      value('delivery.dayStartsAtHour', 5),
      value('delivery.dayStartsAtHour', 4),
      value('screen.language', 'fr'),
      value('screen.languages', ['de', 'en', 'fr', 'es', 'sv']),
      value('screen.qrTiming', 'after'),
      value('screen.qrAfterSeconds', null),
      value('delivery.warningsBlock', true),
      value('delivery.eInvoiceBlocks', true),
      value('retention.days', 45),
    ]);
});

test('Settings show the rules of the chosen country with their dates, and no date of a check for an unchecked country', async () => {
  const { showPart, page } = await openSettings();
  const { settings } = cashierView('en');
  const rulesOf = async (code: string) => {
    await showPart({ settings: { ...settings, 'cashier.country': { value: code } } });
    return page.getByRole('group', { name: /^Rules for/, includeHidden: true }).textContent();
  };
  expect(await rulesOf('DE')).toMatch(
    /digital receipt needs the customer’s agreement\.since 1 Jan 2020 · checked on 26 Nov 2026/,
  );
  expect(await rulesOf('FR')).toContain('Customers read that receipts are printed on request.');
  expect(await rulesOf('US')).not.toContain('checked on');
});

test('a web address that main refuses gets a message, and each line is sent as typed', async () => {
  const { fill, openTab, sees, answer, page, sentOf } = await openSettings(
    {},
    { 'setting.set': failed('invalid', 'no origin') },
  );
  await openTab('Expert');
  await fill('Web addresses that may connect', 'till.example');
  await openTab('Expert');
  await sees('Each line starts with https://');
  await answer({ 'setting.set': done(null) });
  await fill('Web addresses that may connect', 'https://till.example');
  await openTab('Expert');
  await page.getByText('Each line starts with https://').waitFor({ state: 'detached' });
  expect(await sentOf('setting.set')).toEqual([
    { key: 'posApi.allowedOrigins', value: ['till.example'] },
    { key: 'posApi.allowedOrigins', value: ['https://till.example'] },
  ]);
});

const pin = { isSet: true, unlockedUntil: null, nextTryAt: null } as const;

test('locked Settings show the PIN pad and the settings that need no PIN; a double tap on "Unlock" is one attempt', async () => {
  const { page, button, press, change, sentOf } = await openSettings(
    { pin },
    { 'pin.unlock': failed('pinWrong', 'not the PIN') },
  );
  const locked = page.getByRole('region', { name: 'Settings are locked' });
  await locked.waitFor();
  expect(await page.getByRole('tablist', { name: 'Settings', exact: true }).count()).toBe(0);
  await change('radio', 'Deutsch');
  await expect.poll(() => sentOf('setting.set')).toEqual([{ key: 'cashier.language', value: 'de' }]);
  for (const digit of '1234') await press(digit);
  await button('Unlock').dblclick({ delay: 20 });
  await locked.getByText('Wrong PIN.').waitFor();
  expect(await sentOf('pin.unlock')).toEqual([{ pin: '1234' }]);
});

test('the messages on Settings follow a language that is chosen while they are locked', async () => {
  const t = textIn('de');
  const unlocked = { ...pin, unlockedUntil: Date.now() + 600_000 };
  const { openTab, press, fill, sees, page, show } = await openSettings(
    { pin: unlocked },
    {
      'pin.unlock': failed('pinWrong', 'not the PIN'),
      'connection.save': failed('invalid', 'not an address', [
        { path: '/connection/baseUrl', code: 'x', message: 'x' },
      ]),
    },
  );
  const inGerman = (lock: CashierView['pin']) => show(cashierView('de', { pin: lock }));
  await openTab('Service');
  await fill('Address of the service', 'nowhere');
  await press('Save');
  await sees(textIn('en')('addressRule'));
  await show(cashierView('en', { pin }));
  for (const digit of '1234') await press(digit);
  await press('Unlock');
  const alert = page.getByRole('region', { name: t('lockedTitle') }).getByRole('alert');
  await sees('Wrong PIN.');
  await inGerman(pin);
  await expect.poll(() => alert.textContent()).toBe(t('pinWrong'));
  await inGerman(unlocked);
  await sees(t('addressRule'));
});

test('the page Service shows the path of a written support file, and the state of service, tills and display', async () => {
  const path = '/shop/exports/support-1.zip';
  const { page, openTab, showPart, press, sees, sentOf } = await openSettings({}, { 'support.write': done({ path }) });
  await openTab('Service');
  const health = page.getByRole('list', { name: 'Diagnostics' }).getByRole('listitem');
  for (const words of [/Receipt service.*Online/, /Tills.*2 tills paired.*127\.0\.0\.1/])
    await health.filter({ hasText: words }).waitFor();
  await showPart(saleScenes['no-display']);
  await health.filter({ hasText: /Customer display.*No customer display/ }).waitFor();
  await press('Save the file');
  await sees(`Saved as ${path}`);
  expect(await sentOf('support.write')).toEqual([null]);
});

test('the log of the program can be filtered by level', async () => {
  const { page, openTab, press, choose } = await openSettings();
  await openTab('Expert');
  await press('What the app did');
  const warning = page.getByRole('region', { name: 'What the app did' }).getByText('1-2', { exact: true });
  await warning.waitFor();
  await choose('Errors');
  await warning.waitFor({ state: 'detached' });
});

const isTrying = {
  training: false,
  pin: { ...cashierView('en').pin, isSet: true, unlockedUntil: Date.now() + 600_000 },
};

test('a code to try whose sale is opened after the page was left is cancelled', async () => {
  const opened = await openSettings(isTrying);
  const { openTab, press, answerLate, answerNow } = opened;
  await openTab('Service');
  await answerLate('sale.new');
  await press('Show a code to try');
  await openTab('Expert');
  await answerNow(done({ saleId: saleScenes.open.sale.id }));
  await expect.poll(() => opened.sentOf('sale.cancel')).toEqual([{ saleId: saleScenes.open.sale.id }]);
});

test('a connection that is being typed stays while another page of Settings is open, and ends with Settings', async () => {
  const { openTab, fill, field } = await openSettings();
  await openTab('Service');
  await fill('Client ID', 'typed-client');
  await fill('User name', 'typed-user');
  for (const name of ['Expert', 'Service']) await openTab(name);
  expect(await field('Client ID').inputValue()).toBe('typed-client');
  expect(await field('User name').inputValue()).toBe('typed-user');
  for (const name of ['Sale', 'Settings', 'Service']) await openTab(name);
  expect(await field('Client ID').inputValue()).not.toBe('typed-client');
  expect(await field('User name').inputValue()).toBe('');
});

test('the pad for a new PIN is completely visible in Settings at 1024 x 560', async () => {
  const { page, openTab, press } = await openCashier({}, { size: { width: 1024, height: 560 } });
  await openTab('Settings');
  await press('Set a PIN');
  const box = await page.getByRole('button', { name: 'Back', exact: true }).boundingBox();
  const keys = await page.getByRole('button', { name: 'Next', exact: true }).boundingBox();
  const panel = await page.getByRole('tabpanel', { name: 'Shop', exact: true }).boundingBox();
  const ends = [box, keys].map((part) => (part?.y ?? 0) + (part?.height ?? 0));
  expect(Math.max(...ends)).toBeLessThanOrEqual((panel?.y ?? 0) + (panel?.height ?? 0));
});

test('a picture that cannot be drawn gets a message, and another one can be chosen', async () => {
  const { page, openTab, press, sees, button } = await openSettings();
  await openTab('Customer display');
  await page.evaluate(() => {
    OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new DOMException('no memory', 'EncodingError'));
  });
  const chooser = page.waitForEvent('filechooser');
  await press('Choose a logo');
  const picture = new PNG({ width: 4, height: 4 });
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG.sync.write(picture) });
  await sees('Cannot be shown here: logo.png. Please choose a PNG, JPEG or WebP.');
  expect(await button('Choose a logo').getAttribute('data-busy')).toBe('false');
});

describe('while main works on an earlier request', () => {
  test('another partner key that is typed stays', async () => {
    const { page, press, openTab, sentOf, answerLate, answerNow } = await openSettings();
    await openTab('Expert');
    await press('Partner interface');
    const key = page.getByLabel('Partner key', { exact: true });
    await answerLate('partner.saveAccess');
    await key.fill('first');
    await press('Save');
    await key.fill('second');
    await answerNow(done(null));
    expect(await sentOf('partner.saveAccess')).toMatchObject([{ key: 'first' }]);
    await expect.poll(() => sentOf('partner.getAccess')).toHaveLength(2);
    expect(await key.inputValue()).toBe('second');
  });

  test('a file of another data key that is chosen stays open, also after a wrong passphrase, and is sent as it is; a key is exported under a passphrase that was typed twice', async () => {
    const { page, press, sees, button, answer, answerLate, answerNow, sentOf } = await openSettings();
    await answerLate('key.export');
    await press('Export the key');
    const passphrase = page.getByLabel('Passphrase of the file', { exact: true });
    await passphrase.fill('correct horse battery staple');
    const again = page.getByLabel('The same passphrase again', { exact: true });
    await again.fill('orrect horse battery staple');
    expect(await button('Export the key').isDisabled()).toBe(true);
    await again.fill('correct horse battery staple');
    await press('Export the key');
    expect(await sentOf('key.export')).toEqual([{ passphrase: 'correct horse battery staple' }]);
    await press('Back');
    const file = JSON.stringify({ key: 'k'.repeat(1_000) });
    const chooser = page.waitForEvent('filechooser');
    await press('Import a key');
    await (await chooser).setFiles({ name: 'key.json', mimeType: 'application/json', buffer: Buffer.from(file) });
    await passphrase.fill('another');
    await answerNow(done({ path: '/tmp/data-key.json' }));
    await sees('/tmp/data-key.json');
    expect(await passphrase.inputValue()).toBe('another');
    for (const [outcome, sentence] of [
      ['wrongPassphrase', 'This is not the passphrase of the file. Type it again.'],
      ['imported', 'The key was added. Quit the app, put the backup in place, then start the app again.'],
    ] as const) {
      await answer({ 'key.import': done({ outcome, message: '' }) });
      await passphrase.fill('another');
      await press('Import a key');
      await sees(sentence);
    }
    expect(await sentOf('key.import')).toEqual([1, 2].map(() => ({ file, passphrase: 'another' })));
  });
});
