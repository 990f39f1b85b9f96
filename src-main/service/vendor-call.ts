import type { Log } from '../ports.ts';
import type { Answer, CallOptions } from './answers.ts';
import { inTime, sendWithFreshToken, webAddress } from './call.ts';
import type { HttpParts, HttpRequest } from './http.ts';
import { exchange, noAnswer, startDeadline, unreadable } from './http.ts';
import type { HttpAnswer } from './http-answer.ts';
import { isWebPage } from './problems.ts';
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

/**
 * Makes the function that sends one route with a token, and once more with a fresh one after a 401 (interface document 5.6). Nothing else
 * is repeated in here. Never throws for what the network or the service does.
 */
export function createVendorCall(parts: VendorParts): (route: Route, options?: CallOptions) => Promise<Reply> {
  const { tokens } = parts;

  async function sendOnce(route: Route, body: string | null, deadline: AbortSignal): Promise<Reply | 'again'> {
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
    return 'again';
  }

  return (route, options = {}) => {
    const deadline = startDeadline(parts.clock, options.timeoutMs ?? parts.settings().totalTimeoutMs);
    const once = (body: string | null) => sendOnce(route, body, deadline.signal);
    return sendWithFreshToken({ ...parts, face: 'service' }, route, deadline, once);
  };
}

/** `{base_url}/api{path}`, or null when the base is not an http(s) address or carries credentials. */
export function vendorUrl(baseUrl: string, path: string): string | null {
  const base = webAddress(baseUrl);
  return base && `${base.origin}${base.pathname.replace(/\/+$/, '').replace(/\/api$/, '')}/api${path}`;
}
