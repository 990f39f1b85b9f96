import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Context, complain, type Exchange, type Holder, secret } from './context.ts';
import { wordsFor } from './contrary.ts';
import { isObject } from './json.ts';
import { findMerchant, merchantOf } from './onboarding.ts';
import { sendProblem, sendText } from './replies.ts';
import { tokenPath } from './route-names.ts';
import type { Account } from './state.ts';

type Form = ReadonlyMap<string, string>;
interface Refusal {
  readonly error: string;
  readonly error_description: string;
}
const refusal = (error_description: string, error = 'invalid_request'): Refusal => ({ error, error_description });

/** The scope that a token request must name (interface document 5.2). */
const vendorScope = '<SCOPE_BASE>/vendor/bill offline_access';
/** A field `scope` with this account's `<SCOPE_BASE>`. */
export const scopeOf = (account: Account, template: string): string =>
  template.replaceAll('<SCOPE_BASE>', account.scopeBase);

const signInPolicy = 'b2c_1_ropc_vendor';
const sharedFields = ['grant_type', 'client_id', 'scope', 'response_type'];
const tokenFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['password', [...sharedFields, 'username', 'password']],
  ['refresh_token', [...sharedFields, 'refresh_token']],
]);

/** Interface document 5.2 and 5.4: exactly the listed fields, each once. */
function readForm({ headers, query, body }: FastifyRequest): Form | Refusal {
  const queryFits = isObject(query) && Object.keys(query).length === 1 && query.p === signInPolicy;
  if (!queryFits) return refusal(`The query must be exactly p=${signInPolicy}.`);
  if (headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    return refusal('The content type must be application/x-www-form-urlencoded.');
  }
  const pairs = [...new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')];
  const form = new Map(pairs);
  const expected = tokenFields.get(form.get('grant_type') ?? '');
  if (expected === undefined) {
    return refusal('grant_type must be password or refresh_token.', 'unsupported_grant_type');
  }
  const missing = expected.filter((name) => (form.get(name) ?? '') === '');
  if (missing.length > 0) return refusal(`Missing: ${missing.join(', ')}.`);
  if (pairs.length > expected.length) return refusal(`Expected only the fields ${expected.join(', ')}, each once.`);
  if (form.get('response_type') !== 'token') return refusal('response_type must be token.');
  return form;
}

function alive(ctx: Context, tokens: ReadonlyMap<string, Holder>, token: string): Holder | null {
  const found = tokens.get(token);
  return found !== undefined && found.expiresAt > ctx.clock.now() ? found : null;
}

/** Whom these credentials or this refresh token belong to, else null. */
function personOf(ctx: Context, form: Form): Pick<Holder, 'vendorCustomerId'> | null {
  if (!ctx.switches.current().acceptsSignIn) return null;
  if (form.get('grant_type') !== 'password') return alive(ctx, ctx.refreshTokens, form.get('refresh_token') ?? '');
  const [username = '', password = ''] = [form.get('username'), form.get('password')];
  const account = ctx.account();
  if (username === account.username && password === account.password) return { vendorCustomerId: null };
  return merchantOf(ctx, username, password);
}

function admit(ctx: Context, form: Form): Omit<Holder, 'expiresAt'> | Refusal {
  const { partnerAccess, onboardingAccess, partnerScope } = ctx.switches.current();
  const account = ctx.account();
  if (form.get('client_id') !== account.clientId) return refusal('The client id is not known.', 'unauthorized_client');
  const isPartner = partnerAccess === 'token' || onboardingAccess === 'token';
  const scopes = [vendorScope, ...(isPartner ? [partnerScope] : [])].map((template) => scopeOf(account, template));
  const scope = form.get('scope') ?? '';
  if (!scopes.includes(scope)) return refusal('The scope is not known.', 'invalid_scope');
  const person = personOf(ctx, form);
  if (person !== null) return { vendorCustomerId: person.vendorCustomerId, scope };
  const isPassword = form.get('grant_type') === 'password';
  const what = isPassword ? 'user name or password is wrong' : 'refresh token is expired, revoked or not known';
  return refusal(`The ${what}.`, 'invalid_grant');
}

/** Interface document 5.3 and 5.4. Every lifetime is a string of seconds. */
function grant(ctx: Context, form: Form) {
  const now = ctx.clock.now();
  const grantType = form.get('grant_type') ?? '';
  const holder = admit(ctx, form);
  ctx.journals.tokenRequests.add({ grantType, error: 'error' in holder ? holder.error : null, at: now });
  if ('error' in holder) return holder;
  const { accessTokenSeconds, refreshTokenSeconds, singleUseRefreshTokens } = ctx.switches.current();
  const issue = (tokens: Map<string, Holder>, seconds: number): string => {
    for (const [token, { expiresAt }] of tokens) if (expiresAt <= now) tokens.delete(token);
    const token = secret(ctx.random, 32);
    tokens.set(token, { ...holder, expiresAt: now + seconds * 1000 });
    return token;
  };
  if (singleUseRefreshTokens) ctx.refreshTokens.delete(form.get('refresh_token') ?? '');
  return {
    access_token: issue(ctx.accessTokens, accessTokenSeconds),
    token_type: 'Bearer',
    expires_in: String(accessTokenSeconds),
    refresh_token: issue(ctx.refreshTokens, refreshTokenSeconds),
    ...(grantType === 'refresh_token' && { refresh_token_expires_in: String(refreshTokenSeconds) }),
  };
}

/** The identity provider (interface document 5). Refusals are OAuth error objects with status 400. */
export function signInRoute(app: FastifyInstance, ctx: Context): void {
  app.post(tokenPath, { config: { name: 'token' } }, (request, reply) => {
    reply.header('cache-control', 'no-store');
    const form = readForm(request);
    if ('error' in form) complain({ ctx, request }, form.error_description);
    const answer = 'error' in form ? form : grant(ctx, form);
    return reply.code('error' in answer ? 400 : 200).send(answer);
  });
}

/** Who holds the bearer token of a request; null for nobody, which is noted where there is none. */
export function holderOf({ ctx, request }: Pick<Exchange, 'ctx' | 'request'>): Holder | null {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined) return alive(ctx, ctx.accessTokens, token);
  complain({ ctx, request }, 'The header Authorization: Bearer <ACCESS_TOKEN> is missing.');
  return null;
}

/** Interface document 3: of a customer who is not activated, receipts cannot be sent. How that is said is not shown. */
function refuseNotActivated(exchange: Exchange) {
  const { notActivatedStatus: status, notActivatedBody } = exchange.ctx.switches.current();
  const title = 'The customer is not activated';
  switch (notActivatedBody) {
    case 'text':
      return sendText(exchange.reply, status, title);
    case 'problem':
      return sendProblem(exchange, { status, title, type: 'customer-not-activated' });
    case 'empty':
      return exchange.reply.code(status).send();
  }
}

/** Guards the vendor routes of this scope: bearer token (interface document 5.1), then permission (5.6). */
export function guardVendorRoutes(app: FastifyInstance, ctx: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    const holder = holderOf({ ctx, request });
    if (holder === null) return reply.code(401).send();
    const { name: route } = request.routeOptions.config;
    const { forbiddenRoutes, notActivatedRoutes } = ctx.switches.current();
    const isForbidden = forbiddenRoutes.some((name) => name === route);
    if (isForbidden || holder.scope !== scopeOf(ctx.account(), vendorScope)) {
      return sendText(reply, 403, wordsFor(ctx, 'forbidden'));
    }
    const merchant = findMerchant(ctx, holder.vendorCustomerId);
    const isAffected = notActivatedRoutes.some((name) => name === route);
    if (merchant?.activatedAt === null && isAffected) {
      return refuseNotActivated({ ctx, request, reply, params: new Map() });
    }
  });
}
