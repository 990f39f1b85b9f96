import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { CashierBridge } from '../../src-main/shared/bridge.ts';
import { readQr } from '../electron/decode-qr.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { actionsIn } from './cashier-hands.ts';
import { createFinger, expectTaps } from './finger.ts';
import { startTillService } from './open-till.ts';

/** A shop's first start in its own language and its going live, step by step, and a later change of its connection. */

const posToken = 'a-pairing-token-that-is-only-a-test';
const dataDir = mkdtempSync(join(tmpdir(), 'companion-'));
const start = {
  dataDir,
  args: ['--pos-port', '0'],
  env: { LANG: 'fr_CH.UTF-8', RECEIPT_COMPANION_POS_TOKEN: posToken },
} as const;
let app: Launched;
let service: Awaited<ReturnType<typeof startTillService>>;

beforeAll(async () => {
  service = await startTillService('store-a');
  app = await launch(start);
});
afterAll(async () => {
  await app.close();
  await service.simulator.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const { sees, fill, choose, training } = actionsIn(() => app.cashier);
let finger = createFinger(() => app.cashier);
const step = (title: string) => app.cashier.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
const code = () => {
  const { simulator, baseUrl, authUrl } = service;
  const { clientId, scopeBase } = simulator.account;
  return {
    receiptCompanion: 1,
    baseUrl,
    authUrl,
    clientId,
    scopeBase,
    storeId: 'store-a',
    shopName: 'Boutique du Lac',
  };
};
const press = (name: string) => finger.tap('button', name);

test('the welcome is in the language of the computer and fills the window', async () => {
  expect(app.mode).toBe('training');
  await step('Bienvenue. Quelle langue ?');
  expect(await app.cashier.getByRole('tablist').count()).toBe(0);
  await app.customer.getByText(/FORMATION/).waitFor();
  expect(await app.customer.evaluate(() => document.documentElement.lang)).toBe('fr');
});

test('five touches lead from a fresh start to the first training receipt on the customer’s screen', async () => {
  await press('English');
  await step('Your shop');
  await finger.tap('radio', 'Sweden');
  await fill('Name of the shop', 'Lake Shop');
  await press('Next');
  await step('Customer display');
  await app.customer.getByText('Lake Shop').waitFor();
  await press('Next');
  await step('Your first receipt');
  await press('Make your first training sale');
  await app.customer.getByText(/10,00\skr/).waitFor();
  expectTaps('First start to the first training receipt', finger.taps());
  await sees(/^Customer sees the QR code of .*10,00\skr/);
  await readQr(app.customer);
});

test('going back focuses the heading of the previous step, and the set-up continues without a customer display', async () => {
  await press('Back');
  await step('Customer display');
  expect(await app.cashier.evaluate(() => document.activeElement?.textContent)).toBe('Customer display');
  await app.displays.unplug();
  await sees('No customer display');
  await press('Next');
  await press('Next');
  await step('Training or live');
});

test('touching a text field opens a keyboard on the screen, which closes when a real key is pressed', async () => {
  const field = app.cashier.getByRole('textbox', { name: 'Code', exact: true });
  const keyboard = app.cashier.getByRole('group', { name: 'Keyboard' });
  expect(await keyboard.count()).toBe(0);
  await finger.tap('textbox', 'Code');
  await keyboard.waitFor();
  for (const key of ['h', 'Capital letters', 'I', 'z', 'Delete']) await press(key);
  expect(await field.inputValue()).toBe('hI');
  await app.cashier.keyboard.press('x', { delay: 200 });
  await keyboard.waitFor({ state: 'detached' });
  await finger.tap('textbox', 'Code');
  await press('Hide the keyboard');
  await keyboard.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('hIx');
});

test('the welcome can be continued after a first sale, and a sale from the till replaces the welcome', async () => {
  await press('Later');
  await press('Next customer');
  await sees('First time here?');
  await press('Set up');
  await step('Training or live');
  const opened = await fetch(`${app.posApiUrl}/sales`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${posToken}` },
    body: JSON.stringify({ reference: 'first', amount: 5 }),
  });
  expect(opened.status).toBe(201);
  await app.cashier.getByRole('region', { name: 'Current sale' }).getByText(/first/).waitFor();
  expect(((await opened.json()) as { currency: string }).currency).toBe('SEK');
  await press('Cancel sale');
});

test('the set-up rejects a text that is no set-up code, and names the field with a wrong address', async () => {
  await finger.tap('tab', 'Settings');
  await press('First set-up');
  await step('Training or live');
  await fill('Code', 'hello');
  await press('Use the code');
  await sees('This is not a set-up code. Ask your provider for another one.');
  await fill('Code', JSON.stringify({ ...code(), authUrl: 'http://elsewhere.example' }));
  await press('Use the code');
  await sees(/^Address for signing in: An address starts with https/);
});

test('after a kill in the middle of the set-up it begins again, and its saved choices remain', async () => {
  await fill('Code', JSON.stringify(code()));
  await press('Use the code');
  await sees('The addresses are filled in. Type user name and password, then save.');
  expect(await app.customer.getByText('Boutique du Lac').count()).toBe(0);
  await fill('Store ID', 'store-b');
  await fill('Password', 'half-a-secr');
  await app.kill('SIGKILL');
  // Ends the keychain's session. On Linux its files stay in the data folder for the next start.
  await app.close();
  app = await launch(start);
  finger = createFinger(() => app.cashier);
  await press('English');
  const field = (name: string) => app.cashier.getByRole('textbox', { name, exact: true });
  expect(await field('Name of the shop').inputValue()).toBe('Lake Shop');
  expect(await app.cashier.getByRole('radio', { name: 'Sweden' }).isChecked()).toBe(true);
  for (const name of ['Next', 'Next', 'Next']) await press(name);
  await step('Training or live');
  await fill('Code', JSON.stringify(code()));
  await press('Use the code');
  expect(await app.cashier.getByLabel('Password', { exact: true }).inputValue()).toBe('');
});

test('going live with a wrong, then the right password needs three touches, and the wrong one is reported at its field', async () => {
  finger = createFinger(() => app.cashier);
  await fill('Store ID', 'store-a');
  await fill('User name', service.simulator.account.username);
  await app.cashier.getByLabel('Password', { exact: true }).fill('not-the-password');
  await press('Test connection');
  await sees('User name or password is not accepted.');
  const password = app.cashier.getByLabel('Password', { exact: true });
  expect(await password.getAttribute('aria-invalid')).toBe('true');
  await password.fill(service.simulator.account.password);
  await press('Save');
  await sees('You are live');
  await press('Done');
  expectTaps('Going live, first with a wrong password', finger.taps());
  await training().waitFor({ state: 'detached' });
});

test('a live till does not show the set-up again after a restart', async () => {
  // The answer to this later command proves that the end of the set-up is stored.
  await app.cashier.evaluate(() => (Reflect.get(window, 'bridge') as CashierBridge).command('connection.get', null));
  await app.close();
  app = await launch(start);
  expect(app.mode).toBe('live');
  await sees('Ready for the next customer');
  expect(await app.cashier.getByRole('heading', { level: 1, name: 'Receipt Companion' }).count()).toBe(1);
});

test('the account is not sent to another address until it is typed again; then the till is live there, and can go back to training', async () => {
  const other = await startTillService('store-a');
  onTestFinished(() => other.simulator.stop());
  const { ledger, account } = other.simulator;
  for (const tab of ['Settings', 'Service']) await finger.tap('tab', tab);
  await fill('Address of the service', other.baseUrl);
  await fill('Address for signing in', other.authUrl);
  await press('Save');
  await sees('Not saved: the test did not succeed.');
  expect(ledger().tokenRequests).toEqual([]);
  await fill('Client ID', account.clientId);
  await fill('User name', account.username);
  await fill('Password', account.password);
  await press('Save');
  await sees('Saved.');
  await expect.poll(() => ledger().registrations.length).toBeGreaterThan(0);
  await choose('Training');
  await press('Save');
  await training().waitFor();
});
