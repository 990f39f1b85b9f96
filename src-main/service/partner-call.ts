import { writeJson } from '../kernel/json-text.ts';
import type { Log } from '../ports.ts';
import type { CallOptions, PartnerFailure } from './answers.ts';
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
import { measureCall } from './measure-call.ts';
import { type FilledRoute, partnerUrlOf } from './partner-routes.ts';
import { isWebPage, traceIdOf } from './problems.ts';
import type { Deviations } from './reader.ts';
import type { Tokens } from './tokens.ts';
import { inTime } from './vendor-call.ts';

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
  const { clock, log, tokens } = parts;

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
    accept: string,
    via: Exchange<Read>,
    signal: AbortSignal,
  ): Promise<PartnerReply<Read> | 'again'> {
    const { partnerUrl, connectTimeoutMs } = parts.settings();
    const url = partnerUrlOf(partnerUrl, route.path);
    if (url === null) return { kind: 'notConfigured', lacks: 'address' };
    const access = await authenticate(signal);
    if ('kind' in access) return access;
    const body = route.body === undefined ? null : writeJson(route.body);
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

  async function sendTwice<Read extends HttpAnswer | OpenAnswer>(
    route: PartnerRoute,
    accept: string,
    via: Exchange<Read>,
    deadline: Deadline,
  ): Promise<PartnerReply<Read>> {
    const startedAt = clock.now();
    try {
      const first = await sendOnce(route, accept, via, deadline.signal);
      const second = first === 'again' ? await sendOnce(route, accept, via, deadline.signal) : first;
      const reply = second === 'again' ? signInNeeded('a fresh access token was refused') : second;
      const tookMs = clock.now() - startedAt;
      logReply(log, route.name, reply, tookMs);
      measureCall(parts.metrics, route, reply, tookMs);
      return reply;
    } finally {
      deadline.cancel();
    }
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

const signInNeeded = (detail: string) => ({ kind: 'signInNeeded', detail }) as const;

function logReply(log: Log, route: string, reply: PartnerReply<HttpAnswer | OpenAnswer>, tookMs: number): void {
  const told = { route, tookMs };
  switch (reply.kind) {
    case 'open':
      log.info('partner-answered', { ...told, status: reply.status });
      break;
    case 'http': {
      const traceId = reply.status < 400 ? null : traceIdOf(reply.text);
      log.info('partner-answered', { ...told, status: reply.status, ...(traceId !== null && { traceId }) });
      break;
    }
    case 'noAnswer': {
      const { reason, detail, status, mayHaveArrived, traceId } = reply;
      const named = traceId === null ? {} : { traceId };
      log.warn('partner-no-answer', { ...told, reason, detail, status, mayHaveArrived, ...named });
      break;
    }
    case 'signInNeeded':
      log.warn('partner-sign-in-needed', { ...told, reason: reply.detail });
      break;
    case 'notConfigured':
      log.warn('partner-not-configured', { ...told, lacks: reply.lacks });
      break;
    case 'refused':
    case 'userNotYetAvailable':
      log.info('partner-refused', told);
  }
}
