import { describe, expect, test } from 'vitest';
import { readBody, startSignedInTill, startTill } from './simulator-till.ts';

describe('tokens by password', () => {
  test('the answer has exactly the fields of receipt-service.md 5.3, with the lifetime as a string', async () => {
    const till = await startTill();
    const response = await till.askToken(till.passwordFields());
    expect(response.status).toBe(200);
    const answer = await readBody(response);
    expect(Object.keys(answer).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: '86400' });
    expect(till.simulator.ledger().complaints).toEqual([]);
  });

  test.each(['grant_type', 'username', 'password', 'client_id', 'scope', 'response_type'])(
    'a request without %s is refused and listed as a complaint',
    async (field) => {
      const till = await startTill();
      const fields = till.passwordFields();
      delete fields[field];
      const response = await till.askToken(fields);
      expect(response.status).toBe(400);
      expect((await readBody(response)).error).toMatch(/invalid_request|unsupported_grant_type/);
      expect(till.simulator.ledger().complaints).toMatchObject([{ kind: 'malformed' }]);
    },
  );

  const right = 'p=b2c_1_ropc_vendor';
  const form = 'application/x-www-form-urlencoded';
  type Fields = Readonly<Record<string, string>>;
  test.each<[string, string, string, (fields: Fields) => string]>([
    ['an extra field', right, form, (fields) => `${new URLSearchParams({ ...fields, nonce: '1' })}`],
    ['a repeated field', right, form, (fields) => `${new URLSearchParams(fields)}&scope=again`],
    ['another response type', right, form, (fields) => `${new URLSearchParams({ ...fields, response_type: 'code' })}`],
    ['a JSON body', right, 'application/json', (fields) => JSON.stringify(fields)],
    ['no query', '', form, (fields) => `${new URLSearchParams(fields)}`],
    ['another policy', 'p=other', form, (fields) => `${new URLSearchParams(fields)}`],
    ['an extra query parameter', `${right}&q=1`, form, (fields) => `${new URLSearchParams(fields)}`],
  ])('a request with %s is refused and listed as a complaint', async (_what, query, type, bodyOf) => {
    const till = await startTill();
    const headers = { 'content-type': type };
    const body = bodyOf(till.passwordFields());
    const response = await fetch(`${till.authUrl}?${query}`, { method: 'POST', headers, body });
    expect([response.status, (await readBody(response)).error]).toEqual([400, 'invalid_request']);
    expect(till.simulator.ledger().complaints).toHaveLength(1);
  });

  test.each([
    ['username', 'invalid_grant'],
    ['password', 'invalid_grant'],
    ['client_id', 'unauthorized_client'],
    ['scope', 'invalid_scope'],
  ])('a wrong %s is refused with %s, and causes no complaint', async (field, error) => {
    const till = await startTill();
    const response = await till.askToken({ ...till.passwordFields(), [field]: 'wrong' });
    expect([response.status, (await readBody(response)).error]).toEqual([400, error]);
    expect(till.simulator.ledger().complaints).toEqual([]);
    expect(till.simulator.ledger().tokenRequests).toMatchObject([{ grantType: 'password', error }]);
  });
});

describe('refresh', () => {
  test('a refresh token gives new tokens and its own lifetime', async () => {
    const till = await startTill();
    const first = await till.signIn();
    const response = await till.askToken(till.refreshFields(String(first.refresh_token)));
    const answer = await readBody(response);
    expect(response.status).toBe(200);
    expect(answer).toMatchObject({ expires_in: '86400', refresh_token_expires_in: '1209600' });
    expect(answer.access_token).not.toBe(first.access_token);
  });

  test('revoked refresh tokens are refused, and so is every sign-in while the simulator has sign-in switched off', async () => {
    const till = await startTill();
    const first = await till.signIn();
    till.simulator.revokeRefreshTokens();
    const refused = await till.askToken(till.refreshFields(String(first.refresh_token)));
    expect([refused.status, (await readBody(refused)).error]).toEqual([400, 'invalid_grant']);
    till.simulator.setSwitches({ acceptsSignIn: false });
    expect((await till.askToken(till.passwordFields())).status).toBe(400);
  });
});

describe('the bearer token', () => {
  test('a token works until the end of its lifetime, then the answer is 401 without a body', async () => {
    const till = await startSignedInTill({ switches: { accessTokenSeconds: 60 } });
    till.clock.advance(59_999);
    expect((await till.sendBill()).status).toBe(200);
    till.clock.advance(1);
    const refused = await till.sendBill();
    expect([refused.status, await refused.text()]).toEqual([401, '']);
    expect(till.simulator.ledger().complaints).toEqual([]);
  });

  test.each([
    ['POST', '/v3/bill/url'],
    ['POST', '/v3/bill'],
    ['DELETE', '/v3/bill/1b4e28ba-2fa1-41d2-883f-0016d3cca427'],
    ['POST', '/v3/bill/1b4e28ba-2fa1-41d2-883f-0016d3cca427/printed'],
    ['PUT', '/v3/loyalty/transactions'],
    ['DELETE', '/v3/loyalty/transactions/t'],
  ])('%s %s requires a token', async (method, path) => {
    const till = await startSignedInTill();
    expect((await fetch(`${till.baseUrl}/api${path}`, { method })).status).toBe(401);
    expect(till.simulator.ledger().complaints).toHaveLength(1);
    till.simulator.revokeAccessTokens();
    expect((await till.call(method, path)).status).toBe(401);
  });
});
