import { describe, expect, test } from 'vitest';
import { createTokens, storedRefreshToken } from '../../../src-main/service/tokens.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';
import { json, page, plain, type Script, scriptedFetch } from './scripted-service.ts';

const day = 86_400_000;
const account = { username: 'canary-user@shop.invalid', password: 'canary p&ss=wörd' };

type Parts = Parameters<typeof createTokens>[0];
interface Options extends Partial<Pick<Parts, 'refreshTokenStore'> & ReturnType<Parts['settings']>> {
  readonly refreshToken?: string | null;
  readonly credentials?: () => Promise<typeof account | null>;
}

function signedOut(
  script: Script,
  { refreshToken = null, credentials = async () => account, refreshTokenStore, ...settings }: Options = {},
) {
  const { fetch, sent } = scriptedFetch(script);
  const clock = createManualClock();
  const log = createTestLog();
  const stored = { refreshToken };
  const tokens = createTokens({
    fetch,
    clock,
    log,
    settings: () => ({
      authUrl: 'https://auth.invalid/oauth2/token',
      clientId: 'client-1',
      scopeBase: 'https://scope.invalid/api/',
      ...{ connectTimeoutMs: 5_000, totalTimeoutMs: 15_000 },
      ...settings,
    }),
    credentials: { get: credentials },
    refreshTokenStore: refreshTokenStore ?? {
      get: () => stored.refreshToken,
      set: (token) => {
        stored.refreshToken = token;
      },
    },
  });
  const forms = () => sent.map(({ body }) => Object.fromEntries(new URLSearchParams(body ?? '')));
  const grants = () => forms().map(({ grant_type: grant }) => grant);
  return { tokens, sent, clock, log, stored, forms, grants };
}

const issued = (number: number, more: Readonly<Record<string, unknown>> = {}) =>
  json({
    access_token: `access-${number}`,
    token_type: 'Bearer',
    expires_in: '86400',
    refresh_token: `refresh-${number}`,
    ...more,
  });
const refused = () => json({ error: 'invalid_grant', error_description: `${account.username} is wrong` }, 400);
const numbered: Script = (_request, count) => issued(count);

describe('the sign-in request', () => {
  const scope = 'https://scope.invalid/api/vendor/bill offline_access';
  const always = { client_id: 'client-1', response_type: 'token', scope };

  test('a sign-in by password has exactly the fields of receipt-service.md 5.2, and the policy is in the query', async () => {
    const { tokens, sent, forms } = signedOut(numbered);
    expect(await tokens.accessToken()).toEqual({ kind: 'ok', value: 'access-1' });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://auth.invalid/oauth2/token?p=b2c_1_ropc_vendor',
      redirect: 'manual',
      freshConnection: true,
    });
    expect(sent[0]?.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
    expect(forms()).toEqual([{ ...always, ...account, grant_type: 'password' }]);
  });

  test('a sign-in by refresh token has exactly the fields of receipt-service.md 5.4', async () => {
    const { tokens, forms, stored } = signedOut(numbered, { refreshToken: 'refresh-0' });
    await tokens.accessToken();
    expect(forms()).toEqual([{ ...always, grant_type: 'refresh_token', refresh_token: 'refresh-0' }]);
    expect(stored.refreshToken).toBe('refresh-1');
  });

  test.each([
    ['https://auth.invalid/t?tenant=a%20b', 'https://auth.invalid/t?tenant=a+b&p=b2c_1_ropc_vendor'],
    ['https://auth.invalid/t?p=B2C_1_old#x', 'https://auth.invalid/t?p=b2c_1_ropc_vendor'],
  ])('adds the policy to an address that already has a query: %s', async (authUrl, url) => {
    const { tokens, sent } = signedOut(numbered, { authUrl });
    await tokens.accessToken();
    expect(sent[0]?.url).toBe(url);
  });

  test.each(['', 'auth.invalid', 'file:///etc/x', 'https://a:b@auth.invalid'])(
    'sends nothing without a valid address: "%s"',
    async (authUrl) => {
      const { tokens, sent } = signedOut(numbered, { authUrl });
      expect(await tokens.accessToken()).toMatchObject({ kind: 'noAnswer', mayHaveArrived: false });
      expect(sent).toEqual([]);
    },
  );
});

describe('the life of a token', () => {
  test.each([
    ['86400', day - 5 * 60_000],
    ['1000', 900_000],
    [3600, 3_300_000],
  ])(
    'a token with expires_in %j is renewed early by 10 %% of its life, at most 5 minutes',
    async (expires_in, renewAfterMs) => {
      const { tokens, clock, grants } = signedOut((_request, count) => issued(count, { expires_in }));
      await tokens.accessToken();
      clock.advance(renewAfterMs - 1);
      expect(await tokens.accessToken()).toMatchObject({ value: 'access-1' });
      clock.advance(1);
      expect(await tokens.accessToken()).toMatchObject({ value: 'access-2' });
      expect(grants()).toEqual(['password', 'refresh_token']);
    },
  );

  test('a token that 20 requests report as rejected is renewed once', async () => {
    const { tokens, grants } = signedOut(numbered);
    await tokens.accessToken();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        tokens.rejected('access-1');
        await tokens.accessToken();
      }),
    );
    tokens.rejected('access-1');
    expect(await tokens.accessToken()).toMatchObject({ value: 'access-2' });
    expect(grants()).toEqual(['password', 'refresh_token']);
  });

  test('a refresh that brings no refresh token keeps the old one', async () => {
    const { tokens, stored } = signedOut(() => issued(1, { refresh_token: undefined }), { refreshToken: 'refresh-0' });
    await tokens.accessToken();
    expect(stored.refreshToken).toBe('refresh-0');
  });

  test('a valid token remains in use while the identity provider is away', async () => {
    const { tokens, clock, sent } = signedOut((_request, count) => (count === 1 ? issued(1) : plain('', 503)));
    await tokens.accessToken();
    clock.advance(day - 60_000);
    expect(await tokens.accessToken()).toMatchObject({ value: 'access-1' });
    expect(await tokens.accessToken()).toMatchObject({ value: 'access-1' });
    expect(sent).toHaveLength(2);
    clock.advance(30_000);
    await tokens.accessToken();
    expect(sent).toHaveLength(3);
    clock.advance(30_000);
    expect(await tokens.accessToken()).toMatchObject({
      kind: 'noAnswer',
      reason: 'server-error',
      mayHaveArrived: false,
    });
  });
});

describe('a refused sign-in', () => {
  test('after a revoked refresh token the app signs in once with the password', async () => {
    const script: Script = ({ body }) => (body?.includes('grant_type=password') ? issued(9) : refused());
    const { tokens, grants, stored } = signedOut(script, { refreshToken: 'revoked' });
    expect(await tokens.accessToken()).toMatchObject({ value: 'access-9' });
    expect(grants()).toEqual(['refresh_token', 'password']);
    expect(stored.refreshToken).toBe('refresh-9');
  });

  test.each([
    ['rejected, and by password if the renewed one is rejected, too', true, 'access-3', ['password']],
    ['perhaps rejected, and the renewed one stays', false, 'access-2', []],
  ] as const)('a token is renewed by refresh if it was %s', async (_how, isSure, third, more) => {
    const { tokens, grants } = signedOut(numbered, { refreshToken: 'refresh-0' });
    for (const token of ['access-1', 'access-2', third]) {
      expect(await tokens.accessToken()).toMatchObject({ value: token });
      tokens.rejected(token, isSure);
    }
    expect(grants()).toEqual(['refresh_token', 'refresh_token', ...more]);
  });

  test('a refused password is sent again at growing intervals of at most ten minutes, for any number of callers', async () => {
    const { tokens, grants, clock, stored } = signedOut(refused, { refreshToken: 'revoked' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => tokens.accessToken()));
    expect(answers.every((answer) => answer.kind === 'signInNeeded')).toBe(true);
    tokens.rejected('access-1');
    const times: number[] = [];
    for (let minute = 1; minute <= 60; minute += 1) {
      clock.advance(60_000);
      const before = grants().length;
      await tokens.accessToken();
      expect(await tokens.accessToken()).toMatchObject({ kind: 'signInNeeded', askAgainMs: expect.any(Number) });
      if (grants().length > before) times.push(minute);
    }
    expect(times).toEqual([1, 3, 7, 15, 25, 35, 45, 55]);
    expect(grants().slice(0, 2)).toEqual(['refresh_token', 'password']);
    expect(stored.refreshToken).toBe(null);
  });

  test('a refused password is tried only once after a jump of the clock, and once more on request', async () => {
    const { tokens, grants, clock } = signedOut(refused);
    await tokens.accessToken();
    for (const jump of [day, -30 * day, 400 * day]) {
      const before = grants().length;
      clock.jumpTo(clock.now() + jump);
      for (let ask = 0; ask < 5; ask += 1) await tokens.accessToken();
      expect(grants().length).toBe(before + 1);
    }
    const before = grants().length;
    tokens.askAgain();
    await Promise.all([tokens.accessToken(), tokens.accessToken()]);
    expect(grants().length).toBe(before + 1);
  });

  test('a person’s request calls the keychain again, even if the first call hangs', async () => {
    let calls = 0;
    const { tokens } = signedOut(numbered, {
      credentials: () => {
        calls += 1;
        return calls === 1 ? new Promise(() => undefined) : Promise.resolve(account);
      },
    });
    const waiting = tokens.accessToken();
    tokens.askAgain();
    expect(await waiting).toEqual({ kind: 'ok', value: 'access-1' });
    expect(await tokens.accessToken()).toEqual({ kind: 'ok', value: 'access-1' });
    expect(calls).toBe(2);
  });

  test('new credentials are tried at once', async () => {
    const { tokens, sent } = signedOut((_request, count) => (count === 1 ? refused() : issued(2)));
    await tokens.accessToken();
    tokens.credentialsChanged();
    expect(await tokens.accessToken()).toMatchObject({ value: 'access-2' });
    expect(sent).toHaveLength(2);
  });

  test('a token for older credentials is neither stored nor used after a change', async () => {
    const first = Promise.withResolvers<Response>();
    const { tokens, sent, stored } = signedOut((_request, count) => (count === 1 ? first.promise : issued(count)));
    const waiting = tokens.accessToken();
    await expect.poll(() => sent.length).toBe(1);
    tokens.credentialsChanged();
    first.resolve(issued(1));
    expect(await waiting).toMatchObject({ value: 'access-2' });
    expect(await tokens.accessToken()).toMatchObject({ value: 'access-2' });
    expect([sent.length, stored.refreshToken]).toEqual([2, 'refresh-2']);
  });

  test('an older password that the keychain returns after a change is not sent', async () => {
    const older = Promise.withResolvers<typeof account>();
    let requests = 0;
    const { tokens, forms } = signedOut(numbered, {
      credentials: () => (++requests === 1 ? older.promise : Promise.resolve({ ...account, password: 'new' })),
    });
    const waiting = tokens.accessToken();
    tokens.credentialsChanged();
    older.resolve(account);
    expect(await waiting).toMatchObject({ kind: 'ok' });
    expect(forms().map(({ password }) => password)).toEqual(['new']);
  });

  test.each([{ error: 'invalid_client' }, { error: 'consent_required', error_description: 'x' }])(
    'any other error code of OAuth also refuses the sign-in: %j',
    async (body) => {
      const answer = () => json(body, 401);
      expect(await signedOut(answer).tokens.accessToken()).toMatchObject({ kind: 'signInNeeded' });
    },
  );

  test('an empty or locked keychain makes a sign-in necessary, and no request is sent', async () => {
    const none = signedOut(numbered, { credentials: async () => null });
    expect(await none.tokens.accessToken()).toMatchObject({ kind: 'signInNeeded' });
    const locked = signedOut(numbered, { credentials: () => Promise.reject(new Error('locked')) });
    expect(await locked.tokens.accessToken()).toMatchObject({ kind: 'signInNeeded' });
    expect([...none.sent, ...locked.sent]).toEqual([]);
  });
});

describe('an unusable answer to a sign-in is not a refusal', () => {
  test.each<readonly [string, Script]>([
    ['no network', () => Promise.reject(new Error('net::ERR_INTERNET_DISCONNECTED'))],
    ['503', () => plain('', 503)],
    ['429', () => plain('', 429)],
    ['a web page', () => page()],
    ['a 403 with a web page', () => page(403)],
    ['a 403 with plain text', () => plain('Forbidden', 403)],
    ['a 403 with the JSON of a web framework', () => json({ status: 403, error: 'Forbidden', path: '/token' }, 403)],
    ['an OAuth error in a page', () => new Response('<p>{"error":"invalid_grant"}</p>', { status: 400 })],
    ['a redirect', () => new Response(null, { status: 302 })],
    ['a 404 with plain text', () => plain('not found', 404)],
    ['the OAuth error of a busy server', () => json({ error: 'temporarily_unavailable' }, 400)],
    ['broken JSON', () => plain('{"access_token":"a')],
    ['a token with a line break', () => issued(1, { access_token: 'a\r\nX-Evil: 1' })],
  ])('%s', async (_name, script) => {
    const { tokens, grants, stored } = signedOut(script, { refreshToken: 'refresh-0' });
    expect(await tokens.accessToken()).toMatchObject({ kind: 'noAnswer', mayHaveArrived: false });
    expect(grants()).toEqual(['refresh_token']);
    expect(stored.refreshToken).toBe('refresh-0');
  });

  test.each([
    ['a 401 without a body', () => plain('', 401)],
    ['a 400 with a sentence', () => json({ error: 'The refresh token has expired.' }, 400)],
  ])('%s to a refresh keeps the refresh token, and the password is tried', async (_name, answer) => {
    const both = signedOut(answer, { refreshToken: 'refresh-0' });
    expect(await both.tokens.accessToken()).toMatchObject({ kind: 'noAnswer', mayHaveArrived: false });
    expect([both.grants(), both.stored.refreshToken]).toEqual([['refresh_token', 'password'], 'refresh-0']);
    const isOld: Script = ({ body }, count) => (body?.includes('refresh-0') ? answer() : issued(count));
    expect(await signedOut(isOld, { refreshToken: 'refresh-0' }).tokens.accessToken()).toMatchObject({ kind: 'ok' });
  });

  test('an identity provider that does not answer delays a call by 15 seconds', async () => {
    const { tokens, clock } = signedOut(() => new Promise(() => {}));
    const answer = tokens.accessToken();
    await clock.untilTimers(1);
    clock.advance(15_000);
    expect(await answer).toMatchObject({ kind: 'noAnswer', reason: 'time-out' });
  });
});

test.each([
  { expires_in: undefined },
  { expires_in: '0' },
  { expires_in: 'a day' },
  { expires_in: 300 },
  { token_type: 7 },
])('a token is used despite an unusual value in the answer: %j', async (odd) => {
  const { tokens, clock, grants } = signedOut((_request, count) => issued(count, { expires_in: '300', ...odd }));
  expect(await tokens.accessToken()).toMatchObject({ kind: 'ok' });
  clock.advance(299_000);
  await tokens.accessToken();
  expect(grants()).toHaveLength(2);
});

test('the scope is a setting, and includes the base scope if configured', async () => {
  const { tokens, forms } = signedOut(numbered, { tokenScope: 'openid <SCOPE_BASE>/other' });
  await tokens.accessToken();
  expect(forms()).toMatchObject([{ scope: 'openid https://scope.invalid/api/other' }]);
});

test('a sign-in succeeds although the store for the refresh token fails, and the failure is logged', async () => {
  const fail = () => {
    throw new Error('disk full');
  };
  const log = createTestLog();
  const refreshTokenStore = storedRefreshToken({ get: fail, set: fail }, () => 'key', log);
  const { tokens, sent } = signedOut(numbered, { refreshTokenStore });
  expect(await tokens.accessToken()).toMatchObject({ kind: 'ok' });
  expect(sent).toHaveLength(1);
  expect(log.lines.map(({ event }) => event)).toContain('refresh-token-not-stored');
});

test('neither log nor answer contains a token, password or user name', async () => {
  const scripts: readonly Script[] = [
    (_request, count) => (count < 3 ? refused() : issued(count)),
    () => json({ error: account.username }, 400),
    () => Promise.reject(new Error(`cannot send ${account.password}`)),
    () => plain(`${account.username} ${account.password}`, 404),
  ];
  for (const script of scripts) {
    const { tokens, log } = signedOut(script, { refreshToken: 'canary-refresh' });
    const answer = await tokens.accessToken();
    const written = JSON.stringify([log.lines, answer]);
    expect(written).not.toMatch(/canary|access-|refresh-\d/);
  }
});
