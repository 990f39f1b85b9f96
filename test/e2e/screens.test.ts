import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedFile } from '../../scripts/shipped.ts';
import { languages } from '../../src-main/kernel/languages.ts';
import { done, failed } from '../../src-main/kernel/result.ts';
import { countryNames } from '../../src-renderer/text/country-names.ts';
import { customerTables } from '../../src-renderer/text/i18n.ts';
import { languageNames } from '../../src-renderer/text/language-names.ts';
import { choose, tap } from '../electron/tap.ts';
import { attentionRows, attentionView, receiptDetail } from '../fakes/sample-records.ts';
import { customerScreens, customerView, receiptUrl } from '../fakes/sample-screens.ts';
import { cashierView, dayFigures, receiptRows, saleScenes } from '../fakes/sample-views.ts';
import { textIn } from '../fakes/texts.ts';
import {
  axeFindings,
  cutOff,
  decodeWithJsqr,
  decodeWithZxing,
  smallTargets,
  typeKeys,
  unmarkedTexts,
} from './page-checks.ts';
import { type BuiltPages, buildPages, openPage, startBrowser } from './render-page.ts';
import { answers, type Look, pseudoText, walkCashier } from './walk-cashier.ts';

let browser: Browser;
let pages: BuiltPages;
let pseudoPages: BuiltPages;

beforeAll(async () => {
  [browser, pages, pseudoPages] = [await startBrowser(), await buildPages('real'), await buildPages('pseudo')];
});

afterAll(async () => {
  await browser.close();
  await Promise.all([pages.remove(), pseudoPages.remove()]);
});

describe.each(languages)('in %s', (language) => {
  test('every customer screen is accessible at 7:1, with nothing cut off', async () => {
    const opened = await openPage(browser, pages, { role: 'customer', view: customerView({ kind: 'idle' }, language) });
    for (const [name, screen] of Object.entries(customerScreens)) {
      await opened.show(customerView(screen, language));
      expect(await axeFindings(opened.page, { enhanced: true }), name).toEqual([]);
      expect(await cutOff(opened.page, { downwards: true }), name).toEqual([]);
      expect(await smallTargets(opened.page), name).toEqual([]);
    }
    expect(await opened.page.getAttribute('html', 'lang')).toBe(language);
    expect(opened.complaints).toEqual([]);
    await opened.close();
  });

  test('every cashier screen is accessible, with targets for fingers', async () => {
    const opened = await openPage(browser, pages, { role: 'cashier', view: cashierView(language), answers });
    const look: Look = async (name) => {
      expect(await axeFindings(opened.page, { enhanced: false }), name).toEqual([]);
      expect(await cutOff(opened.page, { downwards: false }), name).toEqual([]);
      expect(await smallTargets(opened.page), name).toEqual([]);
    };
    for (const [name, part] of Object.entries(saleScenes)) {
      await opened.show(cashierView(language, part));
      await look(name);
    }
    await walkCashier(opened, language, textIn(language), look);
    expect(opened.complaints).toEqual([]);
    await opened.close();
  });

  test('every screen of the narrow panel has room for its words, with targets for fingers', async () => {
    const context = { viewport: { width: 360, height: 768 } };
    const view = cashierView(language, { form: 'dock' });
    const opened = await openPage(browser, pages, { role: 'cashier', view, context });
    for (const [name, part] of Object.entries(saleScenes)) {
      await opened.show(cashierView(language, { ...part, form: 'dock' }));
      if (language === 'de') expect(await axeFindings(opened.page, { enhanced: false }), name).toEqual([]);
      expect(await cutOff(opened.page, { downwards: false }), name).toEqual([]);
      expect(await smallTargets(opened.page), name).toEqual([]);
    }
    await opened.close();
  });
});

test('text at 200 % finds room in the cashier window', async () => {
  const context = { viewport: { width: 640, height: 480 }, deviceScaleFactor: 2 };
  const cashier = await openPage(browser, pages, { role: 'cashier', view: cashierView('de'), answers, context });
  const look: Look = async (name) => expect(await cutOff(cashier.page, { downwards: false }), name).toEqual([]);
  for (const [name, part] of Object.entries(saleScenes)) {
    await cashier.show(cashierView('de', part));
    await look(name);
  }
  await walkCashier(cashier, 'de', textIn('de'), look);
  await cashier.close();
});

test.each(languages)('text at 200 % finds room in the customer window, in %s', async (language) => {
  const context = { viewport: { width: 640, height: 480 }, deviceScaleFactor: 2 };
  const view = customerView({ kind: 'idle' }, language);
  const customer = await openPage(browser, pages, { role: 'customer', view, context });
  for (const [name, screen] of Object.entries(customerScreens)) {
    await customer.show(customerView(screen, language));
    expect(await cutOff(customer.page, { downwards: true }), name).toEqual([]);
    expect(await smallTargets(customer.page), name).toEqual([]);
  }
  await customer.close();
});

/** By what a screen reader says of it in either language. */
const qrCode = (page: Page) => page.getByRole('img', { name: /^QR/ });

describe('the customer’s QR code', () => {
  const displays = [
    { width: 1024, height: 768, scale: 1 },
    { width: 1024, height: 768, scale: 2 },
    { width: 1920, height: 1080, scale: 1 },
    { width: 1920, height: 1080, scale: 2 },
    { width: 1280, height: 800, scale: 1.5 },
    { width: 600, height: 1024, scale: 1 },
  ];

  test.each(displays)('is read by two decoders from $width x $height at $scale', async ({ width, height, scale }) => {
    const view = customerView(customerScreens['qr-before'], 'de');
    const context = { viewport: { width, height }, deviceScaleFactor: scale };
    const opened = await openPage(browser, pages, { role: 'customer', view, context });
    await qrCode(opened.page).waitFor();
    const picture = await opened.page.screenshot();
    expect(await decodeWithZxing(picture)).toEqual([receiptUrl]);
    expect(await decodeWithJsqr(browser, picture)).toBe(receiptUrl);
    expect(await cutOff(opened.page, { downwards: true })).toEqual([]);
    await opened.close();
  });

  test('is painted in whole device pixels, black on white, also in forced colours', async () => {
    const view = customerView(customerScreens['qr-before'], 'en');
    const context = { forcedColors: 'active', colorScheme: 'dark' } as const;
    const opened = await openPage(browser, pages, { role: 'customer', view, context });
    const picture = await qrCode(opened.page).screenshot();
    expect(await decodeWithZxing(picture)).toEqual([receiptUrl]);
    const size = await qrCode(opened.page).evaluate((canvas) => {
      const { width, height } = canvas.getBoundingClientRect();
      return { painted: (canvas as HTMLCanvasElement).width, width, height };
    });
    expect(size).toEqual({ painted: size.painted, width: size.painted, height: size.painted });
    await opened.close();
  });
});

describe('what the windows say to main', () => {
  /** Waits, without frames, until the last command is the answer to this snapshot. */
  const lastPainted = (page: Page, rev: number) =>
    page.waitForFunction(
      (wanted) => JSON.stringify(window.fakeMain.sent.at(-1)) === JSON.stringify(wanted),
      { name: 'screen.painted', input: { rev } },
      { polling: 20 },
    );

  test('the customer window answers each snapshot once it is painted', async () => {
    const opened = await openPage(browser, pages, { role: 'customer', view: customerView({ kind: 'idle' }, 'de') });
    await opened.show(customerView(customerScreens['qr-before'], 'de'));
    await lastPainted(opened.page, 2);
    await opened.close();
  });

  test('a window that gets no frames answers too', async () => {
    const opened = await openPage(browser, pages, { role: 'customer', view: customerView({ kind: 'idle' }, 'de') });
    await opened.page.evaluate(
      (view) => {
        window.requestAnimationFrame = () => 0;
        window.fakeMain.show({ rev: 9, view });
      },
      customerView(customerScreens.thanks, 'de'),
    );
    await lastPainted(opened.page, 9);
    await opened.close();
  });

  test('a touch on a language asks main for it', async () => {
    const opened = await openPage(browser, pages, { role: 'customer', view: customerView({ kind: 'idle' }, 'de') });
    await tap(opened.page.getByRole('button', { name: 'Svenska' }));
    expect((await opened.sent()).at(-1)).toEqual({ name: 'language.set', input: { rev: 1, language: 'sv' } });
    await opened.close();
  });

  test('a sale by hand takes its amount, its VAT rate and how it was paid', async () => {
    const opened = await openPage(browser, pages, {
      role: 'cashier',
      view: cashierView('en'),
      answers: { 'sale.new': done({ saleId: saleScenes['by-hand'].sale.id }) },
    });
    const press = (name: string) => tap(opened.page.getByRole('button', { name, exact: true }));
    for (const key of ['1', '2', '5', '00']) await press(key);
    await press('Show QR');
    await opened.show(cashierView('en', saleScenes['by-hand']));
    await choose(opened.page.getByRole('radio', { name: '7%', exact: true }));
    await press('Paid by card');
    expect(await opened.sent()).toEqual([
      { name: 'sale.new', input: { amount: 125 } },
      {
        name: 'sale.pay',
        input: { saleId: saleScenes['by-hand'].sale.id, amount: 1284.5, vatPercent: 7, payment: 'CardPayment' },
      },
    ]);
    await opened.close();
  });
});

test('an entry that main refused can be corrected and saved', async () => {
  const refused = failed('invalid', 'does not fit', [{ path: '/connection/baseUrl', code: 'url', message: '' }]);
  const opened = await openPage(browser, pages, {
    role: 'cashier',
    view: cashierView('en'),
    answers: { ...answers, 'connection.save': refused },
  });
  await tap(opened.page.getByRole('tab', { name: 'Settings' }));
  const save = opened.page.getByRole('button', { name: 'Save', exact: true });
  const saved = async () => (await opened.sent()).filter(({ name }) => name === 'connection.save').length;
  await tap(save);
  const complaint = opened.page.getByText(/^An address starts with https/);
  await complaint.waitFor();
  await opened.page.getByRole('textbox', { name: 'Address of the service' }).fill('https://right.example/api');
  await complaint.waitFor({ state: 'detached' });
  await tap(save);
  await complaint.waitFor();
  await tap(save);
  expect(await saved()).toBe(3);
  await opened.close();
});

describe('a scanner', () => {
  const scan = [...'4012345678901', 'Enter'];

  test('fills the loyalty field and presses no button, whichever has the focus', async () => {
    const opened = await openPage(browser, pages, { role: 'cashier', view: cashierView('en', saleScenes.open) });
    const cdp = await opened.page.context().newCDPSession(opened.page);
    const number = opened.page.getByRole('textbox', { name: 'Scan the card or type its number.' });
    for (const action of ['Customer agreed', 'Show QR again', 'Paper wanted', 'Cancel sale', 'Park', 'New receipt']) {
      await opened.page.getByRole('button', { name: action, exact: true }).focus();
      await typeKeys(cdp, scan, 6);
      expect(await number.inputValue(), action).toBe('4012345678901');
      expect(await opened.sent(), action).toEqual([]);
    }
    await opened.close();
  });

  test('never lands in the amount', async () => {
    const opened = await openPage(browser, pages, { role: 'cashier', view: cashierView('en') });
    const cdp = await opened.page.context().newCDPSession(opened.page);
    const amount = opened.page.getByRole('textbox', { name: 'Amount', exact: true });
    await amount.focus();
    await typeKeys(cdp, ['7', '5', '0'], 150);
    expect(await amount.inputValue()).toBe('7.50');
    await typeKeys(cdp, scan, 6);
    expect(await amount.inputValue()).toBe('7.50');
    expect(await opened.sent()).toEqual([]);
    await opened.close();
  });

  test('a person’s Enter still presses the button', async () => {
    const opened = await openPage(browser, pages, { role: 'cashier', view: cashierView('en', saleScenes.open) });
    const cdp = await opened.page.context().newCDPSession(opened.page);
    await opened.page.getByRole('button', { name: 'Customer agreed', exact: true }).focus();
    await typeKeys(cdp, ['Enter'], 0);
    expect((await opened.sent()).map(({ name }) => name)).toEqual(['sale.consent']);
    await opened.close();
  });
});

describe('the pseudo-language', () => {
  /** Every text inside a value, so that names of goods and shops are not taken for sentences. */
  const textsIn = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
  };
  const own = [
    'log.jsonl',
    'Receipt Companion',
    // How react-aria itself says, in each language, where files may be dropped.
    'DropZone',
    ...Object.values(languageNames),
    ...Object.values(countryNames).map(({ text }) => text),
  ];
  const shortUrl = receiptUrl.replace('https://', '');

  test('finds no hard-coded sentence in the customer window', async () => {
    const opened = await openPage(browser, pseudoPages, {
      role: 'customer',
      view: customerView({ kind: 'idle' }, 'en'),
    });
    for (const [name, screen] of Object.entries(customerScreens)) {
      const view = customerView(screen, 'en');
      await opened.show(view);
      expect(await opened.page.getByRole('main').innerText(), name).toContain('⟦');
      expect(await unmarkedTexts(opened.page, [...own, shortUrl, ...textsIn(view)]), name).toEqual([]);
    }
    await opened.close();
  });

  test('finds no hard-coded sentence in the cashier window', async () => {
    const opened = await openPage(browser, pseudoPages, { role: 'cashier', view: cashierView('en'), answers });
    const look =
      (part: unknown): Look =>
      async (name) => {
        const months = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/;
        // React Aria has the names of colours, in every language.
        const colours = /\b(blue|cyan|green|pink|red|brown|swatch)\b/;
        const left = await unmarkedTexts(opened.page, [...own, shortUrl, ...textsIn(part)]);
        expect(
          left.filter((text) => !months.test(text) && !colours.test(text)),
          name,
        ).toEqual([]);
      };
    for (const [name, part] of Object.entries(saleScenes)) {
      await opened.show(cashierView('en', part));
      await look(cashierView('en', part))(name);
    }
    await walkCashier(
      opened,
      'en',
      pseudoText,
      // The preview speaks the customers' language.
      look([
        cashierView('en', saleScenes.attention),
        receiptRows,
        dayFigures,
        attentionRows,
        attentionView,
        receiptDetail,
        customerTables.de,
      ]),
    );
    await opened.close();
  });
});

test.each([
  ['customer', 106],
  ['cashier', 200],
] as const)('the %s window starts with at most %i kB of script', async (role, mostKb) => {
  expect((await pages.scriptBytes(role)) / 1000).toBeLessThanOrEqual(mostKb);
});

test('no window carries a schema: what is entered is judged by main', () => {
  expect(JSON.parse(readFileSync(shippedFile('renderer'), 'utf8'))).not.toContain('node_modules/zod');
});
