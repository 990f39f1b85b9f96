import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Launched } from '../electron/launch.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { openApp } from './open-app.ts';

/** Starting, ending hard and starting again, on hosts that lack something. */

const token = 'a-pairing-token-that-is-only-a-test';
const openSale = (app: Launched, reference: string): Promise<Response> =>
  fetch(`${app.posApiUrl}/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reference, amount: 4.2, currency: 'EUR' }),
  });

test('a sale that was answered is still there after the app was killed', async () => {
  const dataDir = tempFolder();
  const env = { RECEIPT_COMPANION_POS_TOKEN: token };
  const before = await openApp({ dataDir, env });
  const first = await openSale(before, 'till-1-0001');
  expect(first.status).toBe(201);
  const { id, url } = (await first.json()) as { readonly id: string; readonly url: string };
  expect(await before.kill('SIGKILL')).toBe(128);

  const after = await openApp({ dataDir, env });
  const again = await openSale(after, 'till-1-0001');
  expect(again.status).toBe(200);
  expect(await again.json()).toMatchObject({ id, url });
});

test('with one display the customer window stays hidden and the cashier is told', async () => {
  const app = await openApp({ displays: 1 });
  await app.cashier.getByText('No customer display', { exact: true }).waitFor();
  expect(await app.windowState('customer')).toMatchObject({ visible: false });
});

test('without a keychain the app says so, and what it does outlives nothing', async () => {
  const dataDir = tempFolder();
  const app = await openApp({ dataDir, keychain: 'none' });
  await app.cashier.getByRole('heading', { name: 'Password store not available' }).waitFor();
  expect(app.mode).toBe('training');
  expect(readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith('.db'))).not.toContain(
    'tills.db',
  );
});

test('on real screens each window stands on its own display', async () => {
  const app = await openApp({ headed: true });
  /** Resolves when the page fills the display that begins there; until then the window is on its way. */
  const fills = (page: Page, left: number, leastHeight: number): Promise<void> =>
    page.evaluate(
      async ([wanted, least]) => {
        const isWide = () => window.screenX === wanted && window.innerWidth === 1_024;
        while (!isWide() || window.innerHeight < least) await new Promise((next) => requestAnimationFrame(next));
      },
      [left, leastHeight] as const,
    );
  // The cashier's leaves the system's own bar alone, where there is one.
  await fills(app.cashier, 0, 768 - 24);
  await fills(app.customer, 1_024, 768);
});
