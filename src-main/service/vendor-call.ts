import { writeJson } from '../kernel/json-text.ts';
import type { Log } from '../ports.ts';
import type { Answer, CallOptions } from './answers.ts';
import type { HttpParts, HttpRequest } from './http.ts';
import { exchange, noAnswer, startDeadline, unreadable } from './http.ts';
import type { HttpAnswer } from './http-answer.ts';
import { measureCall } from './measure-call.ts';
import { isWebPage, traceIdOf } from './problems.ts';
import type { Deviations } from './reader.ts';
import type { Tokens } from './tokens.ts';
import { isServicesWord, type RouteName } from './who-answered.ts';

export interface VendorSettings {
  /** The interface document's {base_url}, with or without its `/api`. */
  readonly baseUrl: string;
  readonly connectTimeoutMs: number;
  /** For one call as a whole: signing in, sending, resending after a 401. */
  readonly totalTimeoutMs: number;
}

export interface VendorParts extends HttpParts {
  readonly log: Log;
  /** Where what differs is told; default: the log alone. */
  readonly deviations?: Deviations;
  readonly tokens: Pick<Tokens, 'accessToken' | 'rejected'>;
  readonly settings: () => VendorSettings;
}

export interface Route {
  readonly method: HttpRequest['method'];
  readonly route: RouteName;
  /** Its pattern, for the log: ids are never written there. */
  readonly name: string;
  /** Below `/api`, encoded, with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** What is not idempotent: see `FetchInit`. */
  readonly freshConnection?: boolean;
}

/** A 2xx or 4xx other than 401 to be read, or the end of the matter. */
export type Reply = HttpAnswer | Exclude<Answer<never>, { readonly kind: 'ok' }>;

type Sent = Reply | 'unauthorized';

/**
 * Makes the function that sends one route with a token, and once more with a fresh one after a 401 (interface document 5.6). Nothing else
 * is repeated in here. Never throws for what the network or the service does.
 */
export function createVendorCall(parts: VendorParts): (route: Route, options?: CallOptions) => Promise<Reply> {
  const { clock, log, tokens } = parts;

  async function sendOnce(route: Route, body: string | null, deadline: AbortSignal): Promise<Sent> {
    const { baseUrl, connectTimeoutMs } = parts.settings();
    const url = vendorUrl(baseUrl, route.path);
    if (url === null) return noAnswer('no-connection', 'no service address is set', { mayHaveArrived: false });
    const token = await inTime(tokens.accessToken(), deadline);
    if (token.kind !== 'ok') return token;
    const headers = {
      Accept: 'application/json',
      Authorization: `Bearer ${token.value}`,
      ...(body !== null && { 'Content-Type': 'application/json' }),
    };
    const { method, freshConnection = false } = route;
    const request = { method, url, headers, body, connectTimeoutMs, freshConnection };
    const answer = await exchange(parts, request, deadline);
    if (answer.kind !== 'http' || answer.status < 400) return answer;
    if (!isServicesWord(route.route, answer)) {
      const found = `HTTP ${answer.status} without problem details`;
      if (!isWebPage(answer)) parts.deviations?.tell(route.name, [{ pointer: '', found, expected: 'problem details' }]);
      return unreadable(answer);
    }
    if (answer.status !== 401) return answer;
    tokens.rejected(token.value);
    return 'unauthorized';
  }

  return async (route, options = {}) => {
    const startedAt = clock.now();
    const body = route.body === undefined ? null : writeJson(route.body);
    const deadline = startDeadline(clock, options.timeoutMs ?? parts.settings().totalTimeoutMs);
    try {
      const first = await sendOnce(route, body, deadline.signal);
      const second = first === 'unauthorized' ? await sendOnce(route, body, deadline.signal) : first;
      const reply: Reply =
        second === 'unauthorized' ? { kind: 'signInNeeded', detail: 'a fresh access token was refused' } : second;
      const tookMs = clock.now() - startedAt;
      logReply(log, route.name, reply, tookMs);
      measureCall(parts.metrics, route, reply, tookMs);
      return reply;
    } finally {
      deadline.cancel();
    }
  };
}

/** `{base_url}/api{path}`, or null when the base is not an http(s) address or carries credentials. */
export function vendorUrl(baseUrl: string, path: string): string | null {
  const base = URL.parse(baseUrl);
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== '' || base.password !== '') return null;
  const prefix = base.pathname.replace(/\/+$/, '').replace(/\/api$/, '');
  return `${base.origin}${prefix}/api${path}`;
}

/** A shared sign-in outlives a caller that cannot wait for it. */
export async function inTime(token: Promise<Answer<string>>, deadline: AbortSignal): Promise<Answer<string>> {
  const ended = Promise.withResolvers<Answer<string>>();
  const onEnd = (): void =>
    ended.resolve(noAnswer('time-out', 'the sign-in did not end in time', { mayHaveArrived: false }));
  deadline.addEventListener('abort', onEnd, { once: true });
  try {
    return await Promise.race([token, ended.promise]);
  } finally {
    deadline.removeEventListener('abort', onEnd);
  }
}

function logReply(log: Log, route: string, reply: Reply, tookMs: number): void {
  if (reply.kind === 'http') {
    const traceId = reply.status < 400 ? null : traceIdOf(reply.text);
    log.info('service-answered', { route, status: reply.status, ...(traceId !== null && { traceId }), tookMs });
  } else if (reply.kind === 'noAnswer') {
    const { reason, detail, status, mayHaveArrived, traceId } = reply;
    const named = traceId === null ? {} : { traceId };
    log.warn('service-no-answer', { route, reason, detail, status, mayHaveArrived, ...named, tookMs });
  } else log.warn('service-sign-in-needed', { route, tookMs });
}
