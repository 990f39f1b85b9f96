import { expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { startPartner, userId } from './partner-test-app.ts';
import { connectedTo, posClient, posToken, startProgram } from './processes.ts';
import { openService } from './shop.ts';

/** A host without windows and without a keychain has the partner key in its environment. */

test('a live host with a partner key starts without an account, serves Customer service, and refuses an onboarding that it could not store', async () => {
  const { simulator, baseUrl, authUrl } = await openService();
  const partner = await startPartner({ 'POST /partner/api/v3/user': { body: { id: userId } } });
  const { clientId, scopeBase } = simulator.account;
  const { args } = connectedTo({ url: baseUrl, authUrl, clientId, scopeBase, storeId: 'store-1' }, tempFolder());
  const program = await startProgram('src-main/headless.ts', [...args, '--partner-url', partner.url], {
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
    RECEIPT_COMPANION_POS_TOKEN: posToken,
    RECEIPT_COMPANION_PARTNER_KEY: 'canary-key-of-the-host',
  });
  expect(program.ready.mode).toBe('live');
  const { call, json } = posClient(program.ready.posApi ?? '');
  expect(await json('POST', '/users', { externalId: 'customer-1' })).toEqual({ id: userId });
  expect(partner.requests[0]?.headers['x-api-key']).toBe('canary-key-of-the-host');
  const refused = await call('POST', '/onboarding', { vendorCustomer: {}, invoicingDetails: {} });
  expect([refused.status, await refused.json()]).toMatchObject([503, { type: 'keychain-missing' }]);
  expect(partner.requests).toHaveLength(1);
  expect(program.stderr()).not.toContain('canary');
});
