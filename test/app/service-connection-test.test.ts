import { describe, expect, test } from 'vitest';
import { testConnection } from '../../src-main/service/connection-test.ts';
import { commands } from '../../src-main/shared/window-commands.ts';
import { webPage } from '../fakes/spoiled-answers.ts';
import { startTill, type TestTill } from './simulator-till.ts';

const connectionOf = (till: TestTill) => {
  const { clientId, scopeBase } = till.simulator.account;
  const timeouts = { connectTimeoutMs: 5_000, totalTimeoutMs: 15_000 };
  return { baseUrl: till.baseUrl, authUrl: till.authUrl, clientId, scopeBase, storeId: till.storeId, ...timeouts };
};
const run = (till: TestTill, more: Partial<Parameters<typeof testConnection>[0]> = {}) => {
  const { username, password } = till.simulator.account;
  const credentials = { username, password };
  return testConnection({ fetch, clock: till.clock, connection: connectionOf(till), credentials, ...more });
};
const oks = (result: Awaited<ReturnType<typeof run>>) => result.steps.map(({ ok }) => ok);

describe('the test of a connection', () => {
  test('succeeds with the described answers and cancels the only id that it registers, or reports that it could not', async () => {
    const till = await startTill();
    const result = await run(till);
    expect(result).toMatchObject({ ok: true });
    expect(oks(result)).toEqual([true, true, true]);
    const { registrations, cancels, complaints } = till.simulator.ledger();
    expect(cancels.map(({ billId }) => billId)).toEqual(registrations.map(({ billId }) => billId));
    expect(registrations).toHaveLength(1);
    expect(complaints).toEqual([]);
    expect(commands['connection.test'].output.safeParse(result).success).toBe(true);
    till.simulator.faults.add({ route: 'cancel', effect: { kind: 'status', status: 503 } });
    const kept = await run(till);
    expect(kept.ok).toBe(true);
    expect(kept.steps[2]?.trouble).toMatchObject({ code: 'serverError', status: 503 });
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

  test('passes although an answer deviates, if it is readable, and reports each deviation, also in an unreadable one', async () => {
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
    till.simulator.faults.add(answered(201, { billId, link: 'https://r.invalid/1' }));
    const { steps, deviations } = await run(till);
    const trouble = { code: 'notUnderstood', status: 201 };
    expect(steps[2]).toMatchObject({ ok: false, fault: 'notUnderstood', trouble });
    expect(deviations).toContainEqual(expect.objectContaining({ pointer: '/url', found: 'absent' }));
  });

  test('stops at a refused sign-in after one attempt, and the result contains no credentials', async () => {
    const till = await startTill();
    const credentials = { username: 'canary-user', password: 'canary-password' };
    const result = await run(till, { credentials });
    expect(oks(result)).toEqual([true, false, false]);
    expect(till.simulator.ledger().tokenRequests).toHaveLength(1);
    const trouble = { code: 'signInRefused', status: null, verbatim: 'invalid_grant' };
    expect(result.steps[1]).toMatchObject({ fault: 'accountRefused', trouble });
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  test('fails behind a portal that answers every request', async () => {
    const till = await startTill();
    const trouble = { code: 'webPage', status: 200, verbatim: '' };
    till.simulator.faults.add({ route: 'token', effect: webPage });
    const atSignIn = await run(till);
    expect(oks(atSignIn)).toEqual([true, false, false]);
    till.simulator.faults.add({ route: 'register', effect: webPage });
    const atStore = await run(till);
    expect(oks(atStore)).toEqual([true, true, false]);
    expect([atSignIn.steps[1]?.trouble, atStore.steps[2]?.trouble]).toEqual([trouble, trouble]);
  });
});

describe('an error has a name, so that a window can show it beside its field', () => {
  // No server listens here.
  const silent = 'http://127.0.0.1:2';
  const noServer = { code: 'noConnection', status: null, verbatim: 'ECONNREFUSED' };
  const unknownStore = { code: 'storeUnknown', status: 404, verbatim: expect.any(String) };

  const rows: readonly { wrong: object; fault: string; done: readonly boolean[]; trouble?: object | null }[] = [
    { wrong: { baseUrl: silent }, fault: 'baseUrlSilent', done: [false, false, false], trouble: noServer },
    { wrong: { baseUrl: 'ftp://x.invalid' }, fault: 'baseUrlWrong', done: [false, false, false] },
    { wrong: { authUrl: '' }, fault: 'authUrlWrong', done: [false, false, false] },
    { wrong: { authUrl: silent }, fault: 'authUrlSilent', done: [true, false, false] },
    // An invalid store id is not sent, so there are no details.
    { wrong: { storeId: '' }, fault: 'storeMissing', done: [true, true, false], trouble: null },
    { wrong: { storeId: 'x'.repeat(37) }, fault: 'storeMissing', done: [true, true, false], trouble: null },
    { wrong: { storeId: 'nowhere' }, fault: 'storeRefused', done: [true, true, false], trouble: unknownStore },
  ];
  test.each(rows)('$wrong ends with the error $fault', async ({ wrong, fault, done, trouble }) => {
    const till = await startTill();
    const result = await run(till, { connection: { ...connectionOf(till), ...wrong } });
    expect(oks(result)).toEqual(done);
    const failed = result.steps.find(({ ok }) => !ok);
    expect(failed).toMatchObject({ fault, ...(trouble !== undefined && { trouble }) });
    const registrations = till.simulator.ledger().requests.filter(({ route }) => route === 'register');
    expect(registrations).toHaveLength(fault === 'storeRefused' ? 1 : 0);
  });

  test('without an account no sign-in is sent, and a missing permission is not reported as a wrong store', async () => {
    const till = await startTill();
    const without = await run(till, { credentials: null });
    expect([oks(without), without.steps[1]?.fault]).toEqual([[true, false, false], 'accountMissing']);
    expect(till.simulator.ledger().tokenRequests).toEqual([]);
    till.simulator.faults.add({ route: 'register', effect: { kind: 'status', status: 403 } });
    expect((await run(till)).steps[2]?.fault).toBe('permissionMissing');
  });

  test('the error of the identity provider tells whether the account, the client or the scope was refused', async () => {
    const till = await startTill();
    const faultOf = async (error: string) => {
      const answering = async (url: string, init: RequestInit) =>
        url.startsWith(till.authUrl) ? Response.json({ error }, { status: 400 }) : fetch(url, init);
      return (await run(till, { fetch: answering })).steps[1]?.fault;
    };
    for (const [error, fault] of Object.entries({
      invalid_grant: 'accountRefused',
      access_denied: 'accountRefused',
      invalid_client: 'clientRefused',
      unauthorized_client: 'clientRefused',
      invalid_scope: 'scopeRefused',
      some_other_code: 'signInRefused',
    }))
      expect(await faultOf(error), error).toBe(fault);
  });
});
