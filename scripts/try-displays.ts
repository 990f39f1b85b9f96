/**
 * Checks window positions on displays that the system knows: `node scripts/try-displays.ts [--two-outputs] [--expect
 * 1|2]`, for hosted machines. `--two-outputs` (Linux) starts an X server with two outputs; otherwise the script uses
 * the displays of this computer. With two, the customer window fills the second one at 100 to 175 % and is hidden while
 * it is unplugged. With one it stays hidden.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Launched, launch } from '../test/electron/launch.ts';
import { openXOutputs, type XOutputs } from '../test/electron/x-display.ts';
import { electronBinary } from './electron-binary.ts';
import { until as untilIn } from './try-setup.ts';

const pictures = join(import.meta.dirname, '../artifacts');
const stepMaxMs = 30_000;

const { values } = parseArgs({
  options: { 'two-outputs': { type: 'boolean', default: false }, expect: { type: 'string', default: '2' } },
});

const until = (what: string, holds: () => Promise<boolean>) => untilIn(what, stepMaxMs, holds);

const start = (x: XOutputs | null, scale: number): Promise<Launched> =>
  launch({
    headed: true,
    ownDisplay: true,
    displays: electronBinary() === null && values.expect === '1' ? 1 : 'host',
    env: x?.env ?? {},
    args: ['--training', '--pos-port=0', `--force-device-scale-factor=${scale}`],
  });

const customerPlace = async (app: Launched): Promise<'own display' | 'over the cashier' | 'hidden'> => {
  const [cashier, customer] = [await app.windowState('cashier'), await app.windowState('customer')];
  if (!customer.visible) return 'hidden';
  return customer.displayId === cashier.displayId ? 'over the cashier' : 'own display';
};

const tryTwo = async (x: XOutputs | null, scale: number): Promise<void> => {
  const app = await start(x, scale);
  try {
    const at = `at ${scale * 100} %`;
    await until(`the customer's window is on the second display ${at}`, async () => {
      return (await customerPlace(app)) === 'own display';
    });
    const { bounds } = await app.windowState('customer');
    // Chromium rounds the size of a scaled display.
    const expected = [1024 / scale, 768 / scale];
    if (
      x !== null &&
      [bounds.width, bounds.height].some((size, index) => Math.abs(size - (expected[index] ?? 0)) > 1.5)
    ) {
      throw new Error(`it does not fill its display ${at}: ${JSON.stringify(bounds)}`);
    }
    if (x === null) return;
    mkdirSync(pictures, { recursive: true });
    x.screenshot(join(pictures, `displays-${scale * 100}.png`));
    x.setSecond(false);
    if (!app.isElectron) await app.displays.unplug();
    await until(`it is hidden without the second display ${at}`, async () => (await customerPlace(app)) === 'hidden');
    x.setSecond(true);
    if (!app.isElectron) await app.displays.replug();
    await until(`it is back when the display is ${at}`, async () => (await customerPlace(app)) === 'own display');
  } finally {
    await app.close();
  }
};

const tryOne = async (): Promise<void> => {
  const app = await start(null, 1);
  try {
    await app.cashier.getByText('No customer display', { exact: true }).waitFor({ timeout: stepMaxMs });
    await until(
      'with one display the customer’s window is hidden',
      async () => (await customerPlace(app)) === 'hidden',
    );
  } finally {
    await app.close();
  }
};

const x = values['two-outputs'] ? await openXOutputs() : null;
try {
  if (values.expect === '1') await tryOne();
  // Only Electron applies `--force-device-scale-factor` to its displays.
  else for (const scale of electronBinary() === null ? [1] : [1, 1.25, 1.5, 1.75]) await tryTwo(x, scale);
} finally {
  await x?.close();
}
