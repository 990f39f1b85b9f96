import { expect, test } from 'vitest';
import type { PartnerContext } from '../../../src-main/partner/partner-controller.ts';
import { deleteUser, findOrCreateUser } from '../../../src-main/partner/partner-users.ts';
import type { PartnerAnswer } from '../../../src-main/service/answers.ts';
import { noAnswer } from '../../../src-main/service/http.ts';
import { readSettings } from '../../../src-main/settings/stored-settings.ts';
import type { UserToken } from '../../../src-main/shared/partner-view.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const unsent = noAnswer('no-connection', 'no network', { mayHaveArrived: false });
const lost = noAnswer('connection-lost', 'the answer broke off', { mayHaveArrived: true });
const problem = { status: 404, type: null, title: 'HTTP 404', detail: '', errors: [], traceId: null, extensions: '' };
const unclear = { kind: 'refused', problem: { ...problem, detail: 'no Route matched with those values' } } as const;
const inWords = { kind: 'refused', problem: { ...problem, detail: 'User not found' } } as const;
const unknownUser = { kind: 'refused', problem: { ...problem, type: 'user-notfound' } } as const;
const token = { kind: 'ok', value: { id: 'u', accessToken: 'a', refreshToken: 'r', expiresIn: '1' } } as const;

/** `moves`: the address in Settings changes after the first answer. */
async function deleted(
  answers: readonly PartnerAnswer<null>[],
  askedForToken: PartnerAnswer<UserToken> = token,
  moves = false,
) {
  const left = [...answers];
  let isForgotten = false;
  const first = 'https://partner.invalid';
  const setTimer = (_ms: number, run: () => void) => {
    queueMicrotask(run);
    return () => undefined;
  };
  const context = {
    clock: { now: () => 0, monotonic: () => 0, setTimer },
    log: createTestLog(),
    settings: () => readSettings({}).settings,
    beforeStop: (work: Promise<unknown>) => work,
    partner: {
      client: { deleteUser: async () => left.shift() ?? lost, userToken: async () => askedForToken },
      users: { forget: (at: string) => (isForgotten = at === first) },
      place: () => (moves && left.length < answers.length ? 'https://other.invalid' : first),
    },
  };
  const result = await deleteUser(context as unknown as PartnerContext, '5d7c1f0e-93b2-4c6a-8e21-7a4f0d9b3c52');
  return { result, isForgotten };
}

const notFound = { ok: false, error: { code: 'notFound' } };

test('a user that the service does not know counts as deleted only if an earlier attempt may have deleted it', async () => {
  expect(await deleted([lost, unknownUser])).toMatchObject({ result: { ok: true }, isForgotten: true });
  expect(await deleted([unknownUser])).toMatchObject({ result: notFound, isForgotten: true });
  expect(await deleted([inWords])).toMatchObject({ result: notFound, isForgotten: true });
  expect(await deleted([unsent, unknownUser])).toMatchObject({ result: notFound, isForgotten: true });
});

test('a 404 without a type of problem or the word user counts as an unknown user only if a token is refused clearly', async () => {
  expect(await deleted([unclear])).toMatchObject({ result: notFound, isForgotten: false });
  expect(await deleted([lost, unclear], unclear)).toMatchObject({ result: notFound, isForgotten: false });
  expect(await deleted([unclear], unknownUser)).toMatchObject({ result: notFound, isForgotten: true });
  expect(await deleted([lost, unclear], unknownUser)).toMatchObject({ result: { ok: true }, isForgotten: true });
});

test('an answer of another address, which was saved during a deletion, says nothing about the user of this one', async () => {
  expect(await deleted([lost, unknownUser], token, true)).toMatchObject({ result: notFound, isForgotten: false });
  expect(await deleted([lost, { kind: 'ok', value: null }], token, true)).toMatchObject({ isForgotten: false });
  expect(await deleted([unclear], unknownUser, true)).toMatchObject({ result: notFound, isForgotten: false });
});

test('a customer whom another request of this app created in the meantime is found', async () => {
  const stored = [null, 'user-1'];
  const context = {
    beforeStop: (work: Promise<unknown>) => work,
    partner: {
      client: { createUser: async () => ({ kind: 'refused', problem: { ...problem, status: 409 } }) },
      users: { find: () => stored.shift() ?? null },
      place: () => 'https://partner.invalid',
    },
  };
  const found = await findOrCreateUser(context as unknown as PartnerContext, { externalId: 'c-1' });
  expect(found).toEqual({ ok: true, value: { userId: 'user-1', known: true } });
});
