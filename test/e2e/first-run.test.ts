import { afterAll, beforeAll, expect, test } from 'vitest';
import { posClient, posToken } from '../app/program.ts';
import { readQr } from '../electron/decode-qr.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { actionsIn } from './cashier-hands.ts';
import { createFinger, expectTaps } from './finger.ts';
import { startTillService } from './open-till.ts';

/** A shop's first start in its own language and its going live, step by step. */

let app: Launched;
let service: Awaited<ReturnType<typeof startTillService>>;

beforeAll(async () => {
  service = await startTillService('store-a');
  app = await launch({
    args: ['--pos-port', '0'],
    env: { LANG: 'fr_CH.UTF-8', RECEIPT_COMPANION_POS_TOKEN: posToken },
  });
});
afterAll(async () => {
  await app.close();
  await service.simulator.stop();
});

const { sees, fill, training } = actionsIn(() => app.cashier);
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

test('the welcome can be continued after a first sale, and a sale from the till replaces the welcome', async () => {
  await press('Later');
  await press('Next customer');
  await sees('First time here?');
  await press('Set up');
  await step('Training or live');
  const { currency } = await posClient(app.posApiUrl).json('POST', '/sales', { reference: 'first', amount: 5 });
  await app.cashier.getByRole('region', { name: 'Current sale' }).getByText(/first/).waitFor();
  expect(currency).toBe('SEK');
  await press('Cancel sale');
});

test('the set-up rejects a text that is no set-up code, names the field with a wrong address, and fills in the addresses of a right code', async () => {
  await finger.tap('tab', 'Settings');
  await press('First set-up');
  await step('Training or live');
  await fill('Code', 'hello');
  await press('Use the code');
  await sees('This is not a set-up code. Ask your provider for another one.');
  await fill('Code', JSON.stringify({ ...code(), authUrl: 'http://elsewhere.example' }));
  await press('Use the code');
  await sees(/^Address for signing in: An address starts with https/);
  await fill('Code', JSON.stringify(code()));
  await press('Use the code');
  await sees('The addresses are filled in. Type user name and password, then save.');
  expect(await app.customer.getByText('Boutique du Lac').count()).toBe(0);
});

test('going live with a wrong, then the right password needs three touches, and the wrong one is reported at its field', async () => {
  finger = createFinger(() => app.cashier);
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
