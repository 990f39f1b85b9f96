import { isRecord } from '../lib/json.ts';
import type { Settings } from '../lib/settings.ts';
import type { HttpAnswer, NoAnswer } from './answers.ts';
import { token } from './described.ts';
import { exchange, type HttpParts, noAnswer, startDeadline, unreadable } from './http.ts';
import { isWebPage, parseJson } from './problems.ts';
import { asDescribed, type Deviations } from './reader.ts';
import { webAddress } from './routes.ts';

/** Where and as what to sign in (interface document 5). */
export type SignInSettings = Pick<Settings['service'], 'authUrl' | 'clientId' | 'scopeBase'> &
  Partial<Pick<Settings['service'], 'tokenScope' | 'connectTimeoutMs' | 'totalTimeoutMs'>>;

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The fields of the form that say what is exchanged for a token (interface document 5.2 and 5.4). */
export type Grant =
  | ({ readonly grant_type: 'password' } & Credentials)
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string };

export type SignInOutcome =
  /** `refreshToken`: null when the answer brought none. */
  | {
      readonly kind: 'issued';
      readonly accessToken: string;
      readonly lifeMs: number;
      readonly refreshToken: string | null;
    }
  /** An OAuth error code: never words that could repeat what was sent. */
  | { readonly kind: 'refused'; readonly code: string }
  | NoAnswer;

const policy = 'b2c_1_ropc_vendor';
const vendorScope = '<SCOPE_BASE>/vendor/bill offline_access';
const longestLifeSeconds = 366 * 86_400;
/** Of a token that does not say; a 401 ends it earlier. */
const unknownLifeSeconds = 300;

/** The codes of RFC 6749 5.2, and those that a provider invents. `Forbidden`, as web frameworks say in `error`, is none. */
const oauthLike = /^[a-z]{2,20}(?:_[a-z]{2,20}){1,4}$/;

/** The token endpoint with the policy in its query, or null when the address is not an http(s) one. */
export function tokenUrl(authUrl: string): string | null {
  const url = webAddress(authUrl);
  if (url === null) return null;
  url.searchParams.set('p', policy);
  url.hash = '';
  return url.href;
}

/** One token request (interface document 5.2 and 5.4), never repeated in here. Never throws. */
export async function requestToken(
  parts: HttpParts & { readonly deviations?: Deviations },
  settings: SignInSettings,
  grant: Grant,
): Promise<SignInOutcome> {
  const { authUrl, clientId, scopeBase, tokenScope = vendorScope } = settings;
  const { connectTimeoutMs = 5_000, totalTimeoutMs = 15_000 } = settings;
  const url = tokenUrl(authUrl);
  if (url === null) return noAnswer('no-connection', 'no sign-in address is set', { mayHaveArrived: false });
  const deadline = startDeadline(parts.clock, totalTimeoutMs);
  try {
    const scope = tokenScope.replaceAll('<SCOPE_BASE>', scopeBase.replace(/\/+$/, ''));
    const request = {
      method: 'POST',
      url,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: String(new URLSearchParams({ ...grant, client_id: clientId, scope, response_type: 'token' })),
      connectTimeoutMs,
      // A refresh token is good for one use: sent twice, the second one may end the sign-in.
      freshConnection: true,
    } as const;
    const answer = await exchange(parts, request, deadline.signal);
    return answer.kind === 'http' ? readTokenAnswer(answer, parts.deviations) : answer;
  } finally {
    deadline.cancel();
  }
}

function readTokenAnswer(answer: HttpAnswer, deviations: Deviations | undefined): SignInOutcome {
  const { status } = answer;
  if (status < 300) {
    const read = asDescribed(token, 200)(answer, (found) => deviations?.tell('POST token', found));
    if (read.kind !== 'ok') return read;
    const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = read.value;
    const life = Number(seconds ?? unknownLifeSeconds);
    return { kind: 'issued', accessToken, lifeMs: Math.min(life, longestLifeSeconds) * 1000, refreshToken };
  }
  const body = parseJson(answer.text);
  const error = isWebPage(answer) || !isRecord(body) ? undefined : body.error;
  if (error === 'temporarily_unavailable' || error === 'server_error') {
    return noAnswer('server-error', error, { status, said: error, mayHaveArrived: true });
  }
  // Only OAuth's own answer refuses a password: a gateway's 403 says nothing about it.
  const refuses = status >= 400 && typeof error === 'string' && oauthLike.test(error);
  return refuses ? { kind: 'refused', code: error } : unreadable(answer);
}
