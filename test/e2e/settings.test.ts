import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Launched, launch } from '../electron/launch.ts';
import { tap, tapLabel } from '../electron/tap.ts';
import { seesIn } from './cashier-hands.ts';

/** What a manager sets by touch, and what becomes of it; the steps follow one another. */

let app: Launched;

beforeAll(async () => {
  app = await launch();
  await tap(app.cashier.getByRole('tab', { name: 'Settings' }));
});
afterAll(() => app.close());

const page = (name: string) =>
  tap(app.cashier.getByRole('tablist', { name: 'Settings', exact: true }).getByRole('tab', { name, exact: true }));
const touch = (role: 'radio' | 'checkbox' | 'switch' | 'button', name: string) => {
  const control = app.cashier.getByRole(role, { name, exact: true });
  return role === 'button' ? tap(control) : tapLabel(control);
};
const field = (name: string) => app.cashier.getByLabel(name, { exact: true });

/** What is kept of `section.key`, as soon as it is. */
const kept = (section: string, key: string) =>
  expect.poll(() => JSON.parse(readFileSync(join(app.dataDir, 'settings.json'), 'utf8'))[section]?.[key]);

test('the name of the shop and the languages are on the customer display at once', async () => {
  await page('Shop');
  await field('Name of the shop').fill('Boutique Au Lac');
  await field('Name of the shop').press('Enter');
  await seesIn(app.customer, 'Boutique Au Lac');
  await page('Customer display');
  const startsWith = app.cashier.getByRole('radiogroup', { name: 'Language it starts with', exact: true });
  await tapLabel(startsWith.getByRole('radio', { name: 'Français', exact: true }));
  await seesIn(app.customer, /FORMATION/i);
  await touch('checkbox', 'Português');
  await kept('screen', 'languages').toEqual(['de', 'en', 'fr', 'es', 'sv']);
  await expect.poll(() => app.customer.getByText('Português').count()).toBe(0);
});

test('a shop that shows the code after payment shows it then, for as long as it says', async () => {
  await touch('radio', 'After payment');
  await touch('radio', 'Until the next sale');
  await kept('screen', 'qrAfterSeconds').toBeNull();
  await kept('screen', 'qrTiming').toBe('after');
});

test('how receipts are judged and kept is a matter of a tap', async () => {
  await page('Shop');
  await seesIn(app.cashier, 'Applies now: the digital receipt follows.');
  await touch('radio', 'Austria: handing over and acceptance are recorded');
  await seesIn(app.cashier, 'Applies now: the customer gets a paper receipt.');
  await touch('radio', 'Digital receipt follows');
  await kept('delivery', 'offlineRule').toBe('digital');
  await seesIn(app.cashier, 'Applies now: the digital receipt follows.');
  await touch('radio', 'Germany: digital only if the customer agrees');
  await touch('radio', 'Paper receipt');
  await kept('delivery', 'offlineRule').toBe('paper');
  const hour = 'The business day starts at (hour)';
  await touch('button', `More: ${hour}`);
  await kept('delivery', 'dayStartsAtHour').toBe(5);
  await touch('button', `Less: ${hour}`);
  await kept('delivery', 'dayStartsAtHour').toBe(4);
  await touch('button', `Less: ${hour}`);
  await kept('delivery', 'dayStartsAtHour').toBe(3);
  await page('Expert');
  for (const [name, key] of [
    ['Refuse receipts with warnings', 'warningsBlock'],
    ['Refuse e-invoices that lack something mandatory', 'eInvoiceBlocks'],
  ] as const) {
    await touch('switch', name);
    await kept('delivery', key).toBe(true);
  }
  await touch('switch', 'Keep files of the inbox');
  await kept('inbox', 'keepTaken').toBe(true);
  await field('Keep the content of receipts for (days)').fill('30');
  await field('Keep the content of receipts for (days)').press('Enter');
  await kept('retention', 'days').toBe(30);
});

test('a web address is refused in words where it does not fit, and lets its till in where it does', async () => {
  await page('Expert');
  const origin = 'https://till.example';
  const addresses = field('Web addresses that may connect');
  const ask = async () => (await fetch(`${app.posApiUrl}/status`, { headers: { origin } })).status;
  expect(await ask()).toBe(403);
  await addresses.fill('till.example');
  await page('Expert');
  await app.cashier.getByText('Each line starts with https://').waitFor();
  await addresses.fill(origin);
  await page('Expert');
  await kept('posApi', 'allowedOrigins').toEqual([origin]);
  // From an address that may call, only the token is missing.
  expect(await ask()).toBe(401);
});
