import { describe, expect } from 'vitest';
import { type PartnerClient, startPartnerClient, test } from './simulator-partner-client.ts';
import { json, smallBill } from './simulator-till.ts';

const createAs = (desk: PartnerClient, headers: Readonly<Record<string, string>>, externalId = 'member-1') =>
  desk.ask('POST', '/api/v3/user', { externalId }, headers);

/** Signs in for a scope and returns the Authorization header. */
async function bearer(desk: PartnerClient, scope: string): Promise<Readonly<Record<string, string>>> {
  const fields = { ...desk.till.passwordFields(), scope };
  const answer = await json(await desk.till.askToken(fields));
  return { authorization: `Bearer ${answer.access_token}` };
}

describe('access by key', () => {
  test('is granted for the right key in the right header, with a name in any case', async ({ desk }) => {
    const { partnerKey } = desk.till.simulator.account;
    expect((await createAs(desk, { 'X-API-KEY': partnerKey })).status).toBe(200);
  });

  test('is possible with another header', async () => {
    const desk = await startPartnerClient({
      switches: { partnerKeyHeader: 'Ocp-Subscription' },
      account: { partnerKey: 'canary-key' },
    });
    expect((await createAs(desk, { 'x-api-key': 'canary-key' })).status).toBe(401);
    expect((await createAs(desk, { 'ocp-subscription': 'canary-key' })).status).toBe(200);
    expect(JSON.stringify([desk.till.log.lines, desk.till.simulator.ledger()])).not.toContain('canary-key');
  });

  test('is refused without the right key, on every route', async ({ desk }) => {
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
        const answer = await desk.ask(method, path, method === 'POST' ? {} : undefined, headers);
        expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
          path,
          401,
          'application/problem+json; charset=utf-8',
        ]);
      }
    }
    expect(desk.till.simulator.ledger().partner).toEqual([]);
  });
});

describe('access by token', () => {
  const scope = 'https://receipts.training.invalid/partner offline_access';

  test('is granted with a token for the partner scope, and refused with one for bills or with the key', async () => {
    const desk = await startPartnerClient({ switches: { partnerAccess: 'token' } });
    expect((await createAs(desk, await bearer(desk, scope))).status).toBe(200);
    const vendor = await bearer(desk, 'https://receipts.training.invalid/vendor/bill offline_access');
    expect((await createAs(desk, vendor)).status).toBe(403);
    expect((await createAs(desk, { 'x-api-key': desk.till.simulator.account.partnerKey })).status).toBe(401);
    expect((await createAs(desk, { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  test('does not allow bills with a token for the partner scope', async () => {
    const desk = await startPartnerClient({ switches: { partnerAccess: 'token' } });
    const body = { storeId: desk.till.storeId, bill: smallBill() };
    const answer = await desk.till.call('POST', '/v3/bill', body, await bearer(desk, scope));
    expect(answer.status).toBe(403);
    expect(desk.till.simulator.ledger().bills).toEqual([]);
  });

  test('uses the scope set by a switch, and no partner scope exists while the key is used', async ({ desk }) => {
    for (const wished of [scope, 'urn:desk offline_access']) {
      const fields = { ...desk.till.passwordFields(), scope: wished };
      expect(await json(await desk.till.askToken(fields))).toMatchObject({ error: 'invalid_scope' });
    }
    desk.till.simulator.setSwitches({ partnerAccess: 'token', partnerScope: 'urn:desk offline_access' });
    expect((await createAs(desk, await bearer(desk, 'urn:desk offline_access'))).status).toBe(200);
  });

  test('is possible with the scope for bills', async () => {
    const partnerScope = '<SCOPE_BASE>/vendor/bill offline_access';
    const desk = await startPartnerClient({ switches: { partnerAccess: 'token', partnerScope } });
    const headers = await bearer(desk, 'https://receipts.training.invalid/vendor/bill offline_access');
    expect((await createAs(desk, headers)).status).toBe(200);
    expect((await desk.till.sendBill()).status).toBe(200);
  });
});

test('onboarding has a separate access rule', async () => {
  const desk = await startPartnerClient({ switches: { onboardingAccess: 'none' } });
  const body = { vendorCustomer: {}, invoicingDetails: {} };
  expect((await desk.ask('POST', '/onboarding', body, {})).status).toBe(200);
  expect((await createAs(desk, {})).status).toBe(401);
});

test('faults and the ledger name every partner route', async ({ desk }) => {
  const { faults, ledger } = desk.till.simulator;
  faults.add({ route: 'userToken', effect: { kind: 'status', status: 502 } });
  faults.add({ route: 'userCreate', effect: { kind: 'resetAfter' } });
  await expect(desk.user('member-1')).rejects.toThrow('fetch failed');
  const [created] = ledger().partner;
  expect(created).toMatchObject({ kind: 'userCreated', externalId: 'member-1' });
  const path = `/api/v3/user/${created?.kind === 'userCreated' ? created.userId : ''}/token`;
  expect([(await desk.ask('GET', path)).status, (await desk.ask('GET', path)).status]).toEqual([502, 200]);
  const requests = ledger().requests.filter((request) => request.path.startsWith('/partner'));
  expect(requests.map(({ route, fault }) => [route, fault])).toEqual([
    ['userCreate', 'resetAfter'],
    ['userToken', 'status'],
    ['userToken', null],
  ]);
});
