import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CashierBridge } from '../../src-main/shared/bridge.ts';
import { posClient, posToken } from '../app/program.ts';
import type { Launched } from '../electron/launch.ts';
import { tap, tapLabel } from '../electron/tap.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { launchApp, openStandIn } from './open-app.ts';

const screenWidth = 1_024;
const [panel, small] = [
  { width: 360, height: 744 },
  { width: 260, height: 180 },
] as const;

const isAt = (app: Launched, side: 'left' | 'right', size: typeof panel | typeof small, y = 24) =>
  expect
    .poll(async () => {
      const { bounds, visible } = await app.windowState('cashier');
      return { ...bounds, visible };
    })
    .toEqual({ x: side === 'left' ? 0 : screenWidth - size.width, y, ...size, visible: true });

/** Changes the setting over the bridge, because the Settings of the docked window do not show it. */
async function setSide(app: Launched, value: 'left' | 'right'): Promise<void> {
  const page = await app.windowOf('cashier');
  await page.evaluate(async (side) => {
    const bridge = Reflect.get(window, 'bridge') as CashierBridge;
    await bridge.command('setting.set', { key: 'cashier.dockSide', value: side });
  }, value);
}

/** Reports a drag as the page does, because an emulated finger has no screen position. */
async function drag(app: Launched, to: { readonly x: number; readonly y: number }): Promise<void> {
  const page = await app.windowOf('cashier');
  await page.evaluate((place) => {
    const bridge = Reflect.get(window, 'bridge') as CashierBridge;
    for (const isDropped of [false, true]) bridge.dragDock({ ...place, isDropped });
  }, to);
}

const press = async (app: Launched, name: RegExp) => tap((await app.windowOf('cashier')).getByRole('button', { name }));

test('The narrow panel moves to the other edge at once, small or open, and is still there after a restart', async () => {
  const dataDir = tempFolder();
  const cashier = { form: 'dock', dockSide: 'right', dockCollapsed: true, dockOpensOnSale: true };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ cashier }));
  const app = await openStandIn('it has this size of display and this bar', { dataDir });
  await isAt(app, 'right', small);
  await setSide(app, 'left');
  await isAt(app, 'left', small);
  const folded = await app.windowOf('cashier');
  await press(app, /^Open the panel/);
  await isAt(app, 'left', panel);
  expect(await app.windowOf('cashier')).toBe(folded);
  await setSide(app, 'right');
  await isAt(app, 'right', panel);

  const docked = await app.windowOf('cashier');
  await press(app, /^Full screen$/);
  await expect.poll(async () => (await app.windowOf('cashier')) !== docked).toBe(true);
  const full = await app.windowOf('cashier');
  await tap(full.getByRole('tab', { name: 'Settings' }));
  const choose = (group: string, name: string) =>
    tapLabel(full.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true }));
  await choose('Edge of the screen for the narrow panel', 'Left');
  await choose('Window', 'Narrow panel beside the till’s software');
  await isAt(app, 'left', small);
  await drag(app, { x: 700, y: 300 });
  await isAt(app, 'right', small, 300);
  await press(app, /^Open the panel/);
  await isAt(app, 'right', panel);
  await press(app, /^Make the panel small$/);
  await isAt(app, 'right', small, 300);
  await app.close();

  const again = await launchApp({ dataDir, env: { RECEIPT_COMPANION_POS_TOKEN: posToken } });
  await isAt(again, 'right', small, 300);
  // A new sale appears in the small dock, which never grows over the till without a touch.
  await posClient(again.posApiUrl).json('POST', '/sales', { reference: 'K1-1', amount: 12.5, currency: 'EUR' });
  await again.cashier.getByRole('heading', { name: '€12.50', exact: true }).waitFor();
  await isAt(again, 'right', small, 300);
});
