import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { done } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import type { CommandName } from '../../src-main/shared/window-commands.ts';
import { drawn } from '../fakes/drawn.ts';
import { attentionRows, attentionView } from '../fakes/sample-records.ts';
import { cashierView, pairing, saleScenes } from '../fakes/sample-views.ts';
import { type Entry, entries, idOf, reached } from '../gallery/entries.ts';
import { walk } from '../gallery/walk.ts';
import { gaps, holdClock, type Target, targetsOf } from './double-taps.ts';
import type { Answers, SentCommand } from './render-page.ts';
import { windowsOfFile } from './windows-of-file.ts';

/**
 * Every control of every place beside the sale is touched twice: a third of them, of a twentieth of the places, in each run.
 * Main answers at once, and where a command changes what it shows, it shows that. The gaps take turns.
 */

const openWindow = windowsOfFile();

/** The queries of a page when it is opened, and its reports while a person uses it. They change nothing. */
const questions: ReadonlySet<string> = new Set<CommandName>([
  'attention.get',
  'attention.list',
  'connection.get',
  'day.get',
  'day.row',
  'diagnostics.get',
  'diagnostics.log',
  'pairing.list',
  'partner.getAccess',
  'partner.receipts',
  // Sent periodically, independent of touches.
  'pin.stay',
  'receipts.get',
  'receipts.list',
  'requests.list',
  'setup.get',
  'support.contents',
]);

/** A repetition with the same input has the result of the first time. */
const repeatable: ReadonlySet<string> = new Set<CommandName>([
  'attention.export',
  'attention.decideAll',
  'attention.resendAll',
  'connection.save',
  'connection.test',
  'day.export',
  'display.choose',
  'display.identify',
  'key.change',
  'outbox.sendNow',
  'partner.saveAccess',
  'partner.savePdf',
  'pin.lock',
  'program.quit',
  'receipts.openPage',
  'sale.print',
  'sale.select',
  'sale.show',
  'setting.set',
  'setup.keep',
  'waiting.export',
]);

const byHand = saleScenes['by-hand'];
const entryOf = (name: string): Entry => {
  const found = entries.find((entry) => entry.shelf === 'places' && entry.name === name);
  if (found === undefined) throw new Error(`${name} is in no gallery`);
  return found;
};
const viewOf = ({ view }: Entry): CashierView => view('en') as CashierView;
const stands = (name: string) => ({ view: viewOf(entryOf(name)), answers: entryOf(name).answers });

/** A receipt that was sent again waits and no longer needs attention. */
const sentAgain = {
  view: cashierView('en', { status: { ...cashierView('en').status, waiting: 1 } }),
  answers: {
    'attention.list': done({ rows: attentionRows.slice(1), next: null }),
    'attention.get': done({ ...attentionView, row: { ...attentionView.row, state: 'queued' }, attention: null }),
  },
} as const;

/** What main shows after a command, and its answers from then on if they change. */
const shownAfter: { readonly [Name in CommandName]?: { readonly view: CashierView; readonly answers?: Answers } } = {
  'sale.new': { view: cashierView('en', byHand) },
  'attention.resend': sentAgain,
  'attention.repair': sentAgain,
  'sale.pay': { view: cashierView('en', { sale: { ...saleScenes.queued.sale, origin: 'hand' } }) },
  'pairing.start': { view: cashierView('en', { pairing }) },
  'pairing.stop': { view: cashierView('en') },
  'onboarding.finish': stands('settings-service'),
  'partner.leaveToken': stands('customer'),
};

const changes = (commands: readonly SentCommand[]) => commands.filter(({ name }) => !questions.has(name));

const unmeant = (first: readonly SentCommand[], second: readonly SentCommand[]): readonly SentCommand[] => {
  const meant = changes(first).at(-1);
  return changes(second).filter((command) => !(repeatable.has(command.name) && isDeepStrictEqual(command, meant)));
};

const kinds = ['button', 'radio', 'checkbox', 'switch', 'option'] as const;

/** The list of Settings pages is beside each page. Testing it once is enough. */
const targetsOn = (page: Page, name: string): Promise<readonly Target[]> => {
  const within = page.getByRole('main').or(page.getByRole('dialog'));
  const controls = kinds.map((kind) => within.getByRole(kind));
  const pages = name === 'settings-service' ? [within.getByRole('tab')] : [];
  return targetsOf([...controls, ...pages].reduce((all, more) => all.or(more)));
};

/** Without a control there is no double tap. */
const places = reached.filter(({ name }) => name !== 'attention-none').map((place) => [idOf(place), place] as const);

async function openPlace(place: Entry) {
  const { name, shelf, steps, isLong } = place;
  const answers = { ...place.answers, 'sale.new': done({ saleId: byHand.sale.id }) };
  const view = viewOf(place);
  const opened = await openWindow({
    role: 'cashier',
    view,
    answers,
    // As high as its page is long: a finger would have to move it between two controls, not between two taps.
    context: { hasTouch: true, viewport: { width: shelf === 'dock' ? 360 : 1024, height: isLong ? 4_400 : 768 } },
    prepare: (page) => page.clock.install(),
  });
  const { page } = opened;
  const go = async (): Promise<void> => {
    expect(await page.evaluate(walk, steps('en'))).toBeNull();
    // A page that is loaded at its first opening appears a moment later, and needs a running clock for that.
    await expect.poll(() => targetsOn(page, name)).not.toEqual([]);
    await holdClock(page);
  };
  await go();
  const targets = await targetsOn(page, name);
  let rev = 100;
  const showAtOnce = async (next: CashierView): Promise<void> => {
    rev += 1;
    await page.evaluate((snapshot) => window.fakeMain.show(snapshot), { rev, view: next });
    await page.clock.runFor(20);
  };
  /** Restores the view. If that fails, the window is reloaded, which takes much longer. */
  const back = async (): Promise<void> => {
    await opened.answer(answers);
    await showAtOnce(view);
    await page.clock.runFor(1_000);
    if (isDeepStrictEqual(await targetsOn(page, name), targets)) return;
    await page.clock.resume();
    await page.reload();
    await page.getByRole('main').waitFor();
    await go();
  };
  return { ...opened, targets, showAtOnce, back };
}

test.each(drawn(places, 20))('a finger that taps twice does only what it meant: %s', async (_id, place) => {
  const { page, targets, back, answer, showAtOnce, sent, close } = await openPlace(place);
  for (const [index, { words, x, y }] of drawn(targets, 3).entries()) {
    const gap = gaps[index % gaps.length] ?? 80;
    await back();
    const before = (await sent()).length;
    await page.touchscreen.tap(x, y);
    await page.clock.runFor(10);
    const first = (await sent()).slice(before);
    const shown = shownAfter[(changes(first).at(-1)?.name ?? '') as CommandName];
    if (shown !== undefined) {
      await answer(shown.answers ?? {});
      await showAtOnce(shown.view);
    }
    await page.clock.runFor(gap - 30);
    const asked = (await sent()).length;
    await page.touchscreen.tap(x, y);
    await page.clock.runFor(40);
    expect.soft(unmeant(first, (await sent()).slice(asked)), `${words}, again after ${gap} ms`).toEqual([]);
  }
  await close();
});
