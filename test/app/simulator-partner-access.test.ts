import { describe, expect } from 'vitest';
import { type SimulatorPartner, startPartnerClient, test } from './simulator-partner-client.ts';
import { readBody } from './simulator-till.ts';

const createAs = (partner: SimulatorPartner, headers: Readonly<Record<string, string>>) =>
  partner.ask('POST', '/api/v3/user', { externalId: 'member-1' }, headers);

async function bearer(partner: SimulatorPartner, scope: string): Promise<Readonly<Record<string, string>>> {
  const fields = { ...partner.till.passwordFields(), scope };
  const answer = await readBody(await partner.till.askToken(fields));
  return { authorization: `Bearer ${answer.access_token}` };
}

test('access by key is refused without the right key, on every route', async ({ partner }) => {
  const id = '00000000-0000-4000-8000-000000000000';
  const routes = [
    ['POST', '/api/v3/user'],
    ['GET', `/api/v3/user/${id}/token`],
    ['DELETE', `/api/user/${id}`],
    ['GET', `/api/v3/user/${id}/receipts`],
    ['GET', `/api/v3/user/${id}/receipts/${id}/pdf`],
    ['POST', `/api/v3/user/${id}/receipts`],
    ['POST', '/onboarding'],
    ['GET', `/onboarding/vendorCustomerId/${id}`],
  ] as const;
  for (const [method, path] of routes) {
    for (const headers of [{}, { 'x-api-key': 'wrong' }]) {
      const answer = await partner.ask(method, path, method === 'POST' ? {} : undefined, headers);
      expect(answer.status, path).toBe(401);
      expect(answer.headers.get('content-type'), path).toBe('application/problem+json; charset=utf-8');
    }
  }
  expect(partner.till.simulator.ledger().partner).toEqual([]);
});

describe('access by token', () => {
  const scope = 'https://receipts.training.invalid/partner offline_access';

  test('is granted with a token for the partner scope, and refused with one for bills or with the key', async () => {
    const partner = await startPartnerClient({ switches: { partnerAccess: 'token' } });
    expect((await createAs(partner, await bearer(partner, scope))).status).toBe(200);
    const vendor = await bearer(partner, 'https://receipts.training.invalid/vendor/bill offline_access');
    expect((await createAs(partner, vendor)).status).toBe(403);
    expect((await createAs(partner, { 'x-api-key': partner.till.simulator.account.partnerKey })).status).toBe(401);
    expect((await createAs(partner, { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  test('uses the scope set by a switch, and no partner scope exists while the key is used', async ({ partner }) => {
    for (const wished of [scope, 'urn:partner offline_access']) {
      const fields = { ...partner.till.passwordFields(), scope: wished };
      expect(await readBody(await partner.till.askToken(fields))).toMatchObject({ error: 'invalid_scope' });
    }
    partner.till.simulator.setSwitches({ partnerAccess: 'token', partnerScope: 'urn:partner offline_access' });
    expect((await createAs(partner, await bearer(partner, 'urn:partner offline_access'))).status).toBe(200);
  });
});
