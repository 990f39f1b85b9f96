import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WindowSettings } from '../../src-main/lib/settings.ts';
import type { CashierView } from '../../src-main/lib/views.ts';
import { tap } from '../electron/tap.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { windowsOfFile } from './windows-of-file.ts';

/** The docked window folded to a tab: what it says and what opens it. Where it stands on the display: dock-side.test.ts. */

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

const openWindow = windowsOfFile();

type Docked = Partial<Pick<WindowSettings, 'cashier.dockSide' | 'cashier.dockCollapsed' | 'cashier.dockOpensOnSale'>>;

const docked = (part: Partial<CashierView>, changed: Docked = {}, language = 'en' as CashierView['language']) => {
  const view = cashierView(language, { ...part, form: 'dock' });
  const now: Docked = { 'cashier.dockCollapsed': true, ...changed };
  const values = Object.entries(now).map(([key, value]) => [key, { value, lockedBy: null }]);
  return { ...view, settings: { ...view.settings, ...Object.fromEntries(values) } } as CashierView;
};

async function openTab(view: CashierView) {
  const context = { hasTouch: true, viewport: { width: 72, height: 320 } };
  const opened = await openWindow({ role: 'cashier', view, context });
  onTestFinished(() => opened.close());
  return opened;
}

const opening = [{ name: 'setting.set', input: { key: 'cashier.dockCollapsed', value: false } }];

describe('the tab', () => {
  test('says whether a sale is there and how much needs a person', async () => {
    const { page, show } = await openTab(docked({ training: false }));
    await button(page, 'Open the panel. No sale').waitFor();
    await show(docked({ ...saleScenes.open, training: false }, { 'cashier.dockOpensOnSale': false }));
    await button(page, /^Open the panel\. Sale: €1,284\.50$/).waitFor();
    const unknown = { ...saleScenes.notices, ...saleScenes['asks-for-paper-elsewhere'], training: false };
    const status = { ...saleScenes.notices.status, attention: 2 };
    await show(docked({ ...unknown, status }, { 'cashier.dockOpensOnSale': false }));
    // Two receipts, three notices, one customer.
    await button(page, /6 need attention$/).waitFor();
    await page.getByText('6', { exact: true }).waitFor();
  });

  test('opens for a sale that comes, once, and not for the one that was there when it was folded', async () => {
    const { page, show, sent } = await openTab(docked(saleScenes.open));
    await show(docked({ ...saleScenes.open, recent: [] }));
    expect(await sent()).toEqual([]);
    const next = { sale: { ...saleScenes.open.sale, id: 'another' } };
    await show(docked(next));
    await show(docked({ ...next, recent: [] }));
    expect(await sent()).toEqual(opening);
    await button(page, /^Open the panel/).waitFor();
  });

  test('opens for a customer who asks for paper', async () => {
    const { show, sent } = await openTab(docked(saleScenes.open));
    await show(docked(saleScenes['asks-for-paper']));
    expect(await sent()).toEqual(opening);
  });

  test('stays folded whatever comes where Settings say so', async () => {
    const shut = { 'cashier.dockOpensOnSale': false };
    const { page, show, sent } = await openTab(docked({}, shut));
    await show(docked(saleScenes.open, shut));
    await show(docked(saleScenes['asks-for-paper'], shut));
    expect(await sent()).toEqual([]);
    await tap(button(page, /Sale: .*needs attention/));
    expect(await sent()).toEqual(opening);
  });

  test.each(['left', 'right'] as const)('comes to stand under the finger that folds, at the %s edge', async (side) => {
    const view = docked(saleScenes.open, { 'cashier.dockCollapsed': false, 'cashier.dockSide': side });
    const context = { hasTouch: true, viewport: { width: 360, height: 768 } };
    const { page, close } = await openWindow({ role: 'cashier', view, context });
    onTestFinished(close);
    const box = await button(page, 'Fold to a tab').boundingBox();
    if (box === null) throw new Error('no button');
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(56);
    expect(box.y + box.height).toBeLessThanOrEqual(320);
    if (side === 'left') expect(box.x + box.width).toBeLessThanOrEqual(72);
    else expect(box.x).toBeGreaterThanOrEqual(360 - 72);
  });
});
