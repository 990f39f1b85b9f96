import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CashierBridge } from '../../src-main/lib/bridge.ts';
import { createSimulator, type Simulator } from '../../src-main/simulator/server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { tap, tapLabel } from '../electron/tap.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { handsOn } from './cashier-hands.ts';
import { expectTaps } from './finger.ts';

/** A shop opens the box: the first start in its own language, and the way from there to live. The steps follow one another. */

const dataDir = mkdtempSync(join(tmpdir(), 'companion-'));
const start = { dataDir, args: ['--pos-port', '0'], env: { LANG: 'fr_CH.UTF-8' } } as const;
let app: Launched;
let service: Simulator;
let addresses: { readonly baseUrl: string; readonly authUrl: string };
let taps = 0;

beforeAll(async () => {
  service = createSimulator(
    { account: { storeIds: ['store-a'] } },
    { clock: systemClock, random: systemRandom, log: createKeptLog() },
  );
  const { baseUrl, authUrl } = await service.start();
  addresses = { baseUrl, authUrl };
  app = await launch(start);
});
afterAll(async () => {
  await app.close();
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const { sees, fill } = handsOn(() => app.cashier);
const press = async (name: string): Promise<void> => {
  taps += 1;
  await tap(app.cashier.getByRole('button', { name, exact: true }));
};
const openTab = async (name: string): Promise<void> => {
  taps += 1;
  await tap(app.cashier.getByRole('tab', { name, exact: true }));
};
const step = (title: string) => app.cashier.getByRole('heading', { name: title, exact: true }).waitFor();
const code = () => {
  const { clientId, scopeBase } = service.account;
  return { receiptCompanion: 1, ...addresses, clientId, scopeBase, storeId: 'store-a', shopName: 'Boutique du Lac' };
};
let token = '';

test('both windows speak the language of the computer, and a sale needs no set-up', async () => {
  expect(app.mode).toBe('training');
  await sees('Première utilisation ?');
  await app.customer.getByText(/FORMATION/).waitFor();
  expect(await app.customer.evaluate(() => document.documentElement.lang)).toBe('fr');
  await press('5');
  await press('00');
  expect(await app.cashier.getByText('Première utilisation ?').count()).toBe(0);
  await press('Payé en espèces');
  await press('Terminé, client suivant');
});

test('the first screen sets language and shop, on both windows at once', async () => {
  await press('Installer');
  await step('1 sur 4 : Langue et magasin');
  await tapLabel(
    app.cashier.getByRole('radiogroup', { name: 'Langue', exact: true }).getByRole('radio', { name: 'English' }),
  );
  await step('1 of 4: Language and shop');
  await fill('Name of the shop', 'Lake Shop');
  await app.customer.getByText('Lake Shop').waitFor();
});

test('every screen can be skipped and come back to', async () => {
  for (const title of ['2 of 4: Customer display', '3 of 4: Till', '4 of 4: Training or live']) {
    await press('Next');
    await step(title);
  }
  await press('Back');
  await step('3 of 4: Till');
  await press('1 Language and shop');
  await step('1 of 4: Language and shop');
  await press('3 Till');
});

test('a till is paired from there with one touch, and its sale takes the window back', async () => {
  taps = 0;
  await press('Show a code');
  const shown = await app.cashier.getByText(/^\d{4}\s\d{4}$/).textContent();
  expect(taps).toBe(1);
  const paired = await fetch(`${app.posApiUrl}/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: shown?.replace(/\D/g, ''), name: 'Till 1' }),
  });
  token = ((await paired.json()) as { token: string }).token;
  await app.cashier.getByRole('heading', { name: 'Till 1' }).waitFor();
  const opened = await fetch(`${app.posApiUrl}/sales`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ reference: 'first', amount: 5 }),
  });
  expect(opened.status).toBe(201);
  await app.cashier.getByRole('region', { name: 'Current sale' }).getByText(/first/).waitFor();
  await press('Cancel sale');
});

test('what is no code is told, and one that names a wrong address names its field', async () => {
  await openTab('Settings');
  await step('3 of 4: Till');
  await press('4 Training or live');
  await fill('Code', 'hello');
  await press('Use the code');
  await sees('This is not a set-up code. Ask your provider for another one.');
  await fill('Code', JSON.stringify({ ...code(), authUrl: 'http://elsewhere.example' }));
  await press('Use the code');
  await sees(/^Address for signing in: An address starts with https/);
});

test('a kill in the middle loses nothing that was typed, but for the secret', async () => {
  await fill('Code', JSON.stringify(code()));
  await press('Use the code');
  await sees('The addresses are filled in. Type user name and password, then save.');
  expect(await app.customer.getByText('Boutique du Lac').count()).toBe(0);
  await fill('Store ID', 'store-b');
  await fill('Password', 'half-a-secr');
  // Asked after it was sent: when this is answered, the program has what was typed.
  await app.cashier.evaluate(() => (Reflect.get(window, 'bridge') as CashierBridge).command('setup.get', null));
  await app.kill('SIGKILL');
  // Its keychain, too.
  await app.close();
  app = await launch(start);
  await sees('First time here?');
  await press('Set up');
  await step('4 of 4: Training or live');
  const field = (name: string) => app.cashier.getByRole('textbox', { name, exact: true });
  expect(await field('Address of the service').inputValue()).toBe(addresses.baseUrl);
  expect(await field('Store ID').inputValue()).toBe('store-b');
  expect(await app.cashier.getByLabel('Password', { exact: true }).inputValue()).toBe('');
});

test('going live with a wrong, then the right password is three touches, and the wrong one is said at the password', async () => {
  taps = 0;
  await fill('Store ID', 'store-a');
  await fill('User name', service.account.username);
  await app.cashier.getByLabel('Password', { exact: true }).fill('not-the-password');
  await press('Test connection');
  await sees('User name or password is not accepted.');
  const password = app.cashier.getByLabel('Password', { exact: true });
  expect(await password.getAttribute('aria-invalid')).toBe('true');
  await sees('Works');
  await password.fill(service.account.password);
  await press('Save');
  await sees('Saved.');
  await press('Done');
  expectTaps('Going live, first with a wrong password', taps);
  await app.cashier
    .getByRole('region', { name: 'Status' })
    .getByText('TRAINING', { exact: true })
    .waitFor({ state: 'detached' });
});

test('a till that is live is not asked again', async () => {
  // Asked after the end of the set-up was sent: when this is answered, the program knows of it.
  await app.cashier.evaluate(() => (Reflect.get(window, 'bridge') as CashierBridge).command('setup.get', null));
  await app.close();
  app = await launch(start);
  expect(app.mode).toBe('live');
  await sees('Ready for the next customer');
  expect(await app.cashier.getByText('First time here?').count()).toBe(0);
});
