import { describe, expect, test } from 'vitest';
import { startDesk } from './simulator-desk.ts';
import { json, smallBill } from './simulator-till.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const someone = '00000000-0000-4000-8000-000000000000';

describe('creating a user', () => {
  test('gives a GUID, for an externalId that the organisation has once', async () => {
    const desk = await startDesk();
    const first = await desk.ask('POST', '/api/v3/user', { externalId: 'member-1' });
    expect([first.status, await first.json()]).toEqual([200, { id: expect.stringMatching(GUID) }]);
    const second = await desk.ask('POST', '/api/v3/user', { externalId: 'member-1' });
    expect([second.status, (await json(second)).type]).toEqual([409, 'user-already-exists']);
    expect(await desk.user('member-2')).not.toBe(await desk.user('member-3'));
  });

  test.each([
    [{ existingUserStatus: 400, partnerErrorBody: 'json' }, 400, '{"error":{"code":"user-already-exists"'],
    [{ partnerErrorBody: 'text' }, 409, 'A user with this externalId exists already.'],
    [{ partnerErrorBody: 'empty' }, 409, ''],
  ] as const)('a second creation is refused as %j says', async (switches, status, start) => {
    const desk = await startDesk({ switches });
    await desk.user('member-1');
    const answer = await desk.ask('POST', '/api/v3/user', { externalId: 'member-1' });
    const text = await answer.text();
    expect([answer.status, text.slice(0, start.length)]).toEqual([status, start]);
    if (start === '') expect(text).toBe('');
  });

  test('or, where it is switched so, gives the user that is there', async () => {
    const desk = await startDesk({ switches: { existingUser: 'sameUser' } });
    const first = await desk.ask('POST', '/api/v3/user', { externalId: 'member-1' });
    const second = await desk.ask('POST', '/api/v3/user', { externalId: 'member-1' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await second.json()).toEqual(await first.json());
  });

  test.each([
    ['{', 'body'],
    [{}, 'externalId'],
    [{ externalId: '' }, 'externalId'],
    [{ externalId: 7 }, 'externalId'],
    [{ externalId: 'a', loyaltyCards: {} }, 'loyaltyCards'],
    [{ externalId: 'a', loyaltyCards: ['1'] }, 'loyaltyCards[0]'],
    [{ externalId: 'a', loyaltyCards: [{ code: 5 }] }, 'loyaltyCards[0].code'],
  ])('%j is refused with the field %s and noted, without its value', async (body, field) => {
    const desk = await startDesk();
    const answer = await desk.ask('POST', '/api/v3/user', body);
    expect([answer.status, Object.keys((await json(answer)).errors as object)]).toEqual([400, [field]]);
    expect(desk.till.simulator.ledger().complaints).toMatchObject([
      { kind: 'malformed', path: '/partner/api/v3/user' },
    ]);
  });

  test('the ledger has users with their cards, and every later step without a secret', async () => {
    const desk = await startDesk();
    const cards = [{ code: '400123', name: 'Family card' }];
    const userId = await desk.user('member-1', cards);
    const token = await json(await desk.ask('GET', `/api/v3/user/${userId}/token?applicationClientId=app-1`));
    await desk.ask('DELETE', `/api/user/${userId}`);
    const { partner } = desk.till.simulator.ledger();
    expect(partner).toMatchObject([
      { kind: 'userCreated', userId, externalId: 'member-1', origin: 'partner', loyaltyCards: cards },
      { kind: 'tokenIssued', userId, applicationClientId: 'app-1' },
      { kind: 'userDeleted', userId },
    ]);
    expect(JSON.stringify(desk.till.simulator.ledger())).not.toContain(token.accessToken);
    expect(JSON.stringify(desk.till.log.lines)).not.toContain('member-1');
  });
});

describe('users and bills', () => {
  test('a bill finds the user that the partner interface created', async () => {
    const desk = await startDesk();
    await desk.user('member-1');
    const userIdentification = { externalId: 'member-1' };
    expect(await json(await desk.till.sendBill(smallBill(), { userIdentification }))).toMatchObject({
      isAssigned: true,
    });
    const buyerInformation = { userIdentification };
    expect(await desk.till.register({ buyerInformation })).toMatchObject({ type: 'externalId', isAssigned: true });
  });

  test('a user whom a bill created exists already, and so does one that the service knows', async () => {
    const desk = await startDesk({ switches: { transparentUserCreation: true, knownExternalIds: ['known-1'] } });
    await desk.bill('on-the-way', smallBill());
    for (const externalId of ['on-the-way', 'known-1']) {
      expect((await desk.ask('POST', '/api/v3/user', { externalId })).status).toBe(409);
    }
    expect(desk.till.simulator.ledger().createdUsers).toEqual(['on-the-way']);
  });

  test('no bill finds a deleted user, and the externalId is free again', async () => {
    const desk = await startDesk({ switches: { knownExternalIds: ['known-1'], existingUser: 'sameUser' } });
    for (const externalId of ['member-1', 'known-1']) {
      const userId = await desk.user(externalId);
      expect((await desk.ask('DELETE', `/api/user/${userId}`)).status).toBe(204);
      const request = { userIdentification: { externalId } };
      expect(await json(await desk.till.sendBill(smallBill(), request))).toMatchObject({ type: 'url' });
      expect(await desk.user(externalId)).not.toBe(userId);
    }
  });
});

describe('the token of a user', () => {
  test('is four strings, another one each time, and not to be kept', async () => {
    const desk = await startDesk();
    const userId = await desk.user('member-1');
    const answer = await desk.ask('GET', `/api/v3/user/${userId.toUpperCase()}/token`);
    const token = await json(answer);
    const text = expect.stringMatching(/^\S{40,}$/);
    expect(token).toEqual({ id: userId, accessToken: text, refreshToken: text, expiresIn: '3600' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const next = await json(await desk.ask('GET', `/api/v3/user/${userId}/token`));
    expect(next.accessToken).not.toBe(token.accessToken);
  });

  test('a fresh user that is slow has none for a while', async () => {
    const desk = await startDesk({ switches: { slowUserChance: 1, slowUserMs: 50_000 } });
    const userId = await desk.user('member-1');
    const path = `/api/v3/user/${userId}/token`;
    desk.till.clock.advance(49_999);
    const early = await desk.ask('GET', path);
    expect([early.status, early.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(await early.json()).toMatchObject({ type: 'user-temporarily-not-available', status: 404 });
    desk.till.clock.advance(1);
    expect((await desk.ask('GET', path)).status).toBe(200);
  });

  test('about as many fresh users are slow as it was told, and the same ones for the same dice', async () => {
    const slow = async () => {
      const desk = await startDesk({ switches: { slowUserChance: 1 / 20 } }, 3);
      const states: number[] = [];
      for (let number = 0; number < 80; number += 1) {
        const userId = await desk.user(`member-${number}`);
        states.push((await desk.ask('GET', `/api/v3/user/${userId}/token`)).status);
      }
      return states.flatMap((status, index) => (status === 404 ? [index] : []));
    };
    const found = await slow();
    expect(found.length).toBeGreaterThanOrEqual(1);
    expect(found.length).toBeLessThanOrEqual(10);
    expect(await slow()).toEqual(found);
  });

  test('with several applications one must be named, with one it may', async () => {
    const desk = await startDesk({ switches: { applicationClientIds: ['app-1', 'app-2'] } });
    const path = `/api/v3/user/${await desk.user('member-1')}/token`;
    const statuses = async () => {
      const answers = ['', '?applicationClientId=app-2', '?applicationClientId=app-3'].map((query) =>
        desk.ask('GET', path + query),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([400, 200, 400]);
    desk.till.simulator.setSwitches({ applicationClientIds: ['app-2'] });
    expect(await statuses()).toEqual([200, 200, 400]);
    desk.till.simulator.setSwitches({ applicationClientIds: [] });
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});

describe('deleting a user', () => {
  test.each([
    [false, 204, ''],
    [true, 202, 'is being deleted'],
  ])('contrary %s answers %i', async (contrary, status, part) => {
    const desk = await startDesk({ switches: { contrary } });
    const answer = await desk.ask('DELETE', `/api/user/${await desk.user('member-1')}`);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(part)]);
  });

  test('who is not there is refused, or not', async () => {
    const desk = await startDesk({ switches: { unknownUserStatus: 410 } });
    expect((await desk.ask('DELETE', `/api/user/${someone}`)).status).toBe(410);
    expect((await desk.ask('GET', `/api/v3/user/${someone}/token`)).status).toBe(410);
    desk.till.simulator.setSwitches({ unknownUserDelete: 'accepted' });
    expect((await desk.ask('DELETE', `/api/user/${someone}`)).status).toBe(204);
  });
});

describe('paths as the document writes them', () => {
  test.each([
    ['POST', '/api/user'],
    ['POST', '/v3/user'],
    ['DELETE', `/api/v3/user/${someone}`],
    ['GET', `/api/user/${someone}/token`],
    ['POST', '/api/v3/onboarding'],
  ])('%s %s is no route, and noted', async (method, path) => {
    const desk = await startDesk();
    const answer = await desk.ask(method, path, method === 'POST' ? { externalId: 'a' } : undefined);
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found']);
    expect(desk.till.simulator.ledger().complaints).toHaveLength(1);
  });
});
