import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { done } from '../../src-main/shared/result.ts';
import type { CashierView, SaleView } from '../../src-main/shared/views.ts';
import type { CommandName } from '../../src-main/shared/window-commands.ts';
import { drawn } from '../fakes/drawn.ts';
import { attentionRows, attentionView } from '../fakes/sample-records.ts';
import { cashierView, pairing, saleScenes } from '../fakes/sample-views.ts';
import { type Entry, entries, entryId, reached } from '../gallery/entries.ts';
import { walk } from '../gallery/walk.ts';
import { gaps, holdClock, type TapTarget, tapTargetsOf } from './double-taps.ts';
import type { Answers, SentCommand } from './render-page.ts';
import { windowsOfFile } from './windows-of-file.ts';

/**
 * Touches every control twice, in every state of a sale, in both forms and on every page. Each run takes a third of the
 * controls and a twentieth of the pages. Main answers at once and shows the effect of a command.
 */

const openWindow = windowsOfFile();

/** Commands that a page sends without a touch. They change nothing. */
const questions: ReadonlySet<string> = new Set<CommandName>([
  'attention.get',
  'attention.list',
  'connection.get',
  'day.get',
  'diagnostics.get',
  'diagnostics.log',
  'pairing.list',
  'partner.getAccess',
  'partner.receipts',
  // The page sends this command periodically.
  'pin.stay',
  'receipts.get',
  'receipts.list',
  'setup.get',
]);

/** Repeating these commands with the same input has no further effect. */
const repeatable: ReadonlySet<string> = new Set<CommandName>([
  'attention.bill',
  'attention.export',
  'attention.resendAll',
  'connection.save',
  'connection.test',
  'day.export',
  'display.choose',
  'display.identify',
  'outbox.sendNow',
  'partner.saveAccess',
  'partner.savePdf',
  'pin.lock',
  // The page is disabled while it prints.
  'printer.acceptAll',
  'printer.printLines',
  'program.quit',
  'receipts.openPage',
  'sale.language',
  'sale.select',
  'sale.show',
  'setting.set',
  'setup.keep',
]);

const byHand = saleScenes['by-hand'];
const entryOf = (name: string): Entry => {
  const found = entries.find((entry) => entry.shelf === 'places' && entry.name === name);
  if (found === undefined) throw new Error(`${name} is in no gallery`);
  return found;
};
const viewOf = ({ view }: Entry): CashierView => view('en') as CashierView;
const sceneOf = (name: string) => ({ view: viewOf(entryOf(name)), answers: entryOf(name).answers });

/** A receipt that was sent again waits and no longer needs attention. */
const sentAgain = {
  view: { status: { ...cashierView('en').status, waiting: 1 } },
  answers: {
    'attention.list': done({ rows: attentionRows.slice(1), next: null }),
    'attention.get': done({ ...attentionView, row: { ...attentionView.row, state: 'queued' }, attention: null }),
  },
} as const;

interface Shown {
  readonly view: Partial<CashierView>;
  readonly answers?: Answers;
}
const queued = { ...saleScenes.queued, sale: { ...saleScenes.queued.sale, origin: 'hand' } } as const;

/** The view after a command, and main's answers from then on if the command changes them. */
const afterPlace: { readonly [Name in CommandName]?: Shown } = {
  'sale.new': { view: byHand },
  'attention.resend': sentAgain,
  'attention.repair': sentAgain,
  'sale.pay': { view: { sale: queued.sale } },
  'pairing.start': { view: { pairing } },
  'pairing.stop': { view: {} },
  'onboarding.finish': sceneOf('settings-service'),
  'partner.leaveToken': sceneOf('customer'),
};

const changed = ({ sale }: CashierView, change: Partial<SaleView>) => (sale ? { sale: { ...sale, ...change } } : {});
const { can } = saleScenes.open.sale;

/** The view after a command of the sale, in which a second tap can do harm. */
const afterSale: { readonly [Name in CommandName]?: (view: CashierView) => Partial<CashierView> } = {
  'sale.new': () => byHand,
  'sale.pay': () => queued,
  'sale.consent': (view) => changed(view, { consented: true, can: { ...can, consent: false, takeBackConsent: true } }),
  'sale.takeBackConsent': (view) => changed(view, { consented: false, can }),
  'sale.print': () => saleScenes.undo,
  'sale.cancel': (view) =>
    changed(view, {
      ...{ state: 'cancelled', cancelled: 'queued', can: saleScenes.cancelled.sale.can },
      undo: { action: 'cancel', until: saleScenes.undo.sale.undo?.until ?? 0 },
    }),
  'sale.undo': () => saleScenes.delivered,
  'sale.close': () => saleScenes.resting,
  'sale.select': () => saleScenes.attention,
  'loyalty.cancel': () => saleScenes.open,
  'attention.resend': () => saleScenes.queued,
  'attention.decide': () => saleScenes.delivered,
};

const isSale = ({ steps }: Entry): boolean => steps('en').length === 0;

function shownAfter(place: Entry, name: CommandName | undefined): (Shown & { readonly view: CashierView }) | undefined {
  if (name === undefined) return undefined;
  const shown: Shown | undefined = isSale(place)
    ? afterSale[name] && { view: afterSale[name](viewOf(place)) }
    : afterPlace[name];
  const form = isSale(place) ? { form: viewOf(place).form } : {};
  return shown && { ...shown, view: cashierView('en', { ...shown.view, ...form }) };
}

const changes = (commands: readonly SentCommand[]) => commands.filter(({ name }) => !questions.has(name));

const unmeant = (place: Entry, first: readonly SentCommand[], second: readonly SentCommand[]) => {
  const meant = changes(first).at(-1);
  const mayRepeat = (name: string) => repeatable.has(name) || (name === 'sale.print' && !isSale(place));
  return changes(second).filter((command) => !(mayRepeat(command.name) && isDeepStrictEqual(command, meant)));
};

const kinds = ['button', 'radio', 'checkbox', 'switch', 'option'] as const;

/**
 * Targets for the taps. The list of Settings pages is beside each page, so one test of it is enough. For a sale, other
 * pages and the form of the window are left out.
 */
const targetsOn = (page: Page, place: Entry): Promise<readonly TapTarget[]> => {
  const main = page.getByRole('main');
  const within = main.or(page.getByRole('dialog'));
  const actions = page.getByRole('region', { name: 'Actions', exact: true }).getByRole('button');
  const controls = isSale(place)
    ? [main.getByRole('button'), main.getByRole('radio'), actions]
    : kinds.map((kind) => within.getByRole(kind));
  const pages = place.name === 'settings-service' ? [within.getByRole('tab')] : [];
  return tapTargetsOf([...controls, ...pages].reduce((all, more) => all.or(more)));
};

const scenes: ReadonlySet<string> = new Set<keyof typeof saleScenes>([
  ...(['resting', 'by-hand', 'open', 'other-sale-shown', 'needs-paper', 'needs-consent', 'no-display'] as const),
  ...(['loyalty', 'queued', 'delivered', 'undo', 'attention', 'cancelled', 'in-doubt-id'] as const),
  ...(['asks-for-paper', 'paper-wanted', 'no-touch'] as const),
]);

/** A place without a control cannot be tapped twice. */
const places = [
  ...reached.filter(({ name }) => name !== 'attention-none'),
  ...entries.filter((entry) => ['sale', 'dock'].includes(entry.shelf) && isSale(entry) && scenes.has(entry.name)),
].map((place) => [entryId(place), place] as const);

async function openPlace(place: Entry) {
  const { shelf, steps, isLong } = place;
  const answers = {
    ...place.answers,
    ...{ 'sale.new': done({ saleId: byHand.sale.id }), 'attention.bill': done({ billText: '{}' }) },
  };
  const view = viewOf(place);
  const opened = await openWindow({
    role: 'cashier',
    view,
    answers,
    // The window is as high as the page, because a finger that scrolls moves between controls, not between taps.
    context: { hasTouch: true, viewport: { width: shelf === 'dock' ? 360 : 1024, height: isLong ? 4_400 : 768 } },
    prepare: (page) => page.clock.install(),
  });
  const { page } = opened;
  const go = async (): Promise<void> => {
    expect(await page.evaluate(walk, steps('en'))).toBeNull();
    // A page that is loaded at its first opening needs a running clock.
    await expect.poll(() => targetsOn(page, place)).not.toEqual([]);
    await holdClock(page);
  };
  await go();
  const targets = await targetsOn(page, place);
  let rev = 100;
  const showAtOnce = async (next: CashierView): Promise<void> => {
    rev += 1;
    await page.evaluate((snapshot) => window.fakeMain.show(snapshot), { rev, view: next });
    await page.clock.runFor(20);
  };
  /** Restores the view. If that fails, the window is reloaded, which is slow. */
  const back = async (): Promise<void> => {
    await opened.answer(answers);
    await showAtOnce(view);
    await page.clock.runFor(1_000);
    if (isDeepStrictEqual(await targetsOn(page, place), targets)) return;
    await page.clock.resume();
    await page.reload();
    await page.getByRole('main').waitFor();
    await go();
  };
  return { ...opened, targets, showAtOnce, back };
}

test.each(drawn(places, 20))('a double tap has the effect of one tap: %s', async (_id, place) => {
  const { page, targets, back, answer, showAtOnce, sent } = await openPlace(place);
  for (const [index, { words, x, y }] of drawn(targets, 3).entries()) {
    const gap = gaps[index % gaps.length] ?? 80;
    await back();
    const before = (await sent()).length;
    await page.touchscreen.tap(x, y);
    await page.clock.runFor(10);
    const first = (await sent()).slice(before);
    const shown = shownAfter(place, changes(first).at(-1)?.name as CommandName | undefined);
    if (shown !== undefined) {
      await answer(shown.answers ?? {});
      await showAtOnce(shown.view);
    }
    await page.clock.runFor(gap - 30);
    const asked = (await sent()).length;
    await page.touchscreen.tap(x, y);
    await page.clock.runFor(40);
    expect.soft(unmeant(place, first, (await sent()).slice(asked)), `${words}, again after ${gap} ms`).toEqual([]);
  }
});
