import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { done } from '../../src-main/shared/result.ts';
import type { CashierView, SaleView } from '../../src-main/shared/views.ts';
import { drawn } from '../fakes/drawn.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { gaps, holdClock, type Target, targetsOf } from './double-taps.ts';
import type { SentCommand } from './render-page.ts';
import { windowsOfFile } from './windows-of-file.ts';

/**
 * Controls of every state of the sale, in both forms, are touched twice; main answers the first touch at once. Each run draws
 * a fortieth of the states and gaps, `npm run soak` takes them all.
 */

const openWindow = windowsOfFile();

type Scene = Partial<CashierView>;

const byHand = saleScenes['by-hand'];
const changed = (scene: Scene, change: Partial<SaleView>): Scene =>
  scene.sale ? { ...scene, sale: { ...scene.sale, ...change } } : scene;

/** The view that main shows after a command: the following state, in which a second tap can do harm. */
const answerTo: Readonly<Record<string, (scene: Scene) => Scene>> = {
  'sale.new': () => byHand,
  'sale.pay': () => ({ ...saleScenes.queued, sale: { ...saleScenes.queued.sale, origin: 'hand' } }),
  'sale.consent': (scene) =>
    changed(scene, { consented: true, can: { ...saleScenes.open.sale.can, consent: false, takeBackConsent: true } }),
  'sale.takeBackConsent': (scene) => changed(scene, { consented: false, can: saleScenes.open.sale.can }),
  'sale.print': () => saleScenes.undo,
  'sale.cancel': (scene) =>
    changed(scene, {
      state: 'cancelled',
      cancelled: 'queued',
      undo: { action: 'cancel', until: saleScenes.undo.sale.undo?.until ?? 0 },
      can: saleScenes.cancelled.sale.can,
    }),
  'sale.undo': () => saleScenes.delivered,
  'sale.close': () => saleScenes.resting,
  'sale.select': () => saleScenes.attention,
  'loyalty.cancel': () => saleScenes.open,
  'attention.resend': () => saleScenes.queued,
  'attention.decide': () => saleScenes.delivered,
};

/** A repeated request for the same value is intended and changes nothing. */
const repeatable: ReadonlySet<string> = new Set([
  'sale.select',
  'sale.show',
  'sale.language',
  'outbox.sendNow',
  'attention.export',
  'attention.bill',
]);

/** The queries of a page when it is opened, whenever its code was loaded. They change nothing. */
const questions: ReadonlySet<string> = new Set(['attention.list', 'attention.get']);

const scenes = [
  'resting',
  'by-hand',
  'open',
  'other-sale-shown',
  'needs-paper',
  'needs-consent',
  'no-display',
  'loyalty',
  'queued',
  'delivered',
  'undo',
  'attention',
  'cancelled',
  'in-doubt-id',
  'asks-for-paper',
  'paper-wanted',
  'no-touch',
] as const satisfies readonly (keyof typeof saleScenes)[];

/** Other pages and the form are no part of a sale. */
const targetsOn = (page: Page): Promise<readonly Target[]> =>
  targetsOf(
    page
      .getByRole('main')
      .getByRole('button')
      .or(page.getByRole('main').getByRole('radio'))
      .or(page.getByRole('region', { name: 'Actions', exact: true }).getByRole('button')),
  );

const unmeant = (first: readonly SentCommand[], second: readonly SentCommand[]): readonly SentCommand[] =>
  second
    .slice(first.length)
    .filter(({ name }) => !questions.has(name))
    .filter(({ name }, at) => !(at === 0 && repeatable.has(name) && first.at(-1)?.name === name));

const cases = (['full', 'dock'] as const).flatMap((form) =>
  scenes.flatMap((name) => gaps.map((gap) => ({ form, name, gap }))),
);

test.each(drawn(cases, 80))(
  'a finger that taps again after $gap ms does only what it meant: $name in the $form form',
  async ({ form, name, gap }) => {
    const scene: Scene = { ...saleScenes[name], form };
    const viewport = form === 'full' ? { width: 1024, height: 768 } : { width: 360, height: 768 };
    const opened = await openWindow({
      role: 'cashier',
      view: cashierView('en', scene),
      answers: { 'sale.new': done({ saleId: byHand.sale.id }), 'attention.bill': done({ billText: '{}' }) },
      context: { hasTouch: true, viewport },
      prepare: (page) => page.clock.install(),
    });
    const { page } = opened;
    await holdClock(page);
    const stand = (): Promise<void> => page.clock.runFor(1_000);
    let rev = 100;
    const showAtOnce = async (view: CashierView): Promise<void> => {
      rev += 1;
      await page.evaluate((snapshot) => window.fakeMain.show(snapshot), { rev, view });
      await page.clock.runFor(20);
    };
    const targets = await targetsOn(page);
    expect(targets.length).toBeGreaterThan(1);
    const isAsItWas = async (): Promise<boolean> => isDeepStrictEqual(await targetsOn(page), targets);
    /** Out of a receipt that is being typed: back to its sale, or digit by digit. */
    const waysOut = [
      page.getByRole('button', { name: 'Back to the sale', exact: true }),
      page.getByRole('button', { name: 'Delete the last digit', exact: true, disabled: false }),
    ];
    /**
     * Restores the view. If neither the same view nor a way back leads there, the window is reloaded, which takes much
     * longer.
     */
    const back = async (): Promise<void> => {
      await showAtOnce(cashierView('en', scene));
      await stand();
      if (await isAsItWas()) return;
      for (const wayOut of waysOut) {
        for (let press = 0; press < 4 && (await wayOut.isVisible()); press += 1) {
          await wayOut.dispatchEvent('click');
          await page.clock.runFor(20);
        }
      }
      await stand();
      if (await isAsItWas()) return;
      await page.reload();
      await page.clock.runFor(50);
      await page.getByRole('main').waitFor();
      await stand();
    };
    for (const { words, x, y } of targets) {
      await back();
      await page.touchscreen.tap(x, y);
      await page.clock.runFor(10);
      const first = await opened.sent();
      const answer = answerTo[first.at(-1)?.name ?? ''];
      if (answer !== undefined) await showAtOnce(cashierView('en', { ...answer(scene), form }));
      await page.clock.runFor(gap - 30);
      const pressed = await opened.sent();
      await page.touchscreen.tap(x, y);
      await page.clock.runFor(20);
      expect(unmeant(pressed, await opened.sent()), words).toEqual([]);
    }
    await opened.close();
  },
);
