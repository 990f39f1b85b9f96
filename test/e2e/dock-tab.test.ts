import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { electronBinary } from '../../scripts/electron-binary.ts';
import type { CashierView } from '../../src-main/contract/views.ts';
import type { WindowSettings } from '../../src-main/kernel/window-settings.ts';
import type { Launched } from '../electron/launch.ts';
import { choose, tap } from '../electron/tap.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { openApp } from './open-app.ts';
import { windowsOfFile } from './windows-of-file.ts';

/** The docked window at either edge, and folded to a tab: what it covers, what it says, what opens it. */

const token = 'a-pairing-token-that-is-only-a-test';

const boundsOf = async (app: Launched) => (await app.windowState('cashier')).bounds;
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** The window in its narrow form; another one than before. */
async function dock(app: Launched): Promise<Page> {
  const full = await app.windowOf('cashier');
  await tap(button(full, 'Narrow panel'));
  await expect.poll(async () => (await app.windowOf('cashier')) !== full).toBe(true);
  return app.windowOf('cashier');
}

async function openSale(app: Launched, reference: string): Promise<void> {
  const answer = await fetch(`${app.posApiUrl}/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reference, amount: 12.5, currency: 'EUR' }),
  });
  expect(answer.status).toBe(201);
}

// Real Electron obeys no test; there the hosted machines look.
if (electronBinary() === null)
  describe('on the display', () => {
    const env = { RECEIPT_COMPANION_POS_TOKEN: token };
    // Below the system's own bar.
    const strip = { x: 1024 - 72, y: 24, width: 72, height: 320 };
    const panel = { x: 1024 - 360, y: 24, width: 360, height: 744 };

    test('as a cashier I fold the panel to a strip that covers nothing else, and one touch opens it', async () => {
      const app = await openApp();
      const page = await dock(app);
      await expect.poll(() => boundsOf(app)).toEqual(panel);
      await tap(button(page, 'Fold to a tab'));
      await expect.poll(() => boundsOf(app)).toEqual(strip);
      await tap(button(page, /^Open the panel/));
      await expect.poll(() => boundsOf(app)).toEqual(panel);
      expect(await app.windowOf('cashier')).toBe(page);
    });

    test('as a cashier who folded it I find the tab after the next start, and a sale that comes opens it', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'companion-tab-'));
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
      const app = await openApp({ dataDir });
      await tap(button(await dock(app), 'Fold to a tab'));
      await expect.poll(() => boundsOf(app)).toEqual(strip);
      await app.close();
      const next = await openApp({ env, dataDir });
      await button(next.cashier, /^Open the panel/).waitFor();
      expect(await boundsOf(next)).toEqual(strip);
      await openSale(next, 'K1-1');
      await expect.poll(() => boundsOf(next)).toEqual(panel);
      await button(next.cashier, 'Fold to a tab').waitFor();
    });

    test('as a cashier whose till has its own window on the right I put the panel on the left, folded and not', async () => {
      const app = await openApp();
      await tap(app.cashier.getByRole('tab', { name: 'Settings', exact: true }));
      await tap(app.cashier.getByRole('tab', { name: 'Window and language', exact: true }));
      await choose(app.cashier.getByRole('radio', { name: 'Left', exact: true }));
      const page = await dock(app);
      await expect.poll(() => boundsOf(app)).toEqual({ ...panel, x: 0 });
      await tap(button(page, 'Fold to a tab'));
      await expect.poll(() => boundsOf(app)).toEqual({ ...strip, x: 0 });
    });
  });

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
    await show(docked({ ...saleScenes.open, tellCustomer: true }));
    expect(await sent()).toEqual([]);
    const next = { sale: { ...saleScenes.open.sale, id: 'another' } };
    await show(docked(next));
    await show(docked({ ...next, tellCustomer: true }));
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
