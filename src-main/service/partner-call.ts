import type { Log } from '../ports.ts';
import type { CallOptions, PartnerFailure } from './answers.ts';
import { inTime, sendWithFreshToken, signInNeeded } from './call.ts';
import {
  type Deadline,
  exchange,
  exchangeOpen,
  type HttpParts,
  type NoAnswer,
  type OpenAnswer,
  startDeadline,
  unreadable,
} from './http.ts';
import type { HttpAnswer } from './http-answer.ts';
import { type FilledRoute, partnerUrlOf } from './partner-routes.ts';
import { isWebPage } from './problems.ts';
import type { Deviations } from './reader.ts';
import type { Tokens } from './tokens.ts';

/** What Settings says of the partner interface; the names are those of its section there. */
export interface PartnerSettings {
  /** {partner_url}; empty: not configured. */
  readonly partnerUrl: string;
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly interactiveTimeoutMs: number;
  readonly authentication: 'key' | 'token';
  readonly keyHeader: string;
  readonly keyPrefix: string;
  readonly listReceipts: string;
  readonly receiptPdf: string;
  readonly addReceipt: string;
  readonly addReceiptBody: 'object' | 'text';
  readonly onboardingPrefix: string;
  readonly take: number;
  readonly applicationClientId: string;
}

export interface PartnerParts extends HttpParts {
  readonly log: Log;
  /** Where what differs is told; default: the log alone. */
  readonly deviations?: Deviations;
  readonly settings: () => PartnerSettings;
  /** The key for the address that the settings name; null when there is none. Rejects when no keychain answers. */
  readonly key: () => Promise<string | null>;
  /** Used where the authentication is `token`. */
  readonly tokens: Pick<Tokens, 'accessToken' | 'rejected'>;
}

export interface PartnerRoute extends FilledRoute {
  /** For the log: ids are never written there. */
  readonly name: string;
  readonly body?: unknown;
  /** For what is not said to be idempotent: see `FetchInit`. */
  readonly freshConnection?: boolean;
}

/** A 2xx or 4xx to be read, or the end of the matter. */
export type PartnerReply<Read> = Read | PartnerFailure;

type Exchange<Read> = (
  parts: HttpParts,
  request: Parameters<typeof exchange>[1],
  deadline: AbortSignal,
) => Promise<Read | NoAnswer>;

export interface PartnerCall {
  send(route: PartnerRoute, options?: CallOptions): Promise<PartnerReply<HttpAnswer>>;
  /** The time-out ends with the head of the answer; `signal` gives up before that. */
  open(route: PartnerRoute, signal?: AbortSignal): Promise<PartnerReply<HttpAnswer | OpenAnswer>>;
}

const readHeaders = ['total-count', 'continuationtoken', 'continuation', 'retry-after'];

/**
 * Sends one route of the partner interface with what authenticates it (interface document 5.8 leaves that open), with a
 * token once more after a 401 (5.6). Nothing else is repeated in here. Never throws for what the network or the service does.
 */
export function createPartnerCall(parts: PartnerParts): PartnerCall {
  const { clock, tokens } = parts;

  /** The header that authenticates, and what a 401 to it means. */
  async function authenticate(
    signal: AbortSignal,
  ): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly refused: () => boolean } | PartnerFailure> {
    const { authentication, keyHeader, keyPrefix } = parts.settings();
    if (authentication === 'token') {
      const token = await inTime(tokens.accessToken(), signal);
      if (token.kind === 'ok') {
        const refused = (): boolean => {
          tokens.rejected(token.value);
          return true;
        };
        return { headers: { Authorization: `Bearer ${token.value}` }, refused };
      }
      return token.kind === 'noAnswer' || token.kind === 'signInNeeded' ? token : signInNeeded('no token came');
    }
    let key: string | null;
    try {
      key = await parts.key();
    } catch {
      return signInNeeded('the keychain does not answer');
    }
    if (key === null) return { kind: 'notConfigured', lacks: 'key' };
    return { headers: { [keyHeader]: `${keyPrefix}${key}` }, refused: () => false };
  }

  async function sendOnce<Read extends HttpAnswer | OpenAnswer>(
    route: PartnerRoute,
    body: string | null,
    accept: string,
    via: Exchange<Read>,
    signal: AbortSignal,
  ): Promise<PartnerReply<Read> | 'again'> {
    const { partnerUrl, connectTimeoutMs } = parts.settings();
    const url = partnerUrlOf(partnerUrl, route.path);
    if (url === null) return { kind: 'notConfigured', lacks: 'address' };
    const access = await authenticate(signal);
    if ('kind' in access) return access;
    const headers = {
      Accept: accept,
      ...access.headers,
      ...(body !== null && { 'Content-Type': 'application/json' }),
    };
    const { method, freshConnection = false } = route;
    const request = { method, url, headers, body, connectTimeoutMs, readHeaders, freshConnection };
    const answer = await via(parts, request, signal);
    if (answer.kind !== 'http') return answer;
    if (isWebPage(answer)) return unreadable(answer);
    if (answer.status !== 401) return answer;
    return access.refused() ? 'again' : signInNeeded('the partner key was refused');
  }

  function sendTwice<Read extends HttpAnswer | OpenAnswer>(
    route: PartnerRoute,
    accept: string,
    via: Exchange<Read>,
    deadline: Deadline,
  ): Promise<PartnerReply<Read>> {
    const once = (body: string | null) => sendOnce(route, body, accept, via, deadline.signal);
    return sendWithFreshToken<PartnerReply<Read>>({ ...parts, face: 'partner' }, route, deadline, once);
  }

  return {
    send: (route, options = {}) =>
      sendTwice(
        route,
        'application/json',
        exchange,
        startDeadline(clock, options.timeoutMs ?? parts.settings().totalTimeoutMs),
      ),
    async open(route, signal) {
      const limit = startDeadline(clock, parts.settings().totalTimeoutMs);
      const ended = new AbortController();
      const end = (): void => ended.abort();
      limit.signal.addEventListener('abort', end, { once: true });
      signal?.addEventListener('abort', end, { once: true });
      if (signal?.aborted === true) end();
      try {
        const deadline = { signal: ended.signal, cancel: limit.cancel };
        return await sendTwice(route, 'application/pdf', exchangeOpen, deadline);
      } finally {
        signal?.removeEventListener('abort', end);
      }
    },
  };
}
