import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { electronBinary } from '../../scripts/electron-binary.ts';
import type { Launched } from '../electron/launch.ts';
import type { Happening, WindowProfile } from '../electron/stand-in/orders.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { openApp } from './open-app.ts';

/** Where the customer window stands on systems that obey late, inexactly or not at all. Real ones are the hosted machines'. */

const customerOf = (app: Launched) => app.windowState('customer');
const isSeen = async (app: Launched, wanted: boolean): Promise<void> => {
  await expect.poll(async () => (await customerOf(app)).visible, { timeout: 20_000 }).toBe(wanted);
};
/** Every display on which the customer window was ever to be seen. */
const seenOn = async (app: Launched): Promise<readonly string[]> =>
  [...new Set((await app.deeds()).filter((deed) => deed.startsWith('seen app://customer/')))].map(
    (deed) => deed.split(' on ')[1] ?? '',
  );

// Real Electron obeys no test; there the hosted machines look.
if (electronBinary() === null)
  describe('the customer window', () => {
    test.each<[WindowProfile, number]>([
      ['exact', 1],
      ['off-by-one', 1.25],
      ['off-by-one', 1.5],
      ['off-by-one', 1.75],
      ['slow-full-screen', 1],
    ])('fills the other display and never the cashier’s: %s at %d', async (windows, scaleFactor) => {
      const app = await openApp({ windows, scaleFactor });
      await isSeen(app, true);
      await expect.poll(async () => (await customerOf(app)).fullScreen).toBe(true);
      const { displayId } = await customerOf(app);
      expect(displayId).not.toBe((await app.windowState('cashier')).displayId);
      expect(await seenOn(app)).toEqual([String(displayId)]);
      await app.cashier.getByText('No customer display', { exact: true }).waitFor({ state: 'hidden' });
    });

    test('is not shown where windows cannot be placed, and the cashier is told', async () => {
      const app = await openApp({ windows: 'wayland', env: { XDG_SESSION_TYPE: 'wayland', DISPLAY: '' } });
      await app.cashier.getByText('No customer display', { exact: true }).waitFor();
      // Painted or not: a window that is hidden gets no `ready-to-show` there.
      await expect.poll(async () => (await app.windowState('cashier')).visible).toBe(true);
      expect(await customerOf(app)).toMatchObject({ visible: false });
      expect(await seenOn(app)).toEqual([]);
    });

    test('is hidden again where a window does not come to stand where it was sent', async () => {
      // Nothing says that this is Wayland, and yet places are ignored.
      const app = await openApp({ windows: 'wayland' });
      await app.cashier.getByText('No customer display', { exact: true }).waitFor();
      await expect
        .poll(() => app.logs.filter((line) => line.includes('customer-window-misplaced')).length, { timeout: 20_000 })
        .toBe(2);
      await isSeen(app, false);
    });

    test('follows the plug, and comes back to a display that has another id', async () => {
      const app = await openApp();
      await isSeen(app, true);
      await app.happen({ what: 'unplug' });
      await isSeen(app, false);
      await app.cashier.getByText('No customer display', { exact: true }).waitFor();
      await app.happen({ what: 'replug' });
      await isSeen(app, true);
      const { displayId, bounds } = await customerOf(app);
      expect({ displayId, x: bounds.x }).toEqual({ displayId: 3, x: 1_024 });
    });

    test.each(['rotate', 'rescale'] as const)('fills its display anew when it changes: %s', async (what) => {
      const app = await openApp();
      await isSeen(app, true);
      const before = (await customerOf(app)).bounds;
      await app.happen({ what });
      const wanted = what === 'rotate' ? { width: 768, height: 1_024 } : { width: 819, height: 614 };
      await expect.poll(async () => (await customerOf(app)).bounds).toMatchObject(wanted);
      expect(before).not.toMatchObject(wanted);
    });

    test('changes places with the cashier’s when that is moved over to it', async () => {
      const app = await openApp();
      await isSeen(app, true);
      // Nobody moves a window that is not there yet.
      await expect.poll(async () => (await app.windowState('cashier')).visible).toBe(true);
      await app.happen({ what: 'move', role: 'cashier', x: 1_030, y: 30 });
      await expect.poll(async () => (await customerOf(app)).displayId).toBe(1);
    });

    test.each<[happens: string, form: string, what: readonly Happening['what'][], cashier: number, customer: number]>([
      ['two displays change places', 'dock', ['swap'], 1, 2],
      ['the cashier’s display goes off and on', 'full', ['unplug-first', 'replug-first'], 3, 2],
      ['the customers’ display is plugged in again on the other side', 'full', ['unplug', 'replug-left'], 1, 3],
    ])('stays with the customers, and the cashier’s with the cashier, when %s', async (_name, form, what, ...ids) => {
      const dataDir = tempFolder();
      writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ cashier: { form } }));
      const app = await openApp({ dataDir });
      await isSeen(app, true);
      for (const each of what) await app.happen({ what: each } as Happening);
      const stand = async () => [(await app.windowState('cashier')).displayId, (await customerOf(app)).displayId];
      await expect.poll(stand).toEqual(ids);
      await isSeen(app, true);
    });

    test.each(['destroy', 'unresponsive'] as const)(
      'is back after a pause of less than 3 seconds: %s',
      async (what) => {
        const app = await openApp();
        await isSeen(app, true);
        const before = app.customer;
        await app.happen({ what, role: 'customer' });
        await expect.poll(async () => (await app.windowOf('customer')) !== before).toBe(true);
        await isSeen(app, true);
        const gone = app.logs.map((line) => JSON.parse(line)).find(({ event }) => event === 'window-gone');
        expect(gone.fields.pauseMs).toBeLessThan(3_000);
      },
    );

    test('is back when its page hangs, though nobody touches it', async () => {
      const app = await openApp();
      await isSeen(app, true);
      const before = app.customer;
      // For ever: the page answers nothing any more.
      before
        .evaluate(() => {
          for (;;);
        })
        .catch(() => undefined);
      await expect.poll(async () => (await app.windowOf('customer')) !== before, { timeout: 20_000 }).toBe(true);
      await isSeen(app, true);
      expect(app.logs.some((line) => line.includes('window-silent'))).toBe(true);
    });

    test('comes back with the cashier’s when both are gone at once, and the till is answered all the while', async () => {
      const app = await openApp();
      await isSeen(app, true);
      const { cashier, customer } = app;
      // Electron ends a program with its last window, unless it listens.
      await app.happen({ what: 'destroy-all' });
      expect((await fetch(`${app.posApiUrl}/health`)).status).toBe(200);
      await expect.poll(async () => (await app.windowOf('customer')) !== customer).toBe(true);
      await expect.poll(async () => (await app.windowOf('cashier')) !== cashier).toBe(true);
      await isSeen(app, true);
      expect(app.logs.some((line) => line.includes('quitting'))).toBe(false);
    });

    test('does not hear of being closed, and the display stays awake while it is seen', async () => {
      const app = await openApp();
      await isSeen(app, true);
      await app.happen({ what: 'close', role: 'customer' });
      expect(await customerOf(app)).toMatchObject({ visible: true });
      expect(app.customer.isClosed()).toBe(false);
      const power = async () => (await app.deeds()).filter((deed) => deed.startsWith('power-save'));
      await expect.poll(power).toEqual(['power-save prevent-display-sleep 1']);
      await app.happen({ what: 'unplug' });
      await expect.poll(power).toEqual(['power-save prevent-display-sleep 1', 'power-save 0']);
    });
  });
