import type { Clock, Fetch } from '../ports.ts';
import type { Answer, NoAnswerReason } from './answers.ts';
import { readNetworkError } from './network-errors.ts';
import { isWebPage, traceIdOf } from './problems.ts';
import { type SendStage, watchSending } from './send-watch.ts';

export interface HttpParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Until the connection, TLS included, stands. In force where the fetch tells of it (Node's does). */
  readonly connectTimeoutMs: number;
  /** For what must not be sent twice behind our back: see `FetchInit`. */
  readonly freshConnection?: boolean;
}

/** An answer that is worth reading: 2xx or 4xx, its body whole. */
export interface HttpAnswer {
  readonly kind: 'http';
  readonly status: number;
  /** Lower case, without parameters; empty when there was none. */
  readonly contentType: string;
  readonly text: string;
}

export type NoAnswer = Extract<Answer<never>, { kind: 'noAnswer' }>;

/** The end of one call, however many exchanges it takes. */
export interface Deadline {
  readonly signal: AbortSignal;
  cancel(): void;
}

const maxAnswerBytes = 1024 * 1024;
const maxRetryAfterMs = 60 * 60 * 1000;

/** Starts counting now. Cancel it when the call is over. */
export function startDeadline(clock: Clock, timeoutMs: number): Deadline {
  const controller = new AbortController();
  const cancel = clock.setTimer(timeoutMs, () => controller.abort());
  return { signal: controller.signal, cancel };
}

/** Builds the value for "there is no usable answer"; a `retryAfterMs` of null leaves the pace to the caller. */
export function noAnswer(
  reason: NoAnswerReason,
  detail: string,
  known: Pick<NoAnswer, 'mayHaveArrived'> & Partial<NoAnswer>,
): NoAnswer {
  return { kind: 'noAnswer', reason, detail, status: null, retryAfterMs: null, traceId: null, ...known };
}

/**
 * One HTTP exchange: sent once, redirects not followed, the body read once as UTF-8 text of at most 1 MiB. Never throws.
 * 5xx, 429 and a gateway's 408 are `server-error` (interface document 7) unless a web page came with them; that, 3xx and a
 * proxy's 407 are `not-the-service`.
 * `deadline` ends it even when the fetch does not listen.
 */
export async function exchange(
  parts: HttpParts,
  request: HttpRequest,
  deadline: AbortSignal,
): Promise<HttpAnswer | NoAnswer> {
  if (deadline.aborted) return noAnswer('time-out', 'no time was left to send it', { mayHaveArrived: false });
  const abort = new AbortController();
  const ended = Promise.withResolvers<'deadline' | 'connect'>();
  const onDeadline = (): void => ended.resolve('deadline');
  deadline.addEventListener('abort', onDeadline, { once: true });
  let stopConnectTimer = (): void => {};

  const { method, url, headers, body, connectTimeoutMs, freshConnection = false } = request;
  // The extra turn makes a fetch that throws at once reject like any other.
  const begin = async (): Promise<Response> =>
    parts.fetch(url, { method, headers, body, redirect: 'manual', signal: abort.signal, freshConnection });
  const { value: response, watch } = watchSending(begin, (stage) => {
    stopConnectTimer();
    if (stage === 'connecting') {
      stopConnectTimer = parts.clock.setTimer(connectTimeoutMs, () => ended.resolve('connect'));
    }
  });
  try {
    let failed: NoAnswer | null = null;
    const onFailure = (known: NoAnswer): void => {
      failed = known;
    };
    const outcome = await Promise.race([ended.promise, read(response, parts.clock, onFailure)]);
    // Its body did not end in time; its status has said that it failed.
    if (typeof outcome === 'string' && failed !== null) return failed;
    if (typeof outcome !== 'string') return outcome.kind === 'noAnswer' ? asWatched(outcome, watch.stage()) : outcome;
    const mayHaveArrived = watch.stage() !== 'connecting';
    const what = outcome === 'connect' || !mayHaveArrived ? 'the connection did not stand' : 'the answer did not come';
    return noAnswer('time-out', `${what} in time`, { mayHaveArrived });
  } finally {
    stopConnectTimer();
    deadline.removeEventListener('abort', onDeadline);
    watch.end();
    abort.abort();
  }
}

/** Whatever an error was called: what was watched and not sent did not arrive, what was sent may have. */
function asWatched(failure: NoAnswer, stage: SendStage): NoAnswer {
  const wasAnswered = failure.status !== null || failure.reason === 'not-the-service';
  if (wasAnswered || stage === 'unwatched') return failure;
  return stage === 'connecting'
    ? { ...failure, reason: 'no-connection', mayHaveArrived: false }
    : { ...failure, reason: 'connection-lost', mayHaveArrived: true };
}

async function read(
  pending: Promise<Response>,
  clock: Clock,
  onFailure: (known: NoAnswer) => void,
): Promise<HttpAnswer | NoAnswer> {
  let response: Response;
  try {
    response = await pending;
  } catch (error) {
    const { reason, code, mayHaveArrived } = readNetworkError(error);
    return noAnswer(reason, code, { mayHaveArrived });
  }
  const { status, headers } = response;
  const useless = statusWithoutAnswer(response, clock);
  if (useless?.reason === 'server-error') {
    onFailure(useless);
    return failure(useless, response);
  }
  if (useless !== null) return useless;
  try {
    const text = await readText(response);
    if (text === null) {
      return noAnswer('not-the-service', 'the answer is longer than 1 MiB', { status, mayHaveArrived: true });
    }
    return { kind: 'http', status, contentType: contentTypeOf(headers), text };
  } catch (error) {
    const detail = `the answer broke off: ${readNetworkError(error).code}`;
    return noAnswer('connection-lost', detail, { status, mayHaveArrived: true });
  }
}

const contentTypeOf = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * A 5xx has said what it had to with its status; its body tells who speaks, and how the service calls it. A body that
 * breaks off changes nothing of that.
 */
async function failure(known: NoAnswer, response: Response): Promise<NoAnswer> {
  const text = (await readText(response).catch(() => '')) ?? '';
  const contentType = contentTypeOf(response.headers);
  return isWebPage({ contentType, text })
    ? { ...known, reason: 'not-the-service', detail: `${known.detail}: a web page came` }
    : { ...known, traceId: traceIdOf(text) };
}

/** Statuses that say all there is to say. */
function statusWithoutAnswer({ status, type, headers }: Response, clock: Clock): NoAnswer | null {
  if (status >= 500 || status === 429 || status === 408) {
    const known = { status, mayHaveArrived: true, retryAfterMs: retryAfterMs(headers, clock) };
    return noAnswer('server-error', `HTTP ${status}`, known);
  }
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    // Chromium ends a redirect without telling its status: what only one of the two programs knows, neither says.
    return noAnswer('not-the-service', 'a redirect, which is not followed', { mayHaveArrived: true });
  }
  if (status === 407 || status < 200) {
    return noAnswer('not-the-service', `HTTP ${status}, which the service does not send`, {
      status,
      mayHaveArrived: true,
    });
  }
  return null;
}

/** Null when the body is longer than the limit. Rejects when it breaks off. */
async function readText(response: Response): Promise<string | null> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Seconds or a date (RFC 9110 10.2.3), at most an hour; a date counts from the server's own clock where it is told. */
function retryAfterMs(headers: Headers, clock: Clock): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,10}$/.test(value)) return Math.min(Number(value) * 1000, maxRetryAfterMs);
  const until = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const serverNow = Date.parse(headers.get('date') ?? '');
  const now = Number.isNaN(serverNow) ? clock.now() : serverNow;
  return Math.min(Math.max(until - now, 0), maxRetryAfterMs);
}
