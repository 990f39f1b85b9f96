import { Agent } from 'node:http';
import { describe, expect, onTestFinished } from 'vitest';
import { pairTill, removeTill, sendCode, showCode } from './paired-till.ts';
import { type PosTill, posTills } from './pos-api-till.ts';
import { openTestApp, unwrap } from './test-app.ts';

const { test } = posTills();

const pair = (till: PosTill, code: string, name = 'Till 2', agent?: Agent) =>
  till.call('POST', '/v1/pair', {
    body: { code, name },
    headers: { authorization: undefined },
    ...(agent !== undefined && { agent }),
  });

const wrong = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

describe('pairing a till', () => {
  test('the code of the cashier window is exchanged for a token of the API with the scopes that the cashier chose', async ({
    till,
  }) => {
    const reply = await pair(till, unwrap(till.pairing.start(false)).code);
    expect(reply.status).toBe(200);
    const { token } = reply.body as { token: string };
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await till.call('GET', '/v1/status', { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      status: 200,
    });
    expect(till.tills.list().map(({ name }) => name)).toContain('Till 2');
    expect(till.tokens.find(token)?.scopes).toEqual(['sale']);
    const service = (await pair(till, unwrap(till.pairing.start(true)).code, 'Till 3')).body as { token: string };
    expect(till.tokens.find(service.token)?.scopes).toEqual(['sale', 'partner']);
  });

  test('a token that a full disk cannot store is answered with 507, and the code stays valid', async ({ till }) => {
    const { code } = unwrap(till.pairing.start(false));
    const { put } = till.tills;
    const full = () => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    };
    Object.assign(till.tills, { put: full });
    expect(await pair(till, code)).toMatchObject({ status: 507, body: { type: 'storage-full' } });
    Object.assign(till.tills, { put });
    expect(await pair(till, code)).toMatchObject({ status: 200 });
  });

  test('a client is refused after five wrong codes, but the right code of another client is still accepted', async ({
    till,
  }) => {
    const { code } = unwrap(till.pairing.start(false));
    const guessing = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => guessing.destroy());
    for (let tries = 0; tries < 5; tries++)
      expect(await pair(till, wrong(code), 'x', guessing)).toMatchObject({ status: 403 });
    expect(await pair(till, code, 'x', guessing)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1', connection: 'close' },
      body: { type: 'too-many-tries' },
    });
    for (let sides = 0; sides < 50; sides++) await pair(till, wrong(code));
    expect(till.pairing.current()?.wrongCodes).toBe(55);
    expect(await pair(till, code)).toMatchObject({ status: 200 });
  });

  test('a wrong code gets the same answer, whether the app shows a code or not', async ({ till }) => {
    const without = await pair(till, '00000000');
    unwrap(till.pairing.start(false));
    const withOne = await pair(till, '00000000');
    expect(withOne.body).toEqual({ ...(without.body as object), requestId: expect.any(String) });
  });

  test('neither code nor token nor name is written to the log', async ({ till }) => {
    const { code } = unwrap(till.pairing.start(false));
    await pair(till, wrong(code), 'CANARY');
    const { token } = (await pair(till, code, 'CANARY')).body as { token: string };
    const written = JSON.stringify(till.log.lines);
    for (const secret of [code, wrong(code), token, 'CANARY']) expect(written).not.toContain(secret);
  });
});

describe('the name of a till', () => {
  const nameFault = { type: 'invalid', errors: [{ path: '/name', code: 'name' }] };

  test('a new till cannot take the name of a paired or removed till, and its code stays valid for another name', async () => {
    const testApp = await openTestApp();
    const till = await pairTill(testApp, 'Till A');
    const code = await showCode(testApp);
    const refused = await sendCode(testApp, code, ' TiLL\u{a0} Ａ');
    expect([refused.status, await refused.json()]).toMatchObject([422, nameFault]);
    expect((await till.call('GET', '/status')).status).toBe(200);
    expect((await sendCode(testApp, code, 'Till B')).status).toBe(200);
    await removeTill(testApp, 'Till B');
    expect((await sendCode(testApp, await showCode(testApp), 'Till B')).status).toBe(422);
  });

  test('must be the existing one if the code was shown for an existing till; any other name is refused', async () => {
    const testApp = await openTestApp();
    await pairTill(testApp, 'Till A');
    const code = await showCode(testApp, 'Till A');
    expect(testApp.view.pairing).toMatchObject({ till: 'Till A' });
    const refused = await sendCode(testApp, code, 'Till B');
    expect([refused.status, await refused.json()]).toMatchObject([422, nameFault]);
    expect((await sendCode(testApp, code, 'Till A')).status).toBe(200);
  });

  test('is shown after a pairing, a repeated pairing and a removal; the log has the id of the till instead', async () => {
    const testApp = await openTestApp();
    const last = () => testApp.view.status.posApi.lastTill;
    await pairTill(testApp, 'Till A');
    expect(last()).toMatchObject({ what: 'paired', name: 'Till A' });
    await pairTill(testApp, 'Till A');
    expect(last()).toMatchObject({ what: 'paired-again', name: 'Till A' });
    const id = await removeTill(testApp, 'Till A');
    expect(last()).toMatchObject({ what: 'removed', name: 'Till A' });
    const lines = testApp.log.lines.filter(({ event }) => event.startsWith('till-'));
    expect(lines).toMatchObject(
      ['till-paired', 'till-paired-again', 'till-removed'].map((event) => ({
        level: 'warn',
        event,
        fields: { till: id },
      })),
    );
  });
});
