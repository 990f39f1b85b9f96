import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { done } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { drawn, inTurn } from '../fakes/drawn.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { cashierPlaces } from '../gallery/cashier-places.ts';
import { walk } from '../gallery/walk.ts';
import { middleOf } from './finger.ts';
import type { OpenedPage } from './render-page.ts';
import { cashiersOfFile, withClock } from './windows-of-file.ts';

/** A finger taps twice. The page's clock stops between the taps and advances by exactly the gap. */

const openCashier = cashiersOfFile();

/** Milliseconds between the two taps of a finger that meant to tap once. */
const gaps = [80, 150, 300, 450] as const;

/** Stops the page's clock for the test, after one second in which the screen did not change. */
async function holdClock(page: Page): Promise<void> {
  // On a busy computer the requested moment may be over when the clock stops.
  const holdIn = async (ms: number): Promise<void> =>
    page.clock
      .pauseAt(await page.evaluate((ahead) => Date.now() + ahead, ms))
      .catch((error: unknown) => (ms > 60_000 ? Promise.reject(error) : holdIn(4 * ms)));
  await holdIn(1_000);
  await page.clock.runFor(1_000);
}

const paid: Partial<CashierView> = {
  ...saleScenes.queued,
  sale: { ...saleScenes.queued.sale, origin: 'hand' },
  status: saleScenes['by-hand'].status,
};

const { open: opening, undo, delivered, loyalty } = saleScenes;
const takenBack = { action: 'cancel', until: undo.sale.undo?.until ?? 0 } as const;

/** The same view of the next customer's sale. */
const ofNext = ({ sale, ...view }: Partial<CashierView>): Partial<CashierView> => ({
  ...view,
  sale: sale == null ? null : { ...sale, id: idOf(9) },
  ...(view.paperRequest && { paperRequest: { ...view.paperRequest, id: idOf(9) } }),
});
const byEmail: Partial<CashierView> = {
  settings: { ...cashierView('en').settings, 'cashier.emailReceipts': { value: true } },
  sale: { ...opening.sale, email: { masked: 's*****n@example.com', isConfirmed: false } },
};

/** Buttons of a sale, each in another part of the window, that the next customer's sale has in the same place. */
const inSamePlace = [
  ['Paper given', opening],
  ['Cancel sale', opening],
  ['Next customer', delivered],
  ['Paid cash', saleScenes['by-hand']],
  ['Cancel loyalty', loyalty],
  ['Svenska', saleScenes['no-touch']],
  ['Customer confirms', byEmail],
  ['No paper', saleScenes['asks-for-paper']],
] as const;

/** Actions of a sale, the view before each, and the view that main shows at once. */
const nextViews: readonly (readonly [name: string, before: Partial<CashierView>, after: Partial<CashierView>])[] = [
  ['Paid cash', saleScenes['by-hand'], paid],
  ['Digital', opening, loyalty],
  ['Not digital', loyalty, opening],
  ['Paper given', delivered, undo],
  ['Cancel sale', opening, { sale: { ...opening.sale, state: 'cancelled', cancelled: 'queued', undo: takenBack } }],
  ['Undo', undo, delivered],
];

const total = { amount: 12.8, currency: 'EUR' };
const idOf = (number: number): string => `5f0f3d1a-0000-4f0e-9f7e-00000000000${number}`;
const lastOf = (number: number): CashierView['recent'][number] => ({
  ...{ id: idOf(number), reference: `K2-${number}`, till: null, state: 'delivered', total },
  ...{ createdAt: number, printed: null, number: null },
});
const undoOf = (number: number) => ({ id: idOf(number), reference: `K2-${number}`, total, ...takenBack });

/** Actions that ask before they remove something, on pages of the gallery. */
const asking = [
  ['Delete this customer', 'customer', 'partner.deleteUser'],
  ['Void receipt', 'receipt', 'sale.cancel'],
  ['Remove 0001', 'tills', 'pairing.revoke'],
] as const;

/** A finger that always touches the button's present place, even if another control appears there. */
async function fingerOn(page: Page, name: string | RegExp, besideMiddle = 0) {
  const { x: middle, y } = await middleOf(page.getByRole('button', { name, exact: typeof name === 'string' }));
  const x = middle - besideMiddle;
  return {
    async touch() {
      const hit = await page.evaluate(
        ([atX, atY]) => {
          const button = document.elementFromPoint(atX ?? 0, atY ?? 0)?.closest('button');
          return button?.textContent || button?.ariaLabel || '';
        },
        [x, y],
      );
      await page.touchscreen.tap(x, y);
      return hit;
    },
  };
}

const open = (part: Partial<CashierView> = {}) =>
  openCashier(part, {
    answers: { 'sale.new': done({ saleId: saleScenes['by-hand'].sale.id }) },
    prepare: withClock,
  });

/** Opens a window whose clock stands still. */
async function openHeld(part?: Partial<CashierView>) {
  const opened = await open(part);
  await holdClock(opened.page);
  return opened;
}

/** Shows the next view and advances the page's stopped clock by 20 ms, so that it is painted. */
async function showAtOnce({ page }: OpenedPage<'cashier'>, part: Partial<CashierView>): Promise<void> {
  const view = cashierView('en', part);
  await page.evaluate((next) => window.fakeMain.show({ rev: window.fakeMain.nextRev(), view: next }), view);
  await page.clock.runFor(20);
}

describe.each(drawn(gaps))('a second tap after %i ms', (gap) => {
  test('a second tap on "Show QR" opens one sale and pays nothing', async () => {
    const opened = await openHeld();
    await (await fingerOn(opened.page, '5')).touch();
    await opened.page.clock.runFor(1_000);
    // The ways of payment come in the place of this button, and its middle is between them.
    const finger = await fingerOn(opened.page, 'Show QR', 40);
    await finger.touch();
    await showAtOnce(opened, saleScenes['by-hand']);
    await opened.page.clock.runFor(gap - 20);
    expect(await finger.touch()).toBe('Paid cash');
    expect(await opened.names()).toEqual(['sale.new']);
  });

  test.each(
    nextViews.flatMap((next, at) => inTurn(['full', 'dock'] as const, at, 2).map((form) => [...next, form] as const)),
  )('a second tap on "%s" sends no command on the next screen', async (name, before, after, form) => {
    const opened = await openHeld({ ...before, form });
    const finger = await fingerOn(opened.page, name);
    await finger.touch();
    await showAtOnce(opened, { ...after, form });
    await opened.page.clock.runFor(gap - 20);
    await finger.touch();
    expect(await opened.sent(), form).toHaveLength(1);
  });

  test.each(inSamePlace)('a second tap on "%s" does nothing for the next customer', async (name, before) => {
    const opened = await openHeld(before);
    const finger = await fingerOn(opened.page, name);
    await finger.touch();
    await showAtOnce(opened, ofNext(before));
    await opened.page.clock.runFor(gap - 20);
    const hit = await finger.touch();
    expect(await opened.sent()).toHaveLength(1);
    // The second tap met a button of the next sale.
    expect(hit).not.toBe('');
    await opened.page.clock.runFor(1_000);
    await finger.touch();
    expect(JSON.stringify((await opened.sent()).at(-1))).toContain(idOf(9));
  });

  test.each([
    ['Paper given', { recent: [lastOf(1)] }, { recent: [lastOf(2), lastOf(1)] }],
    ['Show QR again', { recent: [lastOf(1)] }, { recent: [lastOf(2), lastOf(1)] }],
    [/cancelled\. Undo$/, { undoOther: undoOf(1) }, { undoOther: undoOf(2) }],
  ] as const)(
    'a tap on "%s" that meets the next receipt of the same amount does nothing',
    async (name, before, after) => {
      const opened = await openHeld(before);
      const finger = await fingerOn(opened.page, name);
      await showAtOnce(opened, after);
      await opened.page.clock.runFor(gap - 20);
      await finger.touch();
      expect(await opened.sent()).toEqual([]);
    },
  );

  test.each(asking)(
    'a second tap on "%s" does not answer the question that the first tap asks, on the page %s',
    async (name, place, command) => {
      const { part = {}, steps = () => [] } = cashierPlaces[place] ?? {};
      const opened = await open(part);
      // A click of the page itself is not guarded, so the steps need no pauses.
      const details = place === 'receipt' ? [{ role: 'button', name: 'Details' } as const] : [];
      expect(await opened.page.evaluate(walk, [...steps('en'), ...details])).toBeNull();
      await opened.page.getByRole('button', { name, exact: true }).scrollIntoViewIfNeeded();
      await holdClock(opened.page);
      const finger = await fingerOn(opened.page, name);
      await finger.touch();
      await opened.page.clock.runFor(gap);
      await finger.touch();
      expect(await opened.names()).not.toContain(command);
    },
  );

  test('a second tap on "No paper", which covers the list of receipts, neither answers the next question nor opens a receipt', async () => {
    const asking: Partial<CashierView> = saleScenes['asks-for-paper'];
    const answered: Partial<CashierView> = saleScenes.open;
    const opened = await openHeld(asking);
    const finger = await fingerOn(opened.page, 'No paper');
    for (const [view, wait] of [
      [answered, 1_000],
      [asking, gap - 20],
      [asking, 1_000],
      [answered, gap - 20],
    ] as const) {
      await showAtOnce(opened, view);
      await opened.page.clock.runFor(wait);
      if (view === asking || wait < 1_000) await finger.touch();
    }
    expect(await opened.names()).toEqual(['sale.undo']);
  });

  test('a second tap on another key of the pad types the next digit', async () => {
    const opened = await openHeld(paid);
    const { page } = opened;
    const fingers = await Promise.all(['1', '8'].map((figure) => fingerOn(page, figure)));
    for (const finger of fingers) {
      await finger.touch();
      await page.clock.runFor(gap);
    }
    await (await fingerOn(page, '2')).touch();
    const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
    expect(await amount.inputValue()).toBe('1.82');
  });
});

test('a control that ignores a tap dims for a moment, and nothing moves', async () => {
  const { opened, finger } = await whereUndoComes();
  const { page } = opened;
  await showAtOnce(opened, undo);
  await page.clock.runFor(100);
  const before = await places(page);
  expect(await finger.touch()).toBe('Undo');
  expect(await ignored(page)).toEqual([{ words: 'Undo', motion: 'none', opacity: '0.6' }]);
  expect(await places(page)).toEqual(before);
  await page.clock.runFor(180);
  expect(await ignored(page)).toEqual([]);
  expect(await opened.sent()).toEqual([]);
});

/** A paid sale, and a finger where Undo appears after printing. */
async function whereUndoComes() {
  const opened = await openHeld(paid);
  await showAtOnce(opened, undo);
  const finger = await fingerOn(opened.page, 'Undo');
  await showAtOnce(opened, paid);
  await opened.page.clock.runFor(1_000);
  return { opened, finger };
}

/** The controls that react to an ignored tap. */
const ignored = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-ignored]')].map((element) => {
      const { animationName: motion, opacity } = getComputedStyle(element);
      return { words: element.textContent, motion, opacity };
    }),
  );
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root *')].map((element) => JSON.stringify(element.getBoundingClientRect())),
  );

test('a tap has its effect once the screen has stopped moving', async () => {
  const { opened, finger } = await whereUndoComes();
  await showAtOnce(opened, undo);
  await opened.page.clock.runFor(520);
  await finger.touch();
  expect(await opened.names()).toEqual(['sale.undo']);
});

test('Enter on the keyboard takes effect within 150 ms, even if the screen has just changed', async () => {
  const opened = await openHeld(saleScenes['by-hand']);
  await showAtOnce(opened, paid);
  await opened.page.getByRole('button', { name: 'Next customer', exact: true }).focus();
  await opened.page.keyboard.press('Enter');
  await opened.page.clock.runFor(150);
  expect(await opened.names()).toEqual(['sale.close']);
});
