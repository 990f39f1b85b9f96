import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { posToken, posClient as tillAt } from '../app/program.ts';
import { endWindow } from '../electron/in-main.ts';
import type { Launched, OnStandIn } from '../electron/launch.ts';
import { drawn } from '../fakes/drawn.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { openStandIn, plug } from './open-app.ts';

/** The customer window on systems that place windows late, inexactly or not at all. */

const customerOf = (app: Launched) => app.windowState('customer');
const isSeen = async (app: Launched, isExpected: boolean): Promise<void> => {
  await expect.poll(async () => (await customerOf(app)).visible).toBe(isExpected);
};
/** Every display on which the customer window was ever visible. */
const seenOn = async (app: OnStandIn): Promise<readonly string[]> =>
  [...new Set((await app.effects()).filter((effect) => effect.startsWith('seen app://customer/')))].map(
    (effect) => effect.split(' on ')[1] ?? '',
  );
/** Checks that the window fills the other display and never covered the cashier's. */
async function fillsItsDisplay(app: OnStandIn): Promise<void> {
  await isSeen(app, true);
  await expect.poll(async () => (await app.windowState('cashier')).visible).toBe(true);
  await expect.poll(async () => (await customerOf(app)).fullScreen).toBe(true);
  const { displayId } = await customerOf(app);
  expect(displayId).not.toBe((await app.windowState('cashier')).displayId);
  expect(await seenOn(app)).toEqual([String(displayId)]);
  await app.cashier.getByText('No customer display', { exact: true }).waitFor({ state: 'hidden' });
}
const stand = (app: Launched) =>
  expect.poll(async () => [(await app.windowState('cashier')).displayId, (await customerOf(app)).displayId]);

/** A new window must appear within 3 seconds after its process ended. */
async function returnsAfter(app: Launched, damage: () => Promise<unknown>): Promise<void> {
  const before = await app.windowOf('customer');
  await damage();
  await expect.poll(async () => (await app.windowOf('customer')) !== before).toBe(true);
  await isSeen(app, true);
  const gone = app.logs.map((line) => JSON.parse(line)).find(({ event }) => event === 'window-lost');
  expect(gone.fields.pauseMs).toBeLessThan(3_000);
}

const why = 'Electron’s displays and windows obey the system';

describe('the customer window', () => {
  test('fills its display and never the cashier’s, follows replugging and rotation, reopens after it was destroyed, and stays when the cashier’s display restarts', async () => {
    const app = await openStandIn(why);
    await fillsItsDisplay(app);
    await app.inMain(endWindow, { role: 'customer', by: 'close' });
    expect(await customerOf(app)).toMatchObject({ visible: true });
    expect(app.customer.isClosed()).toBe(false);
    // The display stays on while the window is visible.
    const power = async () => (await app.effects()).filter((effect) => effect.startsWith('power-save'));
    await expect.poll(power).toEqual(['power-save prevent-display-sleep 1']);
    await plug(app, { id: 1 });
    await isSeen(app, false);
    const hidden = await app.windowOf('customer');
    await app.cashier.getByText('No customer display', { exact: true }).waitFor();
    await expect.poll(power).toEqual(['power-save prevent-display-sleep 1', 'power-save 0']);
    // A returning display has a new id, as on some systems.
    const returned = { id: 3, label: 'stand-in 2', x: 1_024 };
    await plug(app, { id: 1 }, returned);
    await isSeen(app, true);
    // A shown window first has the picture from before it was hidden, with the receipt of another customer.
    expect(await app.windowOf('customer')).not.toBe(hidden);
    const { displayId, bounds } = await customerOf(app);
    expect({ displayId, ...bounds }).toEqual({ displayId: 3, x: 1_024, y: 0, width: 1_024, height: 768 });
    await plug(app, { id: 1 }, { ...returned, width: 768, height: 1_024 });
    await expect.poll(async () => (await customerOf(app)).bounds).toMatchObject({ width: 768, height: 1_024 });
    await plug(app, { id: 1 }, { ...returned, scaleFactor: 1.25 });
    await expect.poll(async () => (await customerOf(app)).bounds).toMatchObject({ width: 819, height: 614 });
    await returnsAfter(app, () => app.inMain(endWindow, { role: 'customer', by: 'destroy' }));
    // The customer window does not move while the cashier's display goes off, and returns beside the other one.
    await plug(app, { ...returned, x: 0 });
    await plug(app, { id: 4, label: 'stand-in 1', x: 1_024 }, { ...returned, x: 0 });
    await stand(app).toEqual([4, 3]);
    await isSeen(app, true);
  });

  const obeying = [
    ['off-by-one', drawn([1.25, 1.5, 1.75])[0]],
    ['slow-full-screen', 1],
    ['show-lost', 1],
  ] as const;
  test.each(drawn(obeying, 3))(
    'fills the other display if the system places windows as in %s, at a scale of %d',
    async (windows, scaleFactor = 1) => {
      await fillsItsDisplay(await openStandIn(why, { windows, scaleFactor }));
    },
  );

  test('is hidden if windows cannot be placed, and the cashier is informed', async () => {
    const app = await openStandIn(why, { windows: 'wayland', env: { XDG_SESSION_TYPE: 'wayland', DISPLAY: '' } });
    await app.cashier.getByText('No customer display', { exact: true }).waitFor();
    // On Wayland a hidden window gets no `ready-to-show`, so the cashier window must appear without that event.
    await expect.poll(async () => (await app.windowState('cashier')).visible).toBe(true);
    expect(await customerOf(app)).toMatchObject({ visible: false });
    expect(await seenOn(app)).toEqual([]);
  });

  test('is hidden again if the window is not at its requested position', async () => {
    // Positions are ignored, although the system does not report Wayland.
    const app = await openStandIn(why, { windows: 'wayland' });
    await app.cashier.getByText('No customer display', { exact: true }).waitFor();
    await expect.poll(() => app.logs.filter((line) => line.includes('customer-window-misplaced')).length).toBe(2);
    await isSeen(app, false);
  });

  test('stays with the customers when displays are removed and added, exchanges displays with a moved cashier window, and reopens after it was unresponsive', async () => {
    const app = await openStandIn(why);
    await isSeen(app, true);
    await expect.poll(async () => (await app.windowState('cashier')).visible).toBe(true);
    await app.happen({ what: 'move', role: 'cashier', x: 1_030, y: 30 });
    await stand(app).toEqual([2, 1]);
    await app.happen({ what: 'move', role: 'cashier', x: 10, y: 30 });
    await stand(app).toEqual([1, 2]);
    await plug(app, { id: 1 });
    await plug(app, { id: 1, x: 1_024 }, { id: 3, label: 'stand-in 2', x: 0 });
    await stand(app).toEqual([1, 3]);
    await isSeen(app, true);
    await returnsAfter(app, () => app.happen({ what: 'unresponsive', role: 'customer' }));
  });

  test('stays with the customers when two displays change places, and reopens when its page hangs or both windows are gone, while the app still answers the till', async () => {
    const dataDir = tempFolder();
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ cashier: { form: 'dock' } }));
    const app = await openStandIn(why, { dataDir, hasRealPulse: true, env: { RECEIPT_COMPANION_POS_TOKEN: posToken } });
    await isSeen(app, true);
    await plug(app, { id: 1, x: 1_024 }, { id: 2, x: 0 });
    await stand(app).toEqual([1, 2]);
    await isSeen(app, true);
    const hung = app.customer;
    // The page does not answer from now on.
    const hangs = hung.waitForEvent('console');
    hung
      .evaluate(() => {
        console.info('hangs');
        for (;;);
      })
      .catch(() => undefined);
    await hangs;
    await tillAt(app.posApiUrl).json('POST', '/sales', { reference: 'unseen', amount: 1 });
    await expect.poll(async () => (await app.windowOf('customer')) !== hung).toBe(true);
    await isSeen(app, true);
    expect(app.logs.some((line) => line.includes('window-heartbeat-missed'))).toBe(true);
    const [cashier, customer] = [app.cashier, await app.windowOf('customer')];
    // Electron ends a program with its last window unless it listens to that event.
    await app.happen({ what: 'destroy-all' });
    expect((await fetch(`${app.posApiUrl}/health`)).status).toBe(200);
    await expect.poll(async () => (await app.windowOf('customer')) !== customer).toBe(true);
    await expect.poll(async () => (await app.windowOf('cashier')) !== cashier).toBe(true);
    await isSeen(app, true);
    expect(app.logs.some((line) => line.includes('quit-requested'))).toBe(false);
  });
});
