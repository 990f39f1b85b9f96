import { expect, test } from 'vitest';
import { asWindow } from './command-callers.ts';
import { callTill, partnerToken } from './partner-test-app.ts';
import { openTestApp, unwrap } from './test-app.ts';

const openTraining = () => openTestApp({ settings: { mode: 'training' }, posToken: partnerToken });

test('a merchant can be onboarded in training through the page behind the link, and nothing becomes live', async () => {
  const testApp = await openTraining();
  const form = { vendorCustomer: { name: 'Shop' }, invoicingDetails: {} };
  const { status, body } = await callTill(testApp, 'POST', '/onboarding', form);
  expect([status, body]).toMatchObject([201, { credentialsStored: true }]);
  const look = async () => (await callTill(testApp, 'GET', '/onboarding')).body;
  expect(await look()).toMatchObject({ training: true, stage: 'started', status: 'notActivated' });
  const { registrationLink } = body as { registrationLink: string };
  expect((await fetch(registrationLink, { method: 'POST', redirect: 'manual' })).status).toBeLessThan(400);
  expect(await look()).toMatchObject({ training: true, status: 'activated', credentials: 'stored' });
  expect(testApp.view.partner.merchantWaits).toBe(false);
  const window = asWindow(testApp.app);
  const { connection } = unwrap(await window['connection.get'](null, 'cashier'));
  const finished = await window['onboarding.finish']({ connection }, 'cashier');
  expect(finished).toMatchObject({ ok: false, error: { code: 'wrongState' } });
  expect(testApp.settings().mode).toBe('training');
  expect((await callTill(testApp, 'DELETE', '/onboarding')).status).toBe(204);
  expect((await callTill(testApp, 'GET', '/onboarding')).status).toBe(404);
});
