import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { FetchInit } from '../../src-main/ports.ts';
import { settled } from '../fakes/settled.ts';
import { afterLock, holdReceipts } from './other-program.ts';
import { type FakeReply, key, openPartnerTestApp, startPartner, userId } from './partner-test-app.ts';
import { codeOf, unwrap } from './test-app.ts';

const made = { 'POST /partner/api/v3/user': { body: { id: userId } } };
const token = { id: userId, accessToken: 'canary-access', refreshToken: 'canary-refresh', expiresIn: '3600' };
const notYet = {
  status: 404,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 'https://x.example/problems/user-temporarily-not-available', title: 'Not yet', status: 404 },
};

describe('creating a user', () => {
  test('sends the external id and the cards of the user, with the key in a header, and returns the id of the user', async () => {
    const { partner, call } = await openPartnerTestApp({ answers: made });
    const user = { externalId: 'customer-1', loyaltyCards: [{ code: '99', name: 'Club' }] };
    expect(await call('POST', '/users', user)).toMatchObject({ status: 201, body: { id: userId } });
    const [request] = partner.requests;
    expect(JSON.parse(request?.body ?? '')).toEqual(user);
    expect(request?.headers).toMatchObject({ 'x-api-key': key, 'content-type': 'application/json' });
    expect(request?.headers.authorization).toBeUndefined();
  });

  test('uses a new connection, like adding a receipt and onboarding, so that no network stack repeats it', async () => {
    const { testApp, call } = await openPartnerTestApp({ answers: { '*': { status: 400 } } });
    const fresh: unknown[] = [];
    testApp.network.meets = (url, init) => {
      if (url.includes('/partner/')) fresh.push((init as FetchInit).freshConnection);
      return null;
    };
    await call('POST', '/users', { externalId: 'c-1' });
    await call('POST', `/users/${userId}/receipts`, { receiptId: 'r-1' });
    await call('POST', '/onboarding', { vendorCustomer: {}, invoicingDetails: {} });
    await call('GET', `/users/${userId}/token`);
    expect(fresh).toEqual([true, true, true, false]);
  });
});

describe('finding or creating a user', () => {
  test('finds a user that this app created, also after a restart, and creates a new one after its deletion', async () => {
    const { testApp, partner } = await openPartnerTestApp({
      answers: { ...made, [`DELETE /partner/api/user/${userId}`]: { status: 204 } },
    });
    const ask = async () => unwrap(await testApp.cashier['partner.findOrCreate']({ externalId: 'c-1' }));
    expect(await ask()).toEqual({ userId, known: false });
    expect(await ask()).toEqual({ userId, known: true });
    await testApp.restart();
    expect(await ask()).toEqual({ userId, known: true });
    expect(partner.requests).toHaveLength(1);
    unwrap(await testApp.cashier['partner.deleteUser']({ userId }));
    expect(await ask()).toEqual({ userId, known: false });
    expect(partner.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
  });

  test('knows a created and a deleted user even if another program locked the database at that moment', async () => {
    let release = (): void => undefined;
    const deletion = `DELETE /partner/api/user/${userId}`;
    const locking = (answer: FakeReply) => () => {
      release = holdReceipts(testApp);
      Object.assign(partner.answers, { [deletion]: { status: 404 } });
      return answer;
    };
    const { testApp, partner } = await openPartnerTestApp({
      answers: { 'POST /partner/api/v3/user': locking({ body: { id: userId } }) },
    });
    const inLock = <T>(pending: Promise<T>): Promise<T> => afterLock(testApp, pending, () => release());
    const ask = () => testApp.cashier['partner.findOrCreate']({ externalId: 'c-1' });
    unwrap(await inLock(ask()));
    expect(unwrap(await ask()).known).toBe(true);
    Object.assign(partner.answers, { [deletion]: locking({ status: 204 }) });
    unwrap(await inLock(testApp.cashier['partner.deleteUser']({ userId })));
    Object.assign(partner.answers, made);
    expect(unwrap(await ask()).known).toBe(false);
  });

  test('finds only the users of the present address, and a deletion there keeps those of another one, like a refused change', async () => {
    const { testApp, partner } = await openPartnerTestApp({ answers: made });
    const otherId = '6e8d2f1a-04c3-4d7b-9f32-8b5a1e0c4d63';
    const other = await startPartner({ '*': { status: 404, body: { title: 'unknown' } } });
    const ask = async () => unwrap(await testApp.cashier['partner.findOrCreate']({ externalId: 'c-1' }));
    const moveTo = async ({ url }: { url: string }, newKey = key) =>
      unwrap(await testApp.cashier['partner.saveAccess']({ partnerUrl: url, key: newKey }));
    await ask();
    await moveTo(other);
    await testApp.cashier['partner.deleteUser']({ userId });
    other.answers['*'] = { body: { id: otherId } };
    expect(await ask()).toEqual({ userId: otherId, known: false });
    await moveTo({ url: `${partner.url}/` });
    await expect(moveTo(other, 'clé')).rejects.toThrow();
    expect(await ask()).toEqual({ userId, known: true });
    // A folder of this name lets the disk refuse the next address. The present one keeps its key.
    rmSync(join(testApp.dataDir, 'settings.json'));
    mkdirSync(join(testApp.dataDir, 'settings.json'));
    await expect(moveTo(other)).rejects.toThrow();
    expect(codeOf(await testApp.cashier['partner.deleteUser']({ userId }))).toBe('notFound');
  });

  test('finds a user that was created while the app was closing', async () => {
    const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<{ body: unknown }>()];
    const { testApp, partner } = await openPartnerTestApp({
      answers: {
        '*': () => {
          arrived.resolve();
          return answer.promise;
        },
      },
    });
    const ask = () => testApp.cashier['partner.findOrCreate']({ externalId: 'c-1' });
    const pending = ask();
    await arrived.promise;
    const stopped = testApp.app.stop();
    const isStopped = settled(stopped);
    // A stop that waits for nothing ends within these turns.
    for (let turns = 0; turns < 1_000 && !isStopped(); turns += 1) await nextTurn();
    answer.resolve({ body: { id: userId } });
    await Promise.all([pending, stopped]);
    await testApp.start();
    expect(unwrap(await ask())).toEqual({ userId, known: true });
    expect(partner.requests).toHaveLength(1);
  });

  test('reports that a user created elsewhere cannot be looked up', async () => {
    const { testApp } = await openPartnerTestApp({ answers: { '*': { status: 409, body: 'externalId exists' } } });
    const pending = await testApp.cashier['partner.findOrCreate']({ externalId: 'c-1' });
    expect(codeOf(pending)).toBe('conflict');
    expect(pending.ok ? '' : pending.error.message).toMatch(/externalId exists.*cannot look up a user/);
  });
});

describe('a token', () => {
  test('has four text fields, and a number of seconds becomes text', async () => {
    const path = `GET /partner/api/v3/user/${userId}/token`;
    const { partner, call } = await openPartnerTestApp({
      answers: { [path]: { body: { ...token, expiresIn: 3600 } } },
    });
    const reply = await call('GET', `/users/${userId}/token?applicationClientId=app%201`);
    expect(reply).toMatchObject({ status: 200, body: token });
    expect(partner.requests[0]?.path).toBe(`/partner/api/v3/user/${userId}/token?applicationClientId=app%201`);
  });

  test('is not yet available for a new user: the answer is 503 with the time of the next attempt', async () => {
    const { call } = await openPartnerTestApp({ answers: { '*': notYet } });
    const reply = await call('GET', `/users/${userId}/token`);
    expect(reply).toMatchObject({ status: 503, body: { type: 'user-temporarily-not-available' } });
    expect(reply.headers.get('retry-after')).toBe('10');
  });

  test('appears in the window after a countdown', async () => {
    const { testApp, partner } = await openPartnerTestApp({ answers: { '*': notYet } });
    const startedAt = testApp.clock.now();
    const pending = testApp.cashier['partner.token']({ userId, applicationClientId: null });
    const wait = () => testApp.view.partner.wait;
    await testApp.until(() => wait() != null);
    expect(wait()).toEqual({ until: startedAt + 120_000, nextTryAt: startedAt + 10_000 });
    partner.answers['*'] = { body: token };
    testApp.clock.advance(10_000);
    expect(unwrap(await pending)).toEqual(token);
    await testApp.until(() => wait() === null);
  });

  test('is no longer requested after two minutes, or when the cashier leaves', async () => {
    const { testApp, partner } = await openPartnerTestApp({ answers: { '*': notYet } });
    const ask = () => testApp.cashier['partner.token']({ userId, applicationClientId: null });
    const refused = { ok: false, error: { code: 'userNotYetAvailable' } };
    const pending = ask();
    const isOver = settled(pending);
    while (!isOver()) {
      const before = partner.requests.length;
      await testApp.until(() => isOver() || (testApp.view.partner.wait?.nextTryAt ?? 0) > testApp.clock.now());
      if (!isOver()) testApp.clock.advance(10_000);
      await testApp.until(() => isOver() || partner.requests.length > before);
    }
    expect(await pending).toMatchObject(refused);
    expect(partner.requests).toHaveLength(13);

    const again = ask();
    await testApp.until(() => testApp.view.partner.wait != null);
    unwrap(await testApp.cashier['partner.leaveToken'](null));
    expect(await again).toMatchObject(refused);
    expect(testApp.view.partner.wait).toBeNull();
  });
});
