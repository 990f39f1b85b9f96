import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { expect, test } from 'vitest';
import { createTokens } from '../../src-main/service/tokens.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { onLoopback } from './loopback.ts';

/** An independent OAuth server checks the token requests. Only the password grant is our own code. */

const clientId = 'till-client';
const scopeBase = 'https://receipts.invalid';
const scope = `${scopeBase}/vendor/bill`;
const account = { username: 'till@shop.invalid', password: 'päss wörd+&=%' };

async function startProvider() {
  const requests: { readonly grantType: string; readonly query: string; readonly status: number }[] = [];
  const server: Server = createServer();
  const origin = `http://127.0.0.1:${await onLoopback(server)}`;
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['password', 'refresh_token'],
        response_types: [],
        redirect_uris: [],
      },
    ],
    scopes: ['offline_access', scope],
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
    ttl: { AccessToken: 3_600, RefreshToken: 86_400, Grant: 86_400 },
    rotateRefreshToken: true,
  });
  provider.registerGrantType(
    'password',
    async (ctx) => {
      const { client, params } = ctx.oidc;
      if (params?.username !== account.username || params.password !== account.password) {
        ctx.status = 400;
        ctx.body = { error: 'invalid_grant', error_description: 'the user name or password is wrong' };
        return;
      }
      const grant = new provider.Grant({ accountId: account.username, clientId });
      grant.addOIDCScope(String(params.scope));
      const grantId = await grant.save();
      const shared = { client, accountId: account.username, grantId, scope: String(params.scope), gty: 'password' };
      const accessToken = new provider.AccessToken(shared);
      const refreshToken = new provider.RefreshToken(shared);
      ctx.body = {
        access_token: await accessToken.save(),
        expires_in: String(accessToken.expiration),
        token_type: 'Bearer',
        refresh_token: await refreshToken.save(),
      };
    },
    ['username', 'password', 'scope', 'response_type'],
  );
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path !== '/token') return;
    requests.push({ grantType: String(ctx.oidc?.params?.grant_type), query: ctx.querystring, status: ctx.status });
  });
  server.on('request', provider.callback());
  return { authUrl: `${origin}/token`, requests };
}

function signIn(authUrl: string) {
  const clock = createManualClock();
  let refreshToken: string | null = null;
  const tokens = createTokens({
    fetch,
    clock,
    log: createTestLog(),
    settings: () => ({ authUrl, clientId, scopeBase, connectTimeoutMs: 5_000, totalTimeoutMs: 15_000 }),
    credentials: { get: async () => account },
    refreshTokenStore: {
      get: () => refreshToken,
      set(token) {
        refreshToken = token;
      },
    },
  });
  return { tokens, clock, refreshToken: () => refreshToken };
}

test('an independent OAuth server accepts our form-encoded password with the policy in the query, and renews the token repeatedly', async () => {
  const { authUrl, requests } = await startProvider();
  const { tokens, clock, refreshToken } = signIn(authUrl);
  const accessTokens = new Set<unknown>();
  const refreshTokens = new Set<unknown>();
  for (let hour = 0; hour < 3; hour += 1) {
    const token = await tokens.accessToken();
    if (token.kind === 'ok') accessTokens.add(token.value);
    refreshTokens.add(refreshToken());
    clock.advance(3_600_000);
  }
  expect([accessTokens.size, refreshTokens.size]).toEqual([3, 3]);
  const query = 'p=b2c_1_ropc_vendor';
  expect(requests).toEqual([
    { grantType: 'password', query, status: 200 },
    { grantType: 'refresh_token', query, status: 200 },
    { grantType: 'refresh_token', query, status: 200 },
  ]);
});
