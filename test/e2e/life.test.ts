import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { actionsIn } from './cashier-hands.ts';
import { launchApp } from './open-app.ts';

test('with one display and no keychain the app reports what is missing, hides the customer window, creates no tills.db and can be ended in Settings', async () => {
  const dataDir = tempFolder();
  const app = await launchApp({ dataDir, keychain: 'none', displays: 1 });
  await app.cashier.getByRole('button', { name: 'Password store not available' }).waitFor();
  await app.cashier.getByText('No customer display', { exact: true }).waitFor();
  expect(await app.windowState('customer')).toMatchObject({ visible: false });
  expect(app.mode).toBe('training');
  expect(readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith('.db'))).not.toContain(
    'tills.db',
  );
  const { openTab, press } = actionsIn(() => app.cashier);
  await openTab('Settings');
  // The page may disappear before its press is answered.
  await press('Quit').catch(() => undefined);
  expect(await app.ended).toBe(0);
});

test('on real screens each window is on its own display', async () => {
  const app = await launchApp({ headed: true });
  const fills = (page: Page, left: number, leastHeight: number): Promise<void> =>
    page.evaluate(
      async ([expected, least]) => {
        const isWide = () => window.screenX === expected && window.innerWidth === 1_024;
        while (!isWide() || window.innerHeight < least) await new Promise((next) => requestAnimationFrame(next));
      },
      [left, leastHeight] as const,
    );
  // The cashier window leaves space for the system's bar.
  await fills(app.cashier, 0, 768 - 24);
  await fills(app.customer, 1_024, 768);
});
