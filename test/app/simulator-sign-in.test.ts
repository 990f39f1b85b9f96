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

  const right = 'p=b2c_1_ropc_vendor';
  const form = 'application/x-www-form-urlencoded';
  type Fields = Readonly<Record<string, string>>;
  type Malformed = readonly [what: string, query: string, type: string, bodyOf: (fields: Fields) => string];
  const sent = (fields: Fields) => `${new URLSearchParams(fields)}`;
  const without = (name: string): Malformed => [
    `no ${name}`,
    right,
    form,
    ({ [name]: _left, ...fields }) => sent(fields),
  ];
  test.each<Malformed>([
    ...['grant_type', 'username', 'password', 'client_id', 'scope', 'response_type'].map(without),
    ['an extra field', right, form, (fields) => sent({ ...fields, nonce: '1' })],
    ['a repeated field', right, form, (fields) => `${sent(fields)}&scope=again`],
    ['another response type', right, form, (fields) => sent({ ...fields, response_type: 'code' })],
    ['a JSON body', right, 'application/json', (fields) => JSON.stringify(fields)],
    ['no query', '', form, sent],
    ['another policy', 'p=other', form, sent],
    ['an extra query parameter', `${right}&q=1`, form, sent],
  ])('a request with %s is refused and listed as a complaint', async (what, query, type, bodyOf) => {
    const till = await startTill();
    const headers = { 'content-type': type };
    const body = bodyOf(till.passwordFields());
    const response = await fetch(`${till.authUrl}?${query}`, { method: 'POST', headers, body });
    const error = what === 'no grant_type' ? 'unsupported_grant_type' : 'invalid_request';
    expect([response.status, (await readBody(response)).error]).toEqual([400, error]);
    expect(till.simulator.ledger().complaints).toMatchObject([{ kind: 'malformed' }]);
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

test('a refresh token gives new tokens and its own lifetime, until it is revoked, and no sign-in succeeds while sign-ins are switched off', async () => {
  const till = await startTill();
  const first = await till.signIn();
  const refresh = () => till.askToken(till.refreshFields(String(first.refresh_token)));
  const answer = await readBody(await refresh());
  expect(answer).toMatchObject({ expires_in: '86400', refresh_token_expires_in: '1209600' });
  expect(answer.access_token).not.toBe(first.access_token);
  till.simulator.revokeRefreshTokens();
  const refused = await refresh();
  expect([refused.status, (await readBody(refused)).error]).toEqual([400, 'invalid_grant']);
  till.simulator.setSwitches({ acceptsSignIn: false });
  expect((await till.askToken(till.passwordFields())).status).toBe(400);
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

  test('is required on every route', async () => {
    const till = await startSignedInTill();
    const id = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
    const routes = [
      ['POST', '/v3/bill/url'],
      ['POST', '/v3/bill'],
      ['DELETE', `/v3/bill/${id}`],
      ['POST', `/v3/bill/${id}/printed`],
      ['PUT', '/v3/loyalty/transactions'],
      ['DELETE', '/v3/loyalty/transactions/t'],
    ] as const;
    for (const [method, path] of routes)
      expect((await fetch(`${till.baseUrl}/api${path}`, { method })).status, path).toBe(401);
    expect(till.simulator.ledger().complaints).toHaveLength(routes.length);
    till.simulator.revokeAccessTokens();
    for (const [method, path] of routes) expect((await till.call(method, path)).status, path).toBe(401);
  });
});
