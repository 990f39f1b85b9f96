import type { Context, Exchange, Handler, Holder, RouteRow } from './context.ts';
import { complain, isSame, note, secret } from './context.ts';
import { findMerchant, merchantOf } from './onboarding-handlers.ts';
import { refusePartner } from './refusals.ts';
import { emptyReply, jsonReply, type Reply, textReply } from './replies.ts';
import type { Account } from './simulator-state.ts';
import type { Switches } from './switches.ts';

type Form = ReadonlyMap<string, string>;
interface Refusal {
  readonly error: string;
  readonly error_description: string;
}
const refusal = (error_description: string, error = 'invalid_request'): Refusal => ({ error, error_description });

const refreshTokenSeconds = 1_209_600;
/** The scope that a token request must name (receipt-service.md 5.2). */
const vendorScope = '<SCOPE_BASE>/vendor/bill offline_access';
/** The field `scope` with the `<SCOPE_BASE>` of this account. */
const scopeOf = (account: Account, template: string): string => template.replaceAll('<SCOPE_BASE>', account.scopeBase);

const signInPolicy = 'p=b2c_1_ropc_vendor';
const sharedFields = ['grant_type', 'client_id', 'scope', 'response_type'];
const tokenFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['password', [...sharedFields, 'username', 'password']],
  ['refresh_token', [...sharedFields, 'refresh_token']],
]);

/** The form must have exactly the listed fields, each once (receipt-service.md 5.2 and 5.4). */
function readForm({ request, query, body }: Exchange): Form | Refusal {
  if (String(query) !== signInPolicy) return refusal(`The query must be exactly ${signInPolicy}.`);
  if (request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    return refusal('The content type must be application/x-www-form-urlencoded.');
  }
  const pairs = [...new URLSearchParams(body.toString('utf8'))];
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

/** Issues tokens (receipt-service.md 5.3 and 5.4). Every lifetime is a string of seconds. */
function grant(ctx: Context, form: Form) {
  const now = ctx.clock.now();
  const grantType = form.get('grant_type') ?? '';
  const holder = admit(ctx, form);
  note(ctx, 'tokenRequests', { grantType, error: 'error' in holder ? holder.error : null });
  if ('error' in holder) return holder;
  const { accessTokenSeconds } = ctx.switches.current();
  const issue = (tokens: Map<string, Holder>, seconds: number): string => {
    for (const [token, { expiresAt }] of tokens) if (expiresAt <= now) tokens.delete(token);
    const token = secret(ctx.random, 32);
    tokens.set(token, { ...holder, expiresAt: now + seconds * 1000 });
    return token;
  };
  return {
    access_token: issue(ctx.accessTokens, accessTokenSeconds),
    token_type: 'Bearer',
    expires_in: String(accessTokenSeconds),
    refresh_token: issue(ctx.refreshTokens, refreshTokenSeconds),
    ...(grantType === 'refresh_token' && { refresh_token_expires_in: String(refreshTokenSeconds) }),
  };
}

/** The identity provider (receipt-service.md 5). Refusals are OAuth error objects with status 400. */
export const signIn: Handler = (exchange) => {
  const form = readForm(exchange);
  if ('error' in form) complain(exchange, form.error_description);
  const answer = 'error' in form ? form : grant(exchange.ctx, form);
  return jsonReply('error' in answer ? 400 : 200, answer, { 'cache-control': 'no-store' });
};

const bearerIn = ({ request }: Exchange): string | undefined =>
  /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
const holderOf = (exchange: Exchange): Holder | null =>
  alive(exchange.ctx, exchange.ctx.accessTokens, bearerIn(exchange) ?? '');

/** The kinds of authentication. A valid token with another scope lacks the permission (receipt-service.md 5.6). */
const proofs: Readonly<Record<Switches['partnerAccess'], (exchange: Exchange, scope: string) => true | 401 | 403>> = {
  none: () => true,
  key: (exchange) => {
    const { partnerKeyHeader } = exchange.ctx.switches.current();
    const given = exchange.request.headers[partnerKeyHeader.toLowerCase()];
    if (given === undefined) complain(exchange, `The header ${partnerKeyHeader} is missing.`);
    return typeof given === 'string' && isSame(given, exchange.ctx.account().partnerKey) ? true : 401;
  },
  token: (exchange, scope) => {
    if (bearerIn(exchange) === undefined) {
      complain(exchange, 'The header Authorization: Bearer <ACCESS_TOKEN> is missing.');
    }
    const holder = holderOf(exchange);
    if (holder === null) return 401;
    return holder.scope === scopeOf(exchange.ctx.account(), scope) ? true : 403;
  },
};

/** Checks the right to a request (receipt-service.md 5.1, 5.6 and 5.8). Null if it is allowed. */
export function refusalOf(exchange: Exchange, { access, name }: RouteRow): Reply | null {
  const { ctx } = exchange;
  const switches = ctx.switches.current();
  if (access === 'open') return null;
  if (access === 'control') return refuseControl(exchange);
  const isVendor = access === 'vendor';
  const proof = isVendor
    ? proofs.token(exchange, vendorScope)
    : proofs[switches[`${access}Access`]](exchange, switches.partnerScope);
  if (proof === 401 && isVendor) return emptyReply(401);
  if (proof === 401) {
    return refusePartner(exchange, 401, 'not-authorised', 'The request is not authorised.');
  }
  if (proof === 403) return textReply(403, 'Missing scope or permission');
  const isAffected = name === 'register' || name === 'bill';
  const merchant = isAffected ? findMerchant(ctx, holderOf(exchange)?.vendorCustomerId ?? null) : null;
  // Receipts cannot be sent before the activation. receipt-service.md does not describe this answer.
  return merchant?.activatedAt === null ? textReply(403, 'The customer is not activated') : null;
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const hosts = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** Only programs on this computer may control: peer and Host must be loopback, and Origin absent. */
function refuseControl({ ctx, request, params }: Exchange): Reply | null {
  const { host = '', origin } = request.headers;
  const isLocal = loopback.has(request.socket.remoteAddress ?? '') && hosts.test(host);
  if (!isLocal || origin !== undefined) return textReply(403, 'Only for this machine');
  const isRight = isSame(params.get('token') ?? '', ctx.controlToken() ?? '');
  return isRight ? null : textReply(403, 'Only by the address of this start');
}
