import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSimulator, type Simulator } from '../../src-main/simulator/server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { handsOn, seesIn } from './cashier-hands.ts';
import { axeFindings } from './page-checks.ts';

/** A manager registers a new merchant on a fresh installation, leaves in between, and goes live: the steps follow one another. */

let app: Launched;
let simulator: Simulator;
let service: Awaited<ReturnType<Simulator['start']>>;
const dataDir = mkdtempSync(join(tmpdir(), 'companion-onboarding-'));
const start = () => launch({ dataDir, args: ['--pos-port', '0'] });

beforeAll(async () => {
  simulator = createSimulator(
    { account: { storeIds: ['store-a'] } },
    { clock: systemClock, random: systemRandom, log: createKeptLog() },
  );
  service = await simulator.start();
  app = await start();
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const { press, openTab, choose, fill, sees, saleIs, training } = handsOn(() => app.cashier);
const openPage = async (): Promise<void> => {
  await openTab('Settings');
  await openTab('New merchant');
};
const link = async (): Promise<string> =>
  (await app.cashier.getByText(new RegExp(`^${service.baseUrl}`)).textContent()) ?? '';

test('without a key for its address the registration is refused, and what was typed stays', async () => {
  await training().waitFor();
  await openPage();
  await fill('Address of the partner interface', service.partnerUrl);
  await press('Save');
  await sees('No key is stored for this address.');
  await choose('At the receipt service');
  await fill('Merchant: name of field 1', 'name');
  await fill('Merchant: value of field 1', 'Bakery');
  await press('Register now');
  await sees('The partner interface is not set up.');
  expect(await app.cashier.getByRole('textbox', { name: 'Merchant: value of field 1' }).inputValue()).toBe('Bakery');
});

test('what was typed is kept for another day, encrypted, and is there after a restart', async () => {
  await press('Keep for later');
  await sees('Kept on this computer, encrypted.');
  await app.close();
  app = await start();
  await openPage();
  expect(await app.cashier.getByRole('textbox', { name: 'Merchant: value of field 1' }).inputValue()).toBe('Bakery');
});

test('with a wrong key the partner interface is not asked twice, and it is said', async () => {
  await fill('Partner key', 'a-wrong-key');
  await press('Save');
  await sees('A key is stored for this address. Leave the field empty to keep it.');
  await choose('At the receipt service');
  await press('Register now');
  await seesIn(app.cashier.getByRole('status'), /sign|refus/i);
  expect(simulator.ledger().partner).toEqual([]);
});

test('with the right key the merchant gets a link, and until it is used nothing goes live', async () => {
  await fill('Partner key', simulator.account.partnerKey);
  await press('Save');
  await sees('A key is stored for this address. Leave the field empty to keep it.');
  await choose('At the receipt service');
  await press('Register now');
  await sees('Registration link');
  await app.cashier.getByRole('img', { name: 'QR code of the registration link' }).waitFor();
  await press('Ask now');
  await sees('Not activated yet: receipts cannot be sent so far.');
  expect(await app.cashier.getByRole('button', { name: 'Test and go live' }).count()).toBe(0);
  expect(await axeFindings(app.cashier, { enhanced: false })).toEqual([]);
});

test('it is taken up again after a restart, and once activated the till is live with the new account', async () => {
  const address = await link();
  await app.close();
  app = await start();
  await openPage();
  expect(await link()).toBe(address);
  expect((await fetch(address, { method: 'POST', redirect: 'manual' })).status).toBeLessThan(400);
  await press('Ask now');
  await sees('Activated: receipts can be sent.');
  await fill('Address of the service', service.baseUrl);
  await fill('Address for signing in', service.authUrl);
  await fill('Client ID', simulator.account.clientId);
  await fill('Scope base', simulator.account.scopeBase);
  await fill('Store ID', 'store-a');
  await press('Test and go live');
  await sees('The merchant is set up.');
  await training().waitFor({ state: 'detached' });
});

test('the first receipt of the new merchant is delivered', async () => {
  await openTab('Sale');
  for (const key of '560') await press(key);
  await press('Show QR');
  await press('Paid cash');
  await saleIs('Delivered');
  expect(simulator.ledger().bills).toHaveLength(1);
});
