import { describe, expect, test } from 'vitest';
import { testConnection } from '../../src-main/service/connection-test.ts';
import { commands } from '../../src-main/shared/window-commands.ts';
import { startTill, type TestTill } from './simulator-till.ts';

const connectionOf = (till: TestTill) => {
  const { clientId, scopeBase } = till.simulator.account;
  return { baseUrl: till.baseUrl, authUrl: till.authUrl, clientId, scopeBase, storeId: till.storeId };
};
const run = (till: TestTill, more: Partial<Parameters<typeof testConnection>[0]> = {}) => {
  const { username, password } = till.simulator.account;
  const credentials = { username, password };
  return testConnection({ fetch, clock: till.clock, connection: connectionOf(till), credentials, ...more });
};
const oks = (result: Awaited<ReturnType<typeof run>>) => result.steps.map(({ ok }) => ok);

describe('the test of a connection', () => {
  test('succeeds, leaves nothing behind and accepts the described answers', async () => {
    const till = await startTill();
    const result = await run(till);
    expect(result).toMatchObject({ ok: true });
    expect(oks(result)).toEqual([true, true, true]);
    const { registrations, cancels, complaints } = till.simulator.ledger();
    expect(cancels.map(({ billId }) => billId)).toEqual(registrations.map(({ billId }) => billId));
    expect(registrations).toHaveLength(1);
    expect(complaints).toEqual([]);
    expect(commands['connection.test'].output.safeParse(result).success).toBe(true);
  });

  const answered = (status: number, body: object) => ({
    route: 'register' as const,
    effect: {
      kind: 'status' as const,
      status,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    },
  });
  const billId = '0c1f7f0e-5a52-4c5e-9f50-8a6d1b2c3d4e';

  test('passes although an answer deviates, if it is readable, and reports each deviation', async () => {
    const till = await startTill();
    till.simulator.faults.add(answered(201, { type: 1, url: 'https://r.invalid/1', billId }));
    const result = await run(till);
    expect(oks(result)).toEqual([true, true, true]);
    const route = 'POST /v3/bill/url';
    expect(result.deviations).toEqual([
      { route, pointer: '', found: 'HTTP 201', expected: 'HTTP 200', count: 1 },
      { route, pointer: '/type', found: 'number', expected: 'url', count: 1 },
    ]);
    expect(commands['connection.test'].output.safeParse(result).success).toBe(true);
  });

  test('reports the unreadable parts of a 201 instead of a missing answer', async () => {
    const till = await startTill();
    till.simulator.faults.add(answered(201, { billId, link: 'https://r.invalid/1' }));
    const { steps, deviations } = await run(till);
    expect(steps[2]).toMatchObject({
      ok: false,
      fault: 'notUnderstood',
      trouble: { code: 'notUnderstood', status: 201 },
    });
    expect(deviations).toContainEqual(expect.objectContaining({ pointer: '/url', found: 'absent' }));
  });

  test('stops at an address where no server answers', async () => {
    const till = await startTill();
    await till.simulator.stop();
    const result = await run(till);
    expect(oks(result)).toEqual([false, false, false]);
    expect(result.steps[0]?.trouble).toEqual({ code: 'noConnection', status: null, verbatim: 'ECONNREFUSED' });
  });

  test.each([{ baseUrl: '' }, { authUrl: '' }, { baseUrl: 'ftp://x.invalid' }])(
    'rejects an invalid address: %j',
    async (wrong) => {
      const till = await startTill();
      const result = await run(till, { connection: { ...connectionOf(till), ...wrong } });
      expect(oks(result)).toEqual([false, false, false]);
      expect(till.simulator.ledger().requests).toEqual([]);
    },
  );

  test('stops at a refused sign-in after one attempt, and the result contains no credentials', async () => {
    const till = await startTill();
    const credentials = { username: 'canary-user', password: 'canary-password' };
    const result = await run(till, { credentials });
    expect(oks(result)).toEqual([true, false, false]);
    expect(till.simulator.ledger().tokenRequests).toHaveLength(1);
    expect(result.steps[1]?.trouble).toEqual({ code: 'signInRefused', status: null, verbatim: 'invalid_grant' });
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  test('sends nothing without credentials', async () => {
    const till = await startTill();
    expect(oks(await run(till, { credentials: null }))).toEqual([true, false, false]);
    expect(till.simulator.ledger().tokenRequests).toEqual([]);
  });

  test('stops at a store that the service does not know', async () => {
    const till = await startTill();
    const troubles = [];
    for (const storeId of ['nowhere', '', 'x'.repeat(37)]) {
      const result = await run(till, { connection: { ...connectionOf(till), storeId } });
      expect(oks(result)).toEqual([true, true, false]);
      troubles.push(result.steps[2]?.trouble);
    }
    // An invalid store id is not sent, so there are no details.
    expect(troubles).toEqual([{ code: 'storeUnknown', status: 404, verbatim: expect.any(String) }, null, null]);
  });

  test('fails behind a portal that answers every request', async () => {
    const till = await startTill();
    const webPage = { code: 'webPage', status: 200, verbatim: '' };
    till.simulator.faults.add({ route: 'token', effect: { kind: 'html' } });
    const atSignIn = await run(till);
    expect(oks(atSignIn)).toEqual([true, false, false]);
    till.simulator.faults.add({ route: 'register', effect: { kind: 'html' } });
    const atStore = await run(till);
    expect(oks(atStore)).toEqual([true, true, false]);
    expect([atSignIn.steps[1]?.trouble, atStore.steps[2]?.trouble]).toEqual([webPage, webPage]);
  });

  test('an id that cannot be cancelled is reported, and the store still counts as known', async () => {
    const till = await startTill();
    till.simulator.faults.add({ route: 'cancel', effect: { kind: 'status', status: 503 } });
    const result = await run(till);
    expect(result.ok).toBe(true);
    expect(result.steps[2]?.trouble).toMatchObject({ code: 'serverError', status: 503 });
  });
});

describe('an error has a name, so that a window can show it beside its field', () => {
  const faultOf = async (till: TestTill, more: Parameters<typeof run>[1] = {}) =>
    (await run(till, more)).steps.find(({ ok }) => !ok)?.fault;

  test('address, account and store each have an error name', async () => {
    const till = await startTill();
    const at = (wrong: object) => ({ connection: { ...connectionOf(till), ...wrong } });
    expect(await faultOf(till, at({ baseUrl: 'no address' }))).toBe('baseUrlWrong');
    expect(await faultOf(till, at({ authUrl: '' }))).toBe('authUrlWrong');
    expect(await faultOf(till, at({ baseUrl: 'http://127.0.0.1:1' }))).toBe('baseUrlSilent');
    expect(await faultOf(till, at({ authUrl: 'http://127.0.0.1:1' }))).toBe('authUrlSilent');
    expect(await faultOf(till, at({ storeId: '' }))).toBe('storeMissing');
    expect(await faultOf(till, at({ storeId: 'nowhere' }))).toBe('storeRefused');
    expect(await faultOf(till, { credentials: null })).toBe('accountMissing');
    const { username } = till.simulator.account;
    expect(await faultOf(till, { credentials: { username, password: 'wrong' } })).toBe('accountRefused');
    till.simulator.faults.add({ route: 'register', effect: { kind: 'status', status: 403 } });
    expect(await faultOf(till)).toBe('permissionMissing');
  });

  test.each([
    ['invalid_grant', 'accountRefused'],
    ['access_denied', 'accountRefused'],
    ['invalid_client', 'clientRefused'],
    ['unauthorized_client', 'clientRefused'],
    ['invalid_scope', 'scopeRefused'],
    ['invalid_request', 'signInRefused'],
    ['some_other_code', 'signInRefused'],
  ])('the error %s of the identity provider is reported as %s', async (error, fault) => {
    const till = await startTill();
    const answering: typeof fetch = async (url, init) =>
      String(url).startsWith(till.authUrl) ? Response.json({ error }, { status: 400 }) : fetch(url, init);
    expect(await faultOf(till, { fetch: answering as Parameters<typeof testConnection>[0]['fetch'] })).toBe(fault);
  });
});
