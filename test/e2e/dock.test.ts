import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CashierView } from '../../src-main/contract/views.ts';
import { type Language, languages } from '../../src-main/kernel/languages.ts';
import { done, failed } from '../../src-main/kernel/result.ts';
import { formatExact, formatMoney } from '../../src-renderer/text/numbers.ts';
import { tap } from '../electron/tap.ts';
import { attentionRows, attentionView } from '../fakes/sample-records.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { textIn } from '../fakes/texts.ts';
import type { OpenedPage } from './render-page.ts';
import { windowsOfFile } from './windows-of-file.ts';

/** The six places of the cashier's dock: where they stand, and that they stay there. By touch. */

const openWindow = windowsOfFile();

type Form = CashierView['form'];

const windows: readonly { readonly form: Form; readonly width: number; readonly height: number }[] = [
  { form: 'full', width: 1024, height: 768 },
  { form: 'full', width: 1280, height: 800 },
  { form: 'full', width: 1920, height: 1080 },
  { form: 'dock', width: 360, height: 768 },
  { form: 'dock', width: 360, height: 800 },
  { form: 'dock', width: 360, height: 1080 },
];

/** Every state in which there is work; without a connection nothing is sold, and there is no dock. */
const scenes = Object.entries<Partial<CashierView>>(saleScenes).filter(([, { unsettled }]) => unsettled === undefined);

const answers = {
  'sale.new': done({ saleId: saleScenes['by-hand'].sale.id }),
  'sale.consent': failed('offline', 'no answer'),
  'attention.list': done({ rows: attentionRows, next: null }),
  'attention.get': done(attentionView),
  'attention.bill': done({ billText: '{}' }),
};

const openIn = (form: Form, viewport: { readonly width: number; readonly height: number }, language: Language = 'en') =>
  openWindow({
    role: 'cashier',
    view: cashierView(language, { form }),
    answers,
    context: { hasTouch: true, viewport },
  });

const dockOf = (page: Page, language: Language = 'en') =>
  page.getByRole('region', { name: textIn(language)('actions'), exact: true }).getByRole('button');

/** Where each place of the dock stands. */
const boxesOf = (page: Page) =>
  dockOf(page).evaluateAll((places) =>
    places.map((place) => {
      const { x, y, width, height } = place.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );

/** Touches a control once it stands. */
async function touch(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.settling === undefined);
  await page.getByRole('button', { name, exact: true }).tap();
}

/** From its upper to its lower edge: nothing lies over it. */
const isInSight = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const touched = element.closest('label') ?? element;
    const { x, y, width, height } = touched.getBoundingClientRect();
    return [y + 4, y + height - 4].every((at) => touched.contains(document.elementFromPoint(x + width / 2, at)));
  });

describe.each(languages)('in the narrow panel, in %s', (language) => {
  const troubled = [
    'notices',
    'storesUnknown',
    'stores-refused',
    'elsewhere',
    'stuck-sign-in',
    'not-the-service',
  ] as const;

  test('whatever is to be looked after, a sale by hand is in sight whole: amount, VAT rates and keys', async () => {
    const t = textIn(language);
    const opened = await openIn('dock', { width: 360, height: 768 });
    const hand = opened.page.getByRole('region', { name: t('byHand'), exact: true });
    for (const name of troubled) {
      await opened.show(cashierView(language, { ...saleScenes[name], form: 'dock' }));
      const rates = hand.getByRole('radiogroup', { name: t('vatRate'), exact: true }).getByRole('radio');
      const amount = opened.page.getByRole('textbox', { name: t('amount'), exact: true });
      await amount.waitFor();
      const controls = [amount, ...(await rates.all()), ...(await hand.getByRole('button').all())];
      expect(controls.length).toBeGreaterThan(14);
      for (const [index, control] of controls.entries()) {
        expect(await isInSight(control), `${name}: control ${index}`).toBe(true);
      }
    }
    await opened.close();
  });

  test('a customer asks for paper, and the way to their sale is in sight whole', async () => {
    const t = textIn(language);
    const opened = await openIn('dock', { width: 360, height: 768 });
    await opened.show(cashierView(language, { ...saleScenes['asks-for-paper-elsewhere'], form: 'dock' }));
    const show = opened.page.getByRole('button', { name: t('paperAskShow'), exact: true });
    await show.waitFor();
    expect(await isInSight(show)).toBe(true);
    await opened.close();
  });

  test('with everything to look after at once, a finger brings each VAT rate and key from under the amount', async () => {
    const t = textIn(language);
    const opened = await openIn('dock', { width: 360, height: 768 });
    const status = {
      ...saleScenes['stuck-sign-in'].status,
      ...saleScenes.notices.status,
      service: 'signInNeeded',
    } as const;
    await opened.show(cashierView(language, { status: { ...status, waiting: 7, attention: 2 }, form: 'dock' }));
    const hand = opened.page.getByRole('region', { name: t('byHand'), exact: true });
    const rates = hand.getByRole('radiogroup', { name: t('vatRate'), exact: true }).getByRole('radio');
    await hand.waitFor();
    const controls = [...(await rates.all()), ...(await hand.getByRole('button').all())];
    expect(controls.length).toBeGreaterThan(13);
    for (const control of controls) {
      await control.evaluate((element) => (element.closest('label') ?? element).scrollIntoView({ block: 'center' }));
      expect(await isInSight(control)).toBe(true);
    }
    await opened.close();
  });

  test('what nothing goes on without is in sight whole: the choice between live and training', async () => {
    const t = textIn(language);
    const opened = await openIn('dock', { width: 360, height: 768 });
    for (const name of ['unsettled-lost', 'unsettled-address', 'unsettled-keychain'] as const) {
      await opened.show(cashierView(language, { ...saleScenes[name], form: 'dock' }));
      const banner = opened.page.getByRole('alert', { name: t('unsettledTitle'), exact: true });
      for (const choice of [name === 'unsettled-keychain' ? 'tryAgain' : 'goOnLive', 'practise'] as const) {
        const button = banner.getByRole('button', { name: t(choice), exact: true });
        expect(await isInSight(button), `${name}: ${choice}`).toBe(true);
      }
    }
    await opened.close();
  });
});

test('as a cashier at 1024 x 768 I read what the customer sees, whatever is wrong with the receipt or the computer', async () => {
  const opened = await openIn('full', { width: 1024, height: 768 });
  const told = Object.entries(saleScenes).filter(([, scene]) => 'status' in scene && !('unsettled' in scene));
  for (const [name, part] of told) {
    await opened.show(cashierView('en', part));
    const line = opened.page.getByRole('region', { name: 'Customer display', exact: true }).getByRole('status');
    expect(await isInSight(line), name).toBe(true);
  }
  await opened.close();
});

describe.each(windows)('in the $form form at $width x $height', ({ form, width, height }) => {
  test('as a cashier I find every verb in the same place, whatever the sale is doing', async () => {
    const opened = await openIn(form, { width, height });
    const first = await boxesOf(opened.page);
    expect(first).toHaveLength(6);
    for (const [name, part] of scenes) {
      await opened.show(cashierView('en', { ...part, form }));
      expect(await boxesOf(opened.page), name).toEqual(first);
    }
    // What this window alone knows: an amount that is typed, a code shown here, a notice.
    await opened.show(cashierView('en', { form }));
    await touch(opened.page, '5');
    expect(await boxesOf(opened.page), 'typing').toEqual(first);
    await opened.show(cashierView('en', { ...saleScenes.open, form }));
    await opened.page.getByText(/Sale from the till/).waitFor();
    expect(await boxesOf(opened.page), 'a sale came meanwhile').toEqual(first);
    await touch(opened.page, 'Back to the sale');
    await touch(opened.page, 'Customer agreed');
    await opened.page.getByText('The service does not answer right now. Nothing was changed.').waitFor();
    expect(await boxesOf(opened.page), 'notice').toEqual(first);
    await opened.show(cashierView('en', { ...saleScenes['no-display'], form }));
    await touch(opened.page, 'Show QR here');
    await opened.page.getByRole('img', { name: /QR/ }).waitFor();
    expect(await boxesOf(opened.page), 'code shown here').toEqual(first);
    await opened.close();
  });

  test('as a cashier I cannot hit Cancel beside what I meant: it stands alone at the far edge', async () => {
    const opened = await openIn(form, { width, height });
    const boxes = await boxesOf(opened.page);
    const cancel = await opened.page.getByRole('button', { name: 'Cancel sale', exact: true }).boundingBox();
    if (cancel === null) throw new Error('no dock');
    const others = boxes.filter(({ x, y }) => x !== cancel.x || y !== cancel.y);
    expect(others).toHaveLength(5);
    for (const box of boxes) expect(box.height).toBeGreaterThanOrEqual(80);
    for (const box of others) expect(box.x + box.width).toBeLessThanOrEqual(form === 'full' ? cancel.x : width);
    const beside = others.filter((box) => box.y === cancel.y).map((box) => box.x + box.width);
    expect(cancel.x - Math.max(...beside)).toBeGreaterThanOrEqual(16);
    expect(Math.max(...boxes.map((box) => box.y))).toBe(cancel.y);
    await opened.close();
  });
});

describe.each(['full', 'dock'] as const)('by hand, in the %s form', (form) => {
  const viewport = form === 'full' ? { width: 1024, height: 768 } : { width: 360, height: 768 };
  const paid = { saleId: saleScenes['by-hand'].sale.id, vatPercent: 19, payment: 'Cash' } as const;

  test('as a cashier I sell for 12.34 at 19 % in cash with six touches, and the customer has the code after five', async () => {
    const opened = await openIn(form, viewport);
    for (const key of ['1', '2', '3', '4', 'Show QR']) await touch(opened.page, key);
    expect(await opened.sent()).toEqual([{ name: 'sale.new', input: { amount: 12.34 } }]);
    const sold = { ...saleScenes['by-hand'].sale, total: { amount: 12.34, currency: 'EUR' } };
    await opened.show(cashierView('en', { ...saleScenes['by-hand'], sale: sold, form }));
    await touch(opened.page, 'Paid cash');
    expect((await opened.sent()).slice(1)).toEqual([{ name: 'sale.pay', input: { ...paid, amount: 12.34 } }]);
    await opened.close();
  });

  test('as a cashier with a queue I leave the code out of it: the payment opens the sale', async () => {
    const opened = await openIn(form, viewport);
    for (const key of ['1', '2', '3', '4', 'Paid cash']) await touch(opened.page, key);
    expect(await opened.sent()).toEqual([
      { name: 'sale.new', input: { amount: 12.34 } },
      { name: 'sale.pay', input: { ...paid, amount: 12.34 } },
    ]);
    await opened.close();
  });

  test('as a cashier who is quick I pay while main still opens the sale: it is one sale, and it is paid', async () => {
    const opened = await openIn(form, viewport);
    await opened.page.evaluate((opens) => {
      const { promise, resolve } = Promise.withResolvers();
      window.fakeMain.answer({ 'sale.new': promise as never });
      Reflect.set(window, 'openNow', () => resolve(opens));
    }, answers['sale.new']);
    for (const key of ['1', '2', '3', '4', 'Show QR']) await touch(opened.page, key);
    // What is paid is what stands there: nothing more is typed into a sale that is on its way.
    expect(await opened.page.getByRole('button', { name: '5', exact: true }).isDisabled()).toBe(true);
    const amount = opened.page.getByRole('textbox', { name: 'Amount', exact: true });
    await amount.press('5');
    expect(await amount.inputValue()).toBe('12.34');
    for (const key of ['Paid cash', 'Paid cash']) await touch(opened.page, key);
    expect(await opened.sent()).toEqual([{ name: 'sale.new', input: { amount: 12.34 } }]);
    await opened.page.evaluate(() => Reflect.get(window, 'openNow')());
    await expect.poll(opened.sent).toEqual([
      { name: 'sale.new', input: { amount: 12.34 } },
      { name: 'sale.pay', input: { ...paid, amount: 12.34 } },
    ]);
    await opened.close();
  });

  test('as a cashier I start the next sale by typing its amount', async () => {
    const opened = await openIn(form, viewport);
    const done = { ...saleScenes.delivered.sale, origin: 'hand' } as const;
    await opened.show(cashierView('en', { ...saleScenes.delivered, sale: done, form }));
    for (const key of ['5', '00', 'Show QR']) await touch(opened.page, key);
    expect(await opened.sent()).toEqual([{ name: 'sale.new', input: { amount: 5 } }]);
    await opened.close();
  });
});

test('as a cashier who writes in the docked window I have the keyboard for it, and the till has it back', async () => {
  const opened = await openIn('dock', { width: 360, height: 768 });
  await opened.show(cashierView('en', { ...saleScenes.open, form: 'dock' }));
  const wanted = () => opened.page.evaluate(() => window.fakeMain.keyboard);
  await tap(opened.page.getByRole('textbox', { name: 'Scan the card or type its number.' }));
  await expect.poll(wanted).toEqual([true]);
  await touch(opened.page, 'Customer agreed');
  await expect.poll(wanted).toEqual([true, false]);
  await opened.close();
});

test('as a cashier I go on correcting a refused receipt where I was, after the till’s next sale', async () => {
  const opened = await openIn('full', { width: 1024, height: 768 });
  await opened.show(cashierView('en', saleScenes.attention));
  await touch(opened.page, 'Repair');
  const price = opened.page.getByRole('textbox', { name: 'New value for Line 4, price' });
  await price.fill('1.0');
  const next = { ...saleScenes.open, sale: { ...saleScenes.open.sale, id: 'another' } };
  await opened.show(cashierView('en', next));
  await tap(opened.page.getByRole('tab', { name: 'Sale', exact: true }));
  await price.waitFor({ state: 'detached' });
  await tap(opened.page.getByRole('tab', { name: /^Attention/ }));
  expect(await price.inputValue()).toBe('1.0');
  await opened.close();
});

test.each(languages)('in %s nothing of what I tap next moves when I correct a refused receipt', async (language) => {
  const t = textIn(language);
  const opened = await openIn('full', { width: 1024, height: 768 }, language);
  await opened.show(cashierView(language, saleScenes.attention));
  await touch(opened.page, t('repair'));
  const named = (name: string) => opened.page.getByRole('button', { name, exact: true });
  const boxesBeside = async (send: Locator) =>
    Promise.all(
      [send, ...[t('actionPrintInstead'), t('export'), t('showText')].map(named)].map((one) => one.boundingBox()),
    );
  const before = await boxesBeside(named(t('resend')));
  await touch(opened.page, t('use', { expected: formatExact(language, 1.01) }));
  expect(await boxesBeside(named(t('sendCorrected')))).toEqual(before);
  await opened.close();
});

test.each(languages)(
  'in %s I never read half of the amount of a refused receipt in the narrow panel',
  async (language) => {
    const t = textIn(language);
    const opened = await openIn('dock', { width: 360, height: 768 }, language);
    for (const amount of [12.8, 1_234_567.89]) {
      const row = { ...attentionView.row, total: { amount, currency: 'EUR' } };
      await opened.answer({ 'attention.get': done({ ...attentionView, row }) });
      await opened.show(cashierView(language, { ...saleScenes.attention, form: 'dock' }));
      await touch(opened.page, t('repair'));
      const heading = opened.page.getByRole('heading', { name: formatMoney(language, row.total), exact: true });
      const seen = await heading.evaluate((words) => {
        const range = document.createRange();
        range.selectNodeContents(words);
        return { lines: range.getClientRects().length, isCut: words.scrollWidth > words.clientWidth + 1 };
      });
      expect(seen, String(amount)).toEqual({ lines: 1, isCut: false });
      await touch(opened.page, t('actionBack'));
    }
    await opened.close();
  },
);

test('as a cashier I do not read of an error once its sale has gone', async () => {
  const opened = await openIn('full', { width: 1024, height: 768 });
  await opened.show(cashierView('en', saleScenes.open));
  await touch(opened.page, 'Customer agreed');
  const line = opened.page.getByText('The service does not answer right now. Nothing was changed.');
  await line.waitFor();
  await opened.show(cashierView('en', { sale: { ...saleScenes.open.sale, id: 'another' } }));
  await line.waitFor({ state: 'detached' });
  await opened.close();
});

test('as a cashier I do not read "printed" while paper is only wanted', async () => {
  const opened = await openIn('full', { width: 1024, height: 768 });
  const undo = { action: 'printed', until: Date.now() + 60_000 } as const;
  await opened.show(cashierView('en', { sale: { ...saleScenes.open.sale, printed: 'queued', undo } }));
  await opened.page.getByText('Paper wanted.', { exact: true }).waitFor();
  expect(await opened.page.getByText(/printed/i).count()).toBe(0);
  await opened.close();
});

test.each(languages)('in %s every verb has room for its words in both forms', async (language) => {
  for (const { form, width, height } of windows.filter(({ height: tall }) => tall === 768)) {
    const view = cashierView(language, { form });
    const context = { viewport: { width, height } };
    const opened = await openWindow({ role: 'cashier', view, context });
    for (const [name, part] of scenes) {
      await opened.show(cashierView(language, { ...part, form }));
      expect(await crowded(opened, language), `${name} ${form}`).toEqual([]);
    }
    await opened.close();
  }
});

/** Words that do not fit their place, or that are broken inside a word. */
const crowded = ({ page }: OpenedPage<'cashier'>, language: Language) =>
  dockOf(page, language).evaluateAll((places) =>
    places.flatMap((place) => {
      const text = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode();
      const words = text?.parentElement ?? null;
      const range = document.createRange();
      if (words === null || text === null) return ['no words'];
      const box = place.getBoundingClientRect();
      const isTooTall =
        place.scrollHeight > place.clientHeight + 1 || words.getBoundingClientRect().bottom > box.bottom;
      const said = text.textContent ?? '';
      const broken = [...said.matchAll(/\S+/g)].filter(({ index, 0: word }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
      });
      return isTooTall || broken.length > 0 ? [`${said} (${place.scrollHeight} of ${place.clientHeight})`] : [];
    }),
  );

describe('in every state in which nothing is sold, the cashier sees the amount that is typed', () => {
  const resting = scenes.filter(([, { sale }]) => sale === undefined);

  test.each(windows)('in the $form window of $width x $height', async ({ form, ...viewport }) => {
    const opened = await openIn(form, viewport);
    for (const [name, scene] of resting) {
      await opened.show(cashierView('en', { ...scene, form }));
      const isSeen = await opened.page.getByRole('textbox', { name: 'Amount', exact: true }).evaluate((field) => {
        const { x, y, width, height } = field.getBoundingClientRect();
        const seen = [y + 2, y + height - 2].map((at) => document.elementFromPoint(x + width / 2, at));
        return seen.every(
          (element) => element !== null && (field === element || field.parentElement?.contains(element)),
        );
      });
      expect(isSeen, name).toBe(true);
    }
    await opened.close();
  });
});
