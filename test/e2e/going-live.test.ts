import { afterAll, beforeAll, expect, test } from 'vitest';
import { readQr } from '../electron/decode-qr.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { actionsIn } from './cashier-hands.ts';
import { startTillService } from './open-till.ts';

/** A manager connects a new till and later changes the connection, step by step, with only the windows. */

type Service = Awaited<ReturnType<typeof startTillService>>;

const posToken = 'a-pairing-token-that-is-only-a-test';
let app: Launched;
let first: Service;
let second: Service;

beforeAll(async () => {
  [first, second] = [await startTillService('store-a'), await startTillService('store-b')];
  app = await launch({ args: ['--pos-port', '0'], env: { RECEIPT_COMPANION_POS_TOKEN: posToken } });
});
afterAll(async () => {
  await app.close();
  await Promise.all([first.simulator.stop(), second.simulator.stop()]);
});

const { press, openTab, choose, fill, sees, saleIs, training } = actionsIn(() => app.cashier);

async function typeAddresses({ baseUrl, authUrl }: Service): Promise<void> {
  await fill('Address of the service', baseUrl);
  await fill('Address for signing in', authUrl);
}

async function typeAccount({ simulator }: Service, password = simulator.account.password): Promise<void> {
  const { clientId, scopeBase, storeIds, username } = simulator.account;
  await fill('Client ID', clientId);
  if ((await app.cashier.getByRole('textbox', { name: 'Scope base', exact: true }).count()) === 0)
    await press('More connection settings');
  await fill('Scope base', scopeBase);
  await fill('Store ID', storeIds[0]);
  await fill('User name', username);
  await fill('Password', password);
}

async function sell(digits: string): Promise<string> {
  await openTab('Sale');
  for (const key of digits) await press(key);
  await press('Show QR');
  await app.cashier.getByText(/^Customer sees the QR code of /).waitFor();
  const url = await readQr(app.customer);
  await press('Paid cash');
  return url;
}
const bills = ({ simulator }: Service) => simulator.ledger().bills.map(({ billId }) => billId);
const tokenErrors = ({ simulator }: Service) => simulator.ledger().tokenRequests.map(({ error }) => error);

test('a new installation with a wrong password stays in training and names the field', async () => {
  expect(app.mode).toBe('training');
  await press('Later');
  await openTab('Settings');
  await openTab('Service');
  await choose('Live');
  await typeAddresses(first);
  await typeAccount(first, 'not-the-password');
  await press('Test connection');
  await sees('The connection does not work yet.');
  await press('Save');
  await sees('Not saved: the test did not succeed.');
  await app.cashier
    .getByLabel('Password', { exact: true })
    .and(app.cashier.getByRole('textbox', { description: 'User name or password is not accepted.' }))
    .waitFor();
  await sees('Nothing is stored yet.');
  expect(tokenErrors(first)).not.toContain(null);
  await training().waitFor();
  expect(first.simulator.ledger().registrations).toEqual([]);
});

test('with the right password the till is live at once, and new sales are delivered to the live service', async () => {
  await fill('Password', first.simulator.account.password);
  await press('Save');
  await sees('You are live');
  await sees('Stored in the password store. Leave both empty to keep them.');
  await training().waitFor({ state: 'detached' });
  await sees('10 codes ready');
  const url = await sell('500');
  await saleIs('Delivered');
  expect(url.startsWith(first.baseUrl)).toBe(true);
  expect(bills(first).map((id) => url.includes(id))).toEqual([true]);
  await press('Next customer');
});

test('another address does not get the stored password: user name and password must be typed again', async () => {
  first.simulator.faults.add({ route: 'bill', times: 'forever', effect: { kind: 'status', status: 503 } });
  await sell('700');
  await saleIs('On its way');
  await openTab('Settings');
  await openTab('Service');
  await typeAddresses(second);
  await sees('For another address the user name and password are needed again.');
  await press('Save');
  await sees('Not saved: the test did not succeed.');
  expect(second.simulator.ledger().tokenRequests).toEqual([]);
  expect(second.simulator.ledger().registrations).toEqual([]);
});

test('a receipt waiting for the first account never reaches the second service', async () => {
  await typeAccount(second);
  await press('Save');
  await sees('Not changed: 1 receipt of the account in use is not sent yet.');
  await press('Keep and change');
  await sees('Saved.');
  await sees('10 codes ready');
  await openTab('Sale');
  await sees('1 receipt of another account is waiting');
  const url = await sell('900');
  await saleIs('Delivered');
  expect(url.startsWith(second.baseUrl)).toBe(true);
  expect(bills(second).map((id) => url.includes(id))).toEqual([true]);
  expect(tokenErrors(second).every((error) => error === null)).toBe(true);
  await press('Next customer');
});
