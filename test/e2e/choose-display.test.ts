import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Launched, OnStandIn } from '../electron/launch.ts';
import { tapLabel } from '../electron/tap.ts';
import { actionsIn } from './cashier-hands.ts';
import { createFinger, expectTaps } from './finger.ts';
import { openStandIn, plug } from './open-app.ts';

const isOnDisplay = async (app: Launched, id: number): Promise<void> => {
  await expect
    .poll(async () => {
      const { displayId, visible } = await app.windowState('customer');
      return { displayId, visible };
    })
    .toEqual({ displayId: id, visible: true });
};

const choice = (app: Launched, name: RegExp | string) =>
  app.cashier.getByRole('radiogroup', { name: 'Display for customers', exact: true }).getByRole('radio', { name });

const storedChoice = (app: Launched) =>
  expect.poll(() => JSON.parse(readFileSync(join(app.dataDir, 'settings.json'), 'utf8')).display);

const showsNumbers = (app: OnStandIn) =>
  expect
    .poll(async () => (await app.effects()).filter((effect) => effect.startsWith('seen app://identify/')).sort())
    .toEqual(['seen app://identify/1 on 1', 'seen app://identify/2 on 2', 'seen app://identify/3 on 3']);

const why = 'Electron has the displays that the computer has';

test('A manager asks which display is which, chooses the third, reads that it is missing, and chooses another one in three taps', async () => {
  const app = await openStandIn(why, { displays: 3 });
  await isOnDisplay(app, 2);
  const manager = actionsIn(() => app.cashier);
  for (const tab of ['Settings', 'Customer display']) await manager.openTab(tab);
  await manager.press('Show the numbers on the displays');
  await showsNumbers(app);
  await isOnDisplay(app, 2);
  const numbers = () =>
    app.cashier
      .context()
      .pages()
      .filter((page) => page.url().includes('identify')).length;
  expect(await choice(app, /stand-in 1/).isDisabled()).toBe(true);
  await tapLabel(choice(app, /stand-in 3/));
  await isOnDisplay(app, 3);
  await storedChoice(app).toEqual({
    customerDisplayId: 3,
    customerDisplayLooks: { label: 'stand-in 3', x: 2_048, y: 0, width: 1_024, height: 768 },
  });

  // A chosen display that returns under another id is recognized. Until then the next display is used.
  const others = [{ id: 1 }, { id: 2 }];
  const chosen = { label: 'stand-in 3', x: 2_048 };
  await plug(app, ...others);
  await isOnDisplay(app, 2);
  await plug(app, ...others, { id: 4, ...chosen });
  await isOnDisplay(app, 4);
  await expect.poll(() => choice(app, /stand-in 3/).isChecked()).toBe(true);

  await plug(app, ...others);
  await isOnDisplay(app, 2);
  await app.cashier.getByText('stand-in 3 is not connected. Until it is back, another display is used.').waitFor();
  await manager.openTab('Sale');
  const finger = createFinger(() => app.cashier);
  for (const tab of ['Settings', 'Customer display']) await finger.tap('tab', tab);
  await finger.tap('radio', /stand-in 2/);
  expectTaps('Another display, where the chosen one is missing', finger.taps());
  await app.cashier.getByText(/is not connected/).waitFor({ state: 'detached' });
  // The returning display is no longer the chosen one.
  await plug(app, ...others, { id: 5, ...chosen });
  await choice(app, /stand-in 3/).waitFor();
  await isOnDisplay(app, 2);
  await expect.poll(numbers).toBe(0);
});
