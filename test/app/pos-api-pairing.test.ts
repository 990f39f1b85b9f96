import { describe, expect, test } from 'vitest';
import { openTill, type Till } from './pos-api-till.ts';

const pair = (till: Till, code: string, name = 'Till 2') =>
  till.call('POST', '/v1/pair', { body: { code, name }, headers: { authorization: undefined } });

const wrong = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

describe('pairing a till', () => {
  test('the code of the cashier window is traded for a token that opens the API', async () => {
    const till = await openTill();
    const reply = await pair(till, till.pairing.start(false).code);
    expect(reply.status).toBe(200);
    const { token } = reply.body as { token: string };
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await till.call('GET', '/v1/status', { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      status: 200,
    });
    expect(till.tokens.names()).toContain('Till 2');
    expect(till.tokens.find(token)?.scopes).toEqual(['sale']);
  });

  test('the scope of the customer desk is given only where the cashier asked for it', async () => {
    const till = await openTill();
    const { token } = (await pair(till, till.pairing.start(true).code)).body as { token: string };
    expect(till.tokens.find(token)?.scopes).toEqual(['sale', 'partner']);
  });

  test('a token that a full disk does not take is no fault of the app, and the code stays good', async () => {
    const till = await openTill();
    const { code } = till.pairing.start(false);
    till.tokens.disk.isFull = true;
    expect(await pair(till, code)).toMatchObject({ status: 507, body: { type: 'storage-full' } });
    till.tokens.disk.isFull = false;
    expect(await pair(till, code)).toMatchObject({ status: 200 });
  });

  test('a code works once', async () => {
    const till = await openTill();
    const { code } = till.pairing.start(false);
    await pair(till, code);
    expect(await pair(till, code)).toMatchObject({ status: 403, body: { type: 'pairing-refused' } });
  });

  test('after five wrong tries the right code is dead', async () => {
    const till = await openTill();
    const { code } = till.pairing.start(false);
    for (let tries = 0; tries < 5; tries++) expect(await pair(till, wrong(code))).toMatchObject({ status: 403 });
    expect(await pair(till, code)).toMatchObject({ status: 403 });
    expect(till.pairing.current()).toBeNull();
  });

  test('the fifth try may still be the right one', async () => {
    const till = await openTill();
    const { code } = till.pairing.start(false);
    for (let tries = 0; tries < 4; tries++) await pair(till, wrong(code));
    expect(await pair(till, code)).toMatchObject({ status: 200 });
  });

  test('after two minutes the code is dead', async () => {
    const till = await openTill();
    const { code } = till.pairing.start(false);
    till.clock.advance(2 * 60_000);
    expect(await pair(till, code)).toMatchObject({ status: 403 });
  });

  test('nobody can tell a wrong code from no code', async () => {
    const till = await openTill();
    const without = await pair(till, '00000000');
    till.pairing.start(false);
    const withOne = await pair(till, '00000000');
    expect(withOne.text).toBe(without.text);
  });

  test('who guesses without end has to wait, also when no code is shown', async () => {
    const till = await openTill();
    for (let tries = 0; tries < 20; tries++) expect(await pair(till, '00000000')).toMatchObject({ status: 403 });
    const { code } = till.pairing.start(false);
    expect(await pair(till, code)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    till.clock.advance(60_000);
    expect(await pair(till, code)).toMatchObject({ status: 200 });
  });

  test('neither code nor token nor name is written to the log', async () => {
    const till = await openTill();
    const { code } = till.pairing.start(false);
    await pair(till, wrong(code), 'CANARY');
    const { token } = (await pair(till, code, 'CANARY')).body as { token: string };
    const written = JSON.stringify(till.log.lines);
    for (const secret of [code, wrong(code), token, 'CANARY']) expect(written).not.toContain(secret);
  });

  test('a web page cannot guess codes', async () => {
    const till = await openTill();
    const { code } = till.pairing.start(false);
    const headers = { origin: 'https://evil.example', authorization: undefined };
    expect(await till.call('POST', '/v1/pair', { body: { code, name: 'evil' }, headers })).toMatchObject({
      status: 403,
    });
    expect(till.pairing.current()).not.toBeNull();
  });
});
