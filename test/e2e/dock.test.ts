import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../src-main/shared/languages.ts';
import { done } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { formatExact } from '../../src-renderer/text/cashier-words.ts';
import type { CashierText } from '../../src-renderer/text/i18n.ts';
import { formatMoneyIn } from '../../src-renderer/text/numbers.ts';
import { tap } from '../electron/tap.ts';
import { drawn, inTurn } from '../fakes/drawn.ts';
import { attentionView } from '../fakes/sample-records.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { inLanguage, textIn } from '../fakes/texts.ts';
import { placeAnswers } from '../gallery/cashier-places.ts';
import { cashiersOfFile } from './windows-of-file.ts';

/** The five places of the action bar must not move. */

const openCashier = cashiersOfFile();

type Form = CashierView['form'];

/** Window sizes that remain beside a taskbar. */
const windows: readonly { readonly form: Form; readonly width: number; readonly height: number }[] = [
  { form: 'full', width: 1024, height: 728 },
  { form: 'full', width: 1366, height: 728 },
  { form: 'full', width: 1920, height: 1040 },
  { form: 'dock', width: 360, height: 728 },
  { form: 'dock', width: 360, height: 744 },
  { form: 'dock', width: 360, height: 1040 },
];

/** Events that arrive while a person types. */
const { status } = cashierView('en');
const events: Readonly<Record<string, Partial<CashierView>>> = {
  // This event comes first, because the test no longer checks controls that another event has removed.
  'paid elsewhere': saleScenes.delivered,
  offline: { status: { ...status, service: 'offline', waiting: 3, attention: 2, nextTryAt: 1 } },
  notices: saleScenes.notices,
  'an unknown store': saleScenes['stores-refused'],
  'receipts of another account': saleScenes.elsewhere,
  'no keychain': saleScenes['keychain-missing'],
  'paper asked': { paperRequest: saleScenes['asks-for-paper-elsewhere'].paperRequest },
  'no display': { status: saleScenes['no-display'].status },
  'something to take back': { undoOther: saleScenes['undo-of-another'].undoOther },
  'a sale from the till': saleScenes.open,
  'a receipt refused': saleScenes.attention,
  'points of a card': saleScenes.loyalty,
  'all of it': {
    ...saleScenes['asks-for-paper-elsewhere'],
    undoOther: saleScenes['undo-of-another'].undoOther,
    status: { ...saleScenes['stores-refused'].status, notices: saleScenes.notices.status.notices },
  },
};

/** A place to type, and the steps that lead to it. */
const typed: Readonly<
  Record<
    string,
    { forms: readonly Form[]; part: Partial<CashierView>; go: (page: Page, t: CashierText) => Promise<void> }
  >
> = {
  'an amount': { forms: ['full', 'dock'], part: {}, go: (page) => press(page, '5') },
  'another amount': {
    forms: ['full', 'dock'],
    part: saleScenes['by-hand'],
    go: async (page, t) => {
      await tap(page.getByRole('button', { name: t('changeAmount') }));
      await press(page, '8');
    },
  },
  // Without touch on the customer display, the cashier chooses the customer's language here.
  'a card': {
    forms: ['full', 'dock'],
    part: saleScenes['no-touch'],
    go: (page, t) => page.getByRole('textbox', { name: t('loyaltyHint') }).fill('98'),
  },
  'a correction': {
    forms: ['full', 'dock'],
    part: saleScenes.attention,
    go: async (page, t) => {
      await press(page, t('repair'));
      await page.getByRole('textbox', { name: t('newValue', { place: t('placeLine', { number: 4 }) }) }).fill('1.0');
    },
  },
  'a setting': {
    forms: ['full'],
    part: saleScenes.open,
    go: async (page, t) => {
      await tap(page.getByRole('tab', { name: t('tabSettings'), exact: true }));
      await page.getByRole('textbox', { name: t('screen.shopName') }).fill('1');
    },
  },
};

const opens = done({ saleId: saleScenes['by-hand'].sale.id });

const openIn = (form: Form, size?: { readonly width: number; readonly height: number }, language: Language = 'en') =>
  openCashier({ form }, { language, ...(size && { size }), answers: { 'sale.new': opens } });

const dockOf = (page: Page, language: Language = 'en') =>
  page.getByRole('region', { name: textIn(language)('actions'), exact: true }).getByRole('button');

/** Positions and sizes of the controls, by default those of the action bar. */
const boxesOf = (page: Page, controls = dockOf(page)) =>
  controls.evaluateAll((places) =>
    places.map((place) => {
      const { x, y, width, height } = place.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );

const standing = (page: Page) =>
  page.evaluateHandle(() =>
    [...document.querySelectorAll('button, input, [role=tab]')].map((control) => ({
      control,
      words: control.ariaLabel ?? (control.textContent || control.tagName),
      before: control.getBoundingClientRect(),
    })),
  );

/** Controls that are still drawn, but in another place or size. */
const movedSince = (first: Awaited<ReturnType<typeof standing>>) =>
  first.evaluate((controls) =>
    controls
      .filter(({ control }) => control.checkVisibility())
      .flatMap(({ control, words, before }) => {
        const now = control.getBoundingClientRect();
        const by = (['x', 'y', 'width', 'height'] as const).map((side) => Math.round(now[side] - before[side]));
        return by.some((px) => px !== 0) ? [`${words} by ${by.join()}`] : [];
      }),
  );

const press = (page: Page, name: string) => tap(page.getByRole('button', { name, exact: true }));

describe.each(inTurn(windows, 0, 3))('in the $form form at $width x $height', ({ form, width, height }) => {
  test('every action keeps its place in every state, and Cancel is apart from the others', async () => {
    const opened = await openIn(form, { width, height });
    await opened.showPart(saleScenes.open);
    const first = await boxesOf(opened.page);
    const count = 5;
    expect(first).toHaveLength(count);
    const cancel = await opened.page.getByRole('button', { name: 'Cancel sale', exact: true }).boundingBox();
    if (cancel === null) throw new Error('no dock');
    const others = first.filter(({ x, y }) => x !== cancel.x || y !== cancel.y);
    expect(others).toHaveLength(count - 1);
    for (const box of first) expect(box.height).toBeGreaterThanOrEqual(80);
    for (const box of others) expect(box.x + box.width).toBeLessThanOrEqual(form === 'full' ? cancel.x : width);
    const beside = others.filter((box) => box.y === cancel.y).map((box) => box.x + box.width);
    expect(cancel.x - Math.max(...beside)).toBeGreaterThanOrEqual(16);
    expect(Math.max(...first.map((box) => box.y))).toBe(cancel.y);
    // Here a notice and a code appear after a touch. walk-sale.test.ts checks the other states.
    await press(opened.page, 'Digital');
    await opened.page.getByText('The service does not answer right now. Nothing was changed.').waitFor();
    expect(await boxesOf(opened.page), 'notice').toEqual(first);
    await opened.showPart(saleScenes['no-display']);
    await press(opened.page, 'Show QR here');
    await opened.page.getByRole('img', { name: /QR/ }).waitFor();
    // The buttons for the payment follow the five controls, so they are left out.
    expect((await boxesOf(opened.page)).slice(0, count), 'code shown here').toEqual(first);
  });

  test.each(
    drawn(
      Object.entries(typed).filter(([, { forms }]) => forms.includes(form)),
      2,
    ),
  )(
    'as a cashier who types %s I find every control at its place, whatever happens meanwhile',
    async (_what, { part, go }) => {
      const opened = await openIn(form, { width, height });
      const moved: string[] = [];
      for (const language of inTurn<Language>(languages, width, 6)) {
        await opened.reset(cashierView(language, { ...part, form }), { ...placeAnswers, 'sale.new': opens });
        await go(opened.page, textIn(language));
        const first = await standing(opened.page);
        for (const [name, comes] of Object.entries(events)) {
          // A sale keeps its origin.
          const sale = comes.sale && { ...comes.sale, origin: part.sale?.origin ?? comes.sale.origin };
          await opened.show(cashierView(language, { ...part, ...comes, ...(sale && { sale }), form }));
          moved.push(...(await movedSince(first)).map((control) => `${name} in ${language}: ${control}`));
        }
      }
      expect(moved).toEqual([]);
    },
  );
});

test.each([
  ['full', 1024],
  ['dock', 360],
] as const)(
  'in the %s form the question how a sale was paid replaces "Show QR" after the code is shown',
  async (form, width) => {
    const opened = await openIn(form, { width, height: 728 });
    const { button: named } = opened;
    await opened.answerLate('sale.new');
    await opened.touch('5');
    const slot = await named('Show QR').boundingBox();
    for (let taps = 0; taps < 2; taps += 1) await opened.touch('Show QR');
    expect(await named('5').isDisabled()).toBe(true);
    const amount = opened.field('Amount');
    await amount.press('5');
    expect(await amount.inputValue()).toBe('0.05');
    expect(await named('Paid cash').count()).toBe(0);
    await opened.answerNow(opens);
    await opened.showPart(saleScenes['by-hand']);
    const [cash, card] = [await named('Paid cash').boundingBox(), await named('Paid by card').boundingBox()];
    expect([cash?.x, cash?.y, cash?.height]).toEqual([slot?.x, slot?.y, slot?.height]);
    expect((card?.x ?? 0) + (card?.width ?? 0)).toBe((slot?.x ?? 0) + (slot?.width ?? 0));
    expect(await opened.sent()).toEqual([{ name: 'sale.new', input: { amount: 0.05 } }]);
  },
);

test('the dock has the keyboard while a cashier types, and the till gets it back', async () => {
  const opened = await openIn('dock');
  await opened.showPart(saleScenes.open);
  const keyboardRequests = () => opened.page.evaluate(() => window.fakeMain.keyboard);
  await opened.finger.tap('textbox', 'Scan the card or type its number.');
  await expect.poll(keyboardRequests).toEqual([true]);
  await opened.touch('Digital');
  await expect.poll(keyboardRequests).toEqual([true, false]);
});

test('as a cashier I continue to correct a refused receipt at the same place after the till’s next sale', async () => {
  const opened = await openIn('full');
  await opened.showPart(saleScenes.attention);
  await opened.touch('Repair');
  const price = opened.field('New value for Line 4, price');
  await price.fill('1.0');
  const next = { ...saleScenes.open, sale: { ...saleScenes.open.sale, id: 'another' } };
  await opened.showPart(next);
  await opened.openTab('Sale');
  await price.waitFor({ state: 'detached' });
  await tap(opened.page.getByRole('tab', { name: /^Attention/ }));
  expect(await price.inputValue()).toBe('1.0');
});

const spoken = drawn(languages, 6);

test.each(spoken)('the buttons of a refused receipt keep their places during a correction, in %s', async (language) => {
  const t = textIn(language);
  const opened = await openIn('full', undefined, language);
  await opened.showPart(saleScenes.attention);
  await opened.touch(t('repair'));
  const { button: named } = opened;
  const boxesBeside = async (send: Locator) =>
    Promise.all([send, named(t('actionGivePaper')), named(t('attentionMore'))].map((one) => one.boundingBox()));
  const before = await boxesBeside(named(t('resend')));
  await opened.touch(t('use', { expected: inLanguage(language, () => formatExact(1.01)) }));
  expect(await boxesBeside(named(t('sendCorrected')))).toEqual(before);
});

test.each(spoken)('the amount of a refused receipt is never cut in the narrow panel, in %s', async (language) => {
  const t = textIn(language);
  const opened = await openIn('dock', undefined, language);
  for (const amount of [12.8, 1_234_567.89]) {
    const row = { ...attentionView.row, total: { amount, currency: 'EUR' } };
    await opened.answer({ 'attention.get': done({ ...attentionView, row }) });
    await opened.showPart(saleScenes.attention);
    await opened.touch(t('repair'));
    const heading = opened.page.getByRole('heading', { name: formatMoneyIn(language, row.total), exact: true });
    const seen = await heading.evaluate((words) => {
      const range = document.createRange();
      range.selectNodeContents(words);
      return { lines: range.getClientRects().length, isCut: words.scrollWidth > words.clientWidth + 1 };
    });
    expect(seen, String(amount)).toEqual({ lines: 1, isCut: false });
    await opened.touch(t('actionBack'));
  }
});

test('the error of a sale disappears with that sale', async () => {
  const opened = await openIn('full');
  await opened.showPart(saleScenes.open);
  await opened.touch('Digital');
  const line = opened.page.getByText('The service does not answer right now. Nothing was changed.');
  await line.waitFor();
  await opened.showPart({ sale: { ...saleScenes.open.sale, id: 'another' } });
  await line.waitFor({ state: 'detached' });
});

test('the cashier window does not say "printed" while paper is only requested', async () => {
  const opened = await openIn('full');
  const undo = { action: 'printed', until: Date.now() + 60_000 } as const;
  await opened.showPart({ sale: { ...saleScenes.open.sale, printed: 'queued', undo } });
  await opened.page.getByText('Paper receipt noted.', { exact: true }).waitFor();
  expect(await opened.page.getByText(/printed/i).count()).toBe(0);
});
