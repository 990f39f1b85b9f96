import { z } from 'zod';
import type { Clock, FetchAnswer, Metrics, SystemPorts } from '../ports.ts';
import { guid } from '../shared/guid.ts';
import { isWebPage, traceIdOf } from './answer-body.ts';
import type { HttpAnswer, NoAnswer, NoAnswerReason, Refused } from './answers.ts';
import { readNetworkError } from './network-errors.ts';

export interface HttpParts extends Pick<SystemPorts, 'fetch' | 'clock'> {
  readonly metrics?: Metrics | undefined;
  readonly abandoned?: AbortSignal;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The time until the connection is open, including TLS, if the fetch reports its stages (`FetchInit.onStage`). */
  readonly connectTimeoutMs: number;
  readonly freshConnection?: boolean;
  /** The longest body that is read. Default: 1 MiB. */
  readonly mostBytes?: number | undefined;
}

export interface Deadline {
  readonly signal: AbortSignal;
  cancel(): void;
}

const maxTextBytes = 1024 * 1024;
const maxRetryAfterMs = 60 * 60 * 1000;

export function startDeadline(clock: Clock, timeoutMs: number): Deadline {
  const controller = new AbortController();
  const cancel = clock.setTimer(timeoutMs, () => controller.abort());
  return { signal: controller.signal, cancel };
}

/** With a `retryAfterMs` of null the caller sets the pace. */
export function noAnswer(
  reason: NoAnswerReason,
  detail: string,
  known: Pick<NoAnswer, 'mayHaveArrived'> & Partial<NoAnswer>,
): NoAnswer {
  return { kind: 'noAnswer', reason, detail, status: null, retryAfterMs: null, traceId: null, ...known };
}

export function unreadable(answer: HttpAnswer): NoAnswer {
  const known = { status: answer.status, mayHaveArrived: true };
  return isWebPage(answer)
    ? noAnswer('not-the-service', `HTTP ${answer.status}: a web page came`, { ...known, inTheWay: 'webPage' })
    : noAnswer('not-understood', `HTTP ${answer.status}: the answer is not what the interface describes`, known);
}

/** Created once, because a new error with its stack costs as much as encrypting a bill. */
const isOver = new DOMException('the exchange is over', 'AbortError');

/** Makes one HTTP request and follows no redirect. Never throws (receipt-service.md 7). */
export async function exchange(
  { fetch, clock, abandoned }: HttpParts,
  { url, connectTimeoutMs, freshConnection = false, mostBytes, ...init }: HttpRequest,
  deadline: AbortSignal,
): Promise<HttpAnswer | NoAnswer> {
  if (deadline.aborted) return noAnswer('time-out', 'no time was left to send it', { mayHaveArrived: false });
  if (abandoned?.aborted === true)
    return noAnswer('no-connection', 'the request was cancelled', { mayHaveArrived: false });
  const abort = new AbortController();
  /** The failure that the status proves, whatever happens to the body. */
  let known: NoAnswer | null = null;
  let stage = 'unwatched' as SendStage;
  const late = Promise.withResolvers<NoAnswer>();
  const endAs = (reason: NoAnswerReason, detail: string): void =>
    late.resolve(known ?? noAnswer(reason, detail, { mayHaveArrived: stage !== 'connecting' }));
  const end = (): void => {
    // A signal that lives as long as the app would keep every listener in memory.
    abandoned?.removeEventListener('abort', onAbandoned);
    abort.abort(isOver);
  };
  const onAbandoned = (): void => {
    endAs(stage === 'connecting' ? 'no-connection' : 'connection-lost', 'the request was cancelled');
    end();
  };
  const onLate = (): void =>
    endAs('time-out', `${stage === 'connecting' ? 'the connection was not made' : 'the answer did not come'} in time`);
  abandoned?.addEventListener('abort', onAbandoned);
  deadline.addEventListener('abort', onLate, { once: true });
  let stopConnectTimer = (): void => {};
  const onStage = (reached: 'connecting' | 'sent'): void => {
    stage = reached;
    stopConnectTimer();
    if (stage === 'connecting') stopConnectTimer = clock.setTimer(connectTimeoutMs, onLate);
  };

  const read = async (): Promise<HttpAnswer | NoAnswer> => {
    let answer: FetchAnswer;
    try {
      answer = await fetch(url, { ...init, redirect: 'manual', signal: abort.signal, freshConnection, onStage });
    } catch (error) {
      return asWatched(failureOf(error), stage);
    }
    known = statusWithoutAnswer(answer, clock);
    return known === null ? readWhole(answer, mostBytes) : whoseFailure(known, answer);
  };
  try {
    return await Promise.race([late.promise, read()]);
  } finally {
    stopConnectTimer();
    deadline.removeEventListener('abort', onLate);
    end();
  }
}

/** The progress of a request. `unwatched`: this fetch (Chromium's) does not report it. */
type SendStage = 'unwatched' | 'connecting' | 'sent';

function failureOf(error: unknown): NoAnswer {
  const { reason, code, ...known } = readNetworkError(error);
  return noAnswer(reason, code, known);
}

/** The observed stage overrides the name of the error: a request that is still connecting cannot have arrived. */
function asWatched(failure: NoAnswer, stage: SendStage): NoAnswer {
  if (failure.status !== null || failure.reason === 'not-the-service' || stage === 'unwatched') return failure;
  return stage === 'connecting'
    ? { ...failure, reason: 'no-connection', mayHaveArrived: false }
    : { ...failure, reason: 'connection-lost', mayHaveArrived: true };
}

async function readWhole(response: FetchAnswer, mostBytes = maxTextBytes): Promise<HttpAnswer | NoAnswer> {
  const { status, headers } = response;
  try {
    const bytes = await bytesOf(response, mostBytes);
    if (bytes === null) {
      const known = { status, mayHaveArrived: true, mostBytes };
      return noAnswer('not-understood', `the answer is longer than ${mostBytes} bytes`, known);
    }
    return { kind: 'http', status, contentType: contentTypeOf(headers), text: textOf(bytes), bytes, headers };
  } catch (error) {
    const { code, verbatim } = readNetworkError(error);
    const known = { status, mayHaveArrived: true, ...(verbatim !== undefined && { verbatim }) };
    return noAnswer('connection-lost', `the answer broke off: ${code}`, known);
  }
}

/** Finds a header by its letters and ignores other characters: `X-Total_Count` is a `total-count`. */
export function headerOf({ headers }: Pick<HttpAnswer, 'headers'>, name: string): string | undefined {
  const letters = (other: string): string => other.replaceAll(/[^a-z]/g, '');
  const like = [...(headers ?? [])].find(([other]) => letters(other).endsWith(letters(name)));
  return headers?.get(name) ?? like?.[1];
}

const contentTypeOf = (headers: FetchAnswer['headers']): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Finds the origin of a failure. Chromium presents a proxy's 407 like an answer but withholds its body. */
async function whoseFailure(known: NoAnswer, response: FetchAnswer): Promise<NoAnswer> {
  if (known.reason !== 'server-error' && known.status !== 407) return known;
  let text = '';
  try {
    text = textOf((await bytesOf(response, maxTextBytes)) ?? Buffer.of());
  } catch (error) {
    const refused = failureOf(error);
    if (known.status === 407 && !refused.mayHaveArrived) return refused;
  }
  if (known.status === 407) return known;
  return isWebPage({ contentType: contentTypeOf(response.headers), text })
    ? { ...known, reason: 'not-the-service', detail: `${known.detail}: a web page came`, inTheWay: 'webPage' }
    : { ...known, traceId: traceIdOf(text) };
}

function statusWithoutAnswer({ status, type, headers }: FetchAnswer, clock: Clock): NoAnswer | null {
  if (status >= 500 || status === 429 || status === 408) {
    const known = { status, mayHaveArrived: true, retryAfterMs: retryAfterMs(headers, clock) };
    return noAnswer('server-error', `HTTP ${status}`, known);
  }
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    // Chromium reports a redirect without its status, so the headless program leaves the status out, too.
    return noAnswer('not-the-service', 'a redirect, which is not followed', {
      inTheWay: 'redirect',
      mayHaveArrived: true,
    });
  }
  if (status !== 407 && status >= 200) return null;
  return noAnswer('not-the-service', `HTTP ${status}, which the service does not send`, {
    status,
    mayHaveArrived: true,
    ...(status === 407 && { inTheWay: 'proxy' }),
  });
}

/** Reads a body. Null if it is longer than the limit. Rejects if the transfer breaks off. */
export async function readBytes(body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > mostBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const bytesOf = async ({ body }: FetchAnswer, mostBytes: number): Promise<Buffer | null> =>
  body === null ? Buffer.of() : readBytes(body, mostBytes);

const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes.subarray(0, maxTextBytes));

/**
 * Reads seconds or a date (RFC 9110 10.2.3), at most one hour. A date is compared with the answer's own `Date`. Null
 * also if the time is over: then the caller sets the pace, because a request at once could repeat without a pause.
 */
function retryAfterMs(headers: FetchAnswer['headers'], clock: Clock): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  const until = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  const serverNow = Date.parse(headers.get('date') ?? '');
  const now = Number.isNaN(serverNow) ? clock.now() : serverNow;
  const ms = /^\d{1,10}$/.test(value) ? Number(value) * 1000 : until - now;
  return ms > 0 ? Math.min(ms, maxRetryAfterMs) : null;
}

type Method = HttpRequest['method'];
export type Values = Readonly<Record<string, string | undefined>>;

/** A value that becomes a path segment must not be empty, `.` or `..`, and must be encodable. */
export const pathSegment = z
  .string()
  .max(512)
  .refine((id) => !['', '.', '..'].includes(id) && id.isWellFormed() && !/\p{Cc}/u.test(id), 'id that fits a path');

/** Values that identify something at the service. An invalid one would request something else. */
const ids = new Map<string, z.ZodType>([
  ['billId', guid],
  ['userId', guid],
  ['transactionId', pathSegment],
  ['receiptId', pathSegment],
  ['vendorCustomerId', pathSegment],
]);

/** Refuses ids that cannot be part of an address; null if all can. */
export function misfitOf(values: Values = {}): Refused | null {
  const name = Object.keys(values).find((key) => ids.get(key)?.safeParse(values[key]).success === false);
  if (name === undefined) return null;
  const detail = `${name} does not fit into an address, expected ${ids.get(name) === guid ? 'a UUID' : 'the id that the service gave'}.`;
  const problem = { status: 0, type: null, title: 'Not sent', detail, errors: [], traceId: null, extensions: '' };
  return { kind: 'refused', problem };
}

/** A text from a till may contain half a surrogate, for which `encodeURIComponent` throws. */
const encoded = (value = ''): string => encodeURIComponent(value.toWellFormed());

/** Fills `GET /user/{userId}/receipts?limit={take}`. A value without a place goes into the query. */
export function fillRoute(template: string, values: Values): { readonly method: Method; readonly path: string } {
  const [method = 'GET', target = '/'] = template.split(' ', 2);
  const [path = '', query = ''] = target.split('?', 2);
  const namesIn = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encoded(values[name]));
  const given = query.split('&').filter((part) => namesIn(part).every((name) => values[name] !== undefined));
  const placed = namesIn(target);
  const others = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || placed.includes(name) ? [] : [`${name}=${encoded(value)}`],
  );
  const whole = [...given.map(fill), ...others].filter((part) => part !== '').join('&');
  return { method: method as Method, path: `/${fill(path).replace(/^\/+/, '')}${whole === '' ? '' : `?${whole}`}` };
}

/** An http(s) address without credentials, or null. */
export function webAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null;
}

/** The address `{base}{path}`, with `ending` removed from the base's path; null if the base is no web address. */
export function addressBelow(base: string, path: string, ending = /\/+$/): string | null {
  const url = webAddress(base);
  return url && `${url.origin}${url.pathname.replace(ending, '')}${path}`;
}
