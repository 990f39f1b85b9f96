import { expect, test } from 'vitest';
import { createSimulator } from '../../src-main/simulator/server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { liveAt, policyFolder } from '../app/policy-file.ts';
import { tap } from '../electron/tap.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { seesIn } from './cashier-hands.ts';
import { openApp } from './open-app.ts';

test('a window under a policy waits for its connection without a way into training, goes live untouched, and says what is fixed and by whom', async () => {
  const simulator = createSimulator(
    { account: { storeIds: ['store-1'] } },
    { clock: systemClock, random: systemRandom, log: createKeptLog() },
  );
  const { baseUrl, authUrl } = await simulator.start();
  const policy = policyFolder();
  const by = 'IT of the Boutique, 030 1234';
  const { mode, service } = liveAt({ simulator, baseUrl, authUrl });
  const screen = { shopName: 'Boutique', logo: null };
  policy.write({ administrator: by, locked: { mode, service, screen }, account: { file: policy.account } });
  policy.handOver({ username: 'somebody', password: 'not-the-password' });
  const app = await openApp({ args: ['--pos-port', '0'], env: { RECEIPT_COMPANION_POLICY: policy.file } });
  const { cashier } = app;

  const closed = cashier.getByRole('alert', { name: 'Nothing is accepted yet' });
  await seesIn(cashier, 'The connection that your administrator has fixed does not work yet.');
  expect(await closed.getByRole('button').allTextContents()).toEqual(['Try again']);

  const { username, password } = simulator.account;
  policy.handOver({ username, password });
  await tap(closed.getByRole('button', { name: 'Try again' }));
  await closed.waitFor({ state: 'detached' });
  await expect.poll(policy.isHandedOver).toBe(true);

  await tap(cashier.getByRole('tab', { name: 'Settings' }));
  const name = cashier.getByLabel('Name of the shop', { exact: true });
  expect([await name.inputValue(), await name.isDisabled()]).toEqual(['Boutique', true]);
  await seesIn(cashier, `Fixed by: ${by}`);
  await tap(cashier.getByRole('tab', { name: 'Service', exact: true }));
  const address = cashier.getByLabel('Address of the service', { exact: true });
  expect(await address.inputValue()).toBe(baseUrl);
  for (const label of ['Address of the service', 'Store ID', 'User name', 'Password', 'Training', 'Live'])
    expect(await cashier.getByLabel(label, { exact: true }).isDisabled(), label).toBe(true);
  await tap(cashier.getByRole('button', { name: 'Expert', exact: true }));
  expect(await cashier.getByLabel('Extension key', { exact: true }).isDisabled()).toBe(false);
  expect(await cashier.getByText(`Fixed by: ${by}`).count()).toBe(2);
  await simulator.stop();
});
