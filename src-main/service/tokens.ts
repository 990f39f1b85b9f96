import type { Log } from '../ports.ts';
import { isRecord } from '../shared/json.ts';
import type { Settings } from '../shared/settings.ts';
import type { EncryptedValues } from '../storage/encrypted-values.ts';
import { isWebPage, parseJson } from './answer-body.ts';
import type { HttpAnswer, NoAnswer, Ok, SignInNeeded } from './answers.ts';
import { token } from './described.ts';
import { exchange, type HttpParts, noAnswer, startDeadline, unreadable, webAddress } from './http.ts';
import { type Deviations, readAnswer } from './reader.ts';

export type SignInSettings = Partial<Pick<Settings['service'], 'tokenScope'>> &
  Pick<Settings['service'], 'authUrl' | 'clientId' | 'scopeBase' | 'connectTimeoutMs' | 'totalTimeoutMs'>;

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The form fields that are exchanged for a token (receipt-service.md 5, rules 2 and 4). */
type Grant =
  | ({ readonly grant_type: 'password' } & Credentials)
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string };

type SignInOutcome =
  | {
      readonly kind: 'issued';
      readonly accessToken: string;
      readonly lifeMs: number;
      readonly refreshToken: string | null;
    }
  /** An OAuth error code, never a text that could repeat the sent password. */
  | { readonly kind: 'refused'; readonly code: string }
  | NoAnswer;

const policy = 'b2c_1_ropc_vendor';
const vendorScope = '<SCOPE_BASE>/vendor/bill offline_access';
const longestLifeSeconds = 366 * 86_400;
/** The assumed life of a token without `expires_in`. A 401 can end it earlier. */
const unknownLifeSeconds = 300;

/** Matches the codes of RFC 6749 5.2, but not `Forbidden`, which web frameworks send in `error`. */
const oauthLike = /^[a-z]{2,20}(?:_[a-z]{2,20}){1,4}$/;

/** The token endpoint with its query parameter `p`. Null if the address is not http(s). */
export function tokenUrl(authUrl: string): string | null {
  const url = webAddress(authUrl);
  if (url === null) return null;
  url.searchParams.set('p', policy);
  url.hash = '';
  return url.href;
}

/** Sends one token request (receipt-service.md 5, rules 2 and 4) without repetition. Never throws. */
async function requestToken(
  parts: HttpParts & { readonly deviations?: Deviations },
  settings: SignInSettings,
  grant: Grant,
): Promise<SignInOutcome> {
  const { authUrl, clientId, scopeBase, tokenScope = vendorScope, connectTimeoutMs, totalTimeoutMs } = settings;
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
      // A refresh token may be used only once, and a second use may end the sign-in.
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
    const read = readAnswer(token, 200)(answer, (found) => deviations?.report('POST token', found));
    if (read.kind !== 'ok') return read;
    const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = read.value;
    const life = Number(seconds ?? unknownLifeSeconds);
    return { kind: 'issued', accessToken, lifeMs: Math.min(life, longestLifeSeconds) * 1000, refreshToken };
  }
  const body = parseJson(answer.text);
  const error = isWebPage(answer) || !isRecord(body) ? undefined : body.error;
  if (error === 'temporarily_unavailable' || error === 'server_error') {
    return noAnswer('server-error', error, { status, verbatim: error, mayHaveArrived: true });
  }
  // Only an OAuth answer refuses a password. A gateway's 403 says nothing about it.
  const refuses = status >= 400 && typeof error === 'string' && oauthLike.test(error);
  return refuses ? { kind: 'refused', code: error } : unreadable(answer);
}

export interface TokenParts extends HttpParts {
  readonly log: Log;
  readonly deviations?: Deviations;
  readonly settings: () => SignInSettings;
  /** Returns the credentials of the keychain, or null if there are none; rejects if the keychain does not answer. */
  readonly credentials: { get(): Promise<Credentials | null> };
  /** Stores the refresh token. By default it is kept in memory. */
  readonly refreshTokenStore?: RefreshTokenStore;
}

interface RefreshTokenStore {
  get(): string | null;
  set(token: string | null): void;
}

/** Stores the refresh token, encrypted. An error in here causes only another sign-in. */
export function storedRefreshToken(
  values: Pick<EncryptedValues, 'get' | 'set'>,
  signInKey: () => string,
  log: Log,
  name = 'refresh-token',
): RefreshTokenStore {
  const prefix = (): string => `${signInKey()} `;
  return {
    get() {
      try {
        const value = values.get(name);
        return value?.startsWith(prefix()) ? value.slice(prefix().length) : null;
      } catch {
        log.warn('refresh-token-not-read');
        return null;
      }
    },
    set(token) {
      try {
        values.set(name, token === null ? null : prefix() + token);
      } catch {
        log.warn('refresh-token-not-stored');
      }
    },
  };
}

function memoryTokenStore(): RefreshTokenStore {
  let token: string | null = null;
  return {
    get: () => token,
    set: (other) => {
      token = other;
    },
  };
}

type TokenAnswer = Ok<string> | SignInNeeded | NoAnswer;

/** A 400 or 401 without an OAuth code does not prove a refusal, but a refresh token that has expired gets no other. */
const mayBeRefused = (answer: TokenAnswer): boolean =>
  answer.kind === 'noAnswer' && answer.reason === 'not-understood' && (answer.status === 400 || answer.status === 401);

export type Tokens = ReturnType<typeof createTokens>;

export const signInNeeded = (detail: string): SignInNeeded => ({ kind: 'signInNeeded', detail });

const mostAheadMs = 5 * 60_000;
const pauseAfterNoAnswerMs = 30_000;
/** The pause before a refused password is sent again, by the number of refusals: at most 10 minutes. */
const refusedPauseMs = [1, 2, 4, 8, 10].map((minutes) => minutes * 60_000);

function createRefusals({ clock }: Pick<TokenParts, 'clock'>) {
  let standing: { readonly answer: SignInNeeded; readonly askAt: number } | null = null;
  let count = 0;
  return {
    add(code: string): SignInNeeded {
      const askAgainMs = refusedPauseMs[Math.min(count, refusedPauseMs.length - 1)] ?? 0;
      count += 1;
      const answer = { ...signInNeeded(`the sign-in was refused (${code})`), code };
      standing = { answer, askAt: clock.now() + askAgainMs };
      return { ...answer, askAgainMs };
    },
    /** Returns the previous refusal during its pause. A time far ahead was set before the clock was turned back. */
    standing(): SignInNeeded | null {
      if (standing === null) return null;
      const askAgainMs = standing.askAt - clock.now();
      if (askAgainMs > 0 && askAgainMs <= Math.max(...refusedPauseMs)) return { ...standing.answer, askAgainMs };
      standing = null;
      return null;
    },
    /** Ends the pause. The next refusal has a longer one. */
    askAgain(): void {
      standing = null;
    },
    succeeded(): void {
      count = 0;
    },
  };
}

/** A call to the keychain without a result is abandoned when a person asks again. */
function createKeychainReader({ credentials }: Pick<TokenParts, 'credentials'>) {
  let askAgain: () => void = () => undefined;
  async function get(): Promise<Credentials | SignInNeeded> {
    const again = Promise.withResolvers<'again'>();
    askAgain = () => again.resolve('again');
    try {
      const found = await Promise.race([credentials.get(), again.promise]);
      if (found === 'again') return get();
      return found ?? signInNeeded('no user name and password are stored');
    } catch {
      return signInNeeded('the keychain does not answer');
    }
  }
  return { get, askAgain: () => askAgain() };
}

/** Owns one access token (receipt-service.md 5). A refused password is sent again with growing pauses. */
export function createTokens(parts: TokenParts) {
  const { clock, log, refreshTokenStore: refreshToken = memoryTokenStore() } = parts;
  const refusals = createRefusals(parts);
  const keychain = createKeychainReader(parts);
  /** From `renewAt` on a new token is requested while this one is still valid. */
  let held: {
    readonly accessToken: string;
    readonly expiresAt: number;
    readonly renewAt: number;
    readonly replacesRejected: boolean;
  } | null = null;
  let wasRejected = false;
  let underWay: Promise<TokenAnswer> | null = null;
  let epoch = 0;

  /** Stores a new token. If the answer has no refresh token, or none came, the previous one stays. */
  function used(outcome: Exclude<SignInOutcome, { readonly kind: 'refused' }>, before: string | null): TokenAnswer {
    if (outcome.kind === 'noAnswer') return withoutAnswer(outcome);
    const { accessToken, lifeMs, refreshToken: next } = outcome;
    const now = clock.now();
    refusals.succeeded();
    const renewAt = now + lifeMs - Math.min(lifeMs * 0.1, mostAheadMs);
    held = { accessToken, expiresAt: now + lifeMs, renewAt, replacesRejected: wasRejected };
    wasRejected = false;
    refreshToken.set(next ?? before);
    return { kind: 'ok', value: accessToken };
  }

  async function tried(name: 'refresh' | 'password', grant: Grant, before: string | null) {
    const startedIn = epoch;
    const outcome = await requestToken(parts, parts.settings(), grant);
    if (epoch !== startedIn) return accessToken();
    logSignIn(name, outcome);
    return outcome.kind === 'refused' ? outcome : used(outcome, before);
  }

  async function renew(): Promise<TokenAnswer> {
    const startedIn = epoch;
    const before = refreshToken.get();
    if (before !== null) {
      const answer = await tried('refresh', { grant_type: 'refresh_token', refresh_token: before }, before);
      if (answer.kind === 'refused') refreshToken.set(null);
      else if (!mayBeRefused(answer)) return answer;
    }
    const credentials = await keychain.get();
    if (epoch !== startedIn) return accessToken();
    if ('kind' in credentials) return credentials;
    const answer = await tried('password', { grant_type: 'password', ...credentials }, null);
    if (answer.kind !== 'refused') return answer;
    held = null;
    return refusals.add(answer.code);
  }

  /** Keeps a valid token while the identity provider is unavailable, and tries the renewal again after a pause. */
  function withoutAnswer(outcome: NoAnswer): TokenAnswer {
    const now = clock.now();
    if (held === null || now >= held.expiresAt) return { ...outcome, mayHaveArrived: false };
    held = { ...held, renewAt: now + pauseAfterNoAnswerMs };
    return { kind: 'ok', value: held.accessToken };
  }

  function logSignIn(grant: 'refresh' | 'password', outcome: SignInOutcome): void {
    parts.metrics?.count('receipt_companion.sign_in.attempts', { grant, outcome: outcome.kind });
    if (outcome.kind === 'issued') log.info('signed-in', { grant });
    else if (outcome.kind === 'refused') log.warn('sign-in-refused', { grant, code: outcome.code });
    else log.warn('sign-in-not-answered', { grant, reason: outcome.reason, detail: outcome.detail });
  }

  async function accessToken(): Promise<TokenAnswer> {
    const refusedBefore = refusals.standing();
    if (refusedBefore !== null) return refusedBefore;
    if (held !== null && clock.now() < Math.min(held.renewAt, held.expiresAt)) {
      return { kind: 'ok', value: held.accessToken };
    }
    if (underWay !== null) return underWay;
    const mine = renew().finally(() => {
      if (underWay === mine) underWay = null;
    });
    underWay = mine;
    return mine;
  }

  return {
    /** Runs one request at a time. `noAnswer`: the call was not sent, so `mayHaveArrived` is false. */
    accessToken,
    /**
     * The service answered 401 to this token, so it is not used again (receipt-service.md 5, rule 6). If it had replaced
     * a rejected token, the refresh token only leads to more of them, so the next sign-in uses the password. If another
     * server may have answered (`isSure` is false), such a replacement stays in use.
     */
    rejected(token: string, isSure = true): void {
      if (held?.accessToken !== token || (held.replacesRejected && !isSure)) return;
      if (held.replacesRejected) refreshToken.set(null);
      held = null;
      wasRejected = true;
    },
    /** A person asks: end the pause of a refused password and the wait for a keychain. */
    askAgain(): void {
      refusals.askAgain();
      keychain.askAgain();
    },
    credentialsChanged(): void {
      epoch += 1;
      held = null;
      refusals.askAgain();
      refusals.succeeded();
      underWay = null;
      refreshToken.set(null);
    },
  };
}
