import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CashierBridge } from '../../src-main/lib/bridge.ts';
import { posToken, till } from '../app/program.ts';
import type { Launched } from '../electron/launch.ts';
import { tap, tapLabel } from '../electron/tap.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { openApp, openStandIn } from './open-app.ts';

/** The narrow panel at either edge of the screen, folded to its tab and not, changed while it stands there. */

/** Of the stand-in's first display. */
const screenWidth = 1_024;
/** Below the system's own bar. */
const [panel, tab] = [
  { width: 360, height: 744 },
  { width: 72, height: 320 },
] as const;

const stands = (app: Launched, side: 'left' | 'right', size: typeof panel | typeof tab) =>
  expect
    .poll(async () => {
      const { bounds, visible } = await app.windowState('cashier');
      return { ...bounds, visible };
    })
    .toEqual({ x: side === 'left' ? 0 : screenWidth - size.width, y: 24, ...size, visible: true });

/** As whatever else may set it than this window's own Settings, which a docked window does not show. */
async function setSide(app: Launched, value: 'left' | 'right'): Promise<void> {
  const page = await app.windowOf('cashier');
  await page.evaluate(async (side) => {
    const bridge = Reflect.get(window, 'bridge') as CashierBridge;
    await bridge.command('setting.set', { key: 'cashier.dockSide', value: side });
  }, value);
}

const press = async (app: Launched, name: RegExp) => tap((await app.windowOf('cashier')).getByRole('button', { name }));

test('The narrow panel goes to the other edge at once, folded or open, and is there again after a start', async () => {
  const dataDir = tempFolder();
  const cashier = { form: 'dock', dockSide: 'right', dockCollapsed: true };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ cashier }));
  const app = await openStandIn('it has this size of display and this bar', { dataDir });
  await stands(app, 'right', tab);
  await setSide(app, 'left');
  await stands(app, 'left', tab);
  const folded = await app.windowOf('cashier');
  await press(app, /^Open the panel/);
  await stands(app, 'left', panel);
  // The same window, whatever it covers.
  expect(await app.windowOf('cashier')).toBe(folded);
  await setSide(app, 'right');
  await stands(app, 'right', panel);

  const docked = await app.windowOf('cashier');
  // A cashier does it in the full window, and goes back.
  await press(app, /^Full screen$/);
  await expect.poll(async () => (await app.windowOf('cashier')) !== docked).toBe(true);
  const full = await app.windowOf('cashier');
  await tap(full.getByRole('tab', { name: 'Settings' }));
  const choose = (group: string, name: string) =>
    tapLabel(full.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true }));
  await choose('Edge of the screen for the narrow panel', 'Left');
  await choose('Window', 'Narrow panel beside the till’s software');
  await stands(app, 'left', panel);
  await press(app, /^Fold to a tab$/);
  await stands(app, 'left', tab);
  await app.close();

  const again = await openApp({ dataDir, env: { RECEIPT_COMPANION_POS_TOKEN: posToken } });
  await stands(again, 'left', tab);
  // A sale that comes opens it.
  await till(again.posApiUrl).json('POST', '/sales', { reference: 'K1-1', amount: 12.5, currency: 'EUR' });
  await stands(again, 'left', panel);
  await again.cashier.getByRole('button', { name: 'Fold to a tab', exact: true }).waitFor();
});
