import type { Clock, Log } from '../ports.ts';
import { writeJson } from '../shared/json-text.ts';
import type { LogFields } from '../shared/redact.ts';
import { pause } from '../shared/waiting.ts';
import { isProblem, isWebPage, readProblem } from './answer-body.ts';
import type {
  CallOptions,
  Failure,
  HttpAnswer,
  NoAnswer,
  NotConfigured,
  Ok,
  Refused,
  ServiceProblem,
  SignInNeeded,
} from './answers.ts';
import {
  type Deadline,
  exchange,
  fillRoute,
  type HttpParts,
  misfitOf,
  noAnswer,
  startDeadline,
  unreadable,
  type Values,
} from './http.ts';
import { createDeviations, type Deviations, type Report } from './reader.ts';
import { signInNeeded, type Tokens } from './tokens.ts';

export interface CallParts extends HttpParts {
  readonly log: Log;
  readonly deviations?: Deviations;
  readonly tokens: Pick<Tokens, 'accessToken' | 'rejected'>;
}

export interface CallCredentials {
  readonly headers: Readonly<Record<string, string>>;
  /** `isSure`: false if another server may have answered. Then the caller does not send the request again. */
  readonly refused: (isSure: boolean) => 'again' | SignInNeeded;
}

/** The vendor or the partner interface. `Not` is the result of a request that cannot be sent. */
interface Face<Not> {
  readonly name: 'service' | 'partner';
  readonly settings: () => { readonly connectTimeoutMs: number; readonly totalTimeoutMs: number };
  readonly address: (path: string) => string | Not;
  readonly access: (signal: AbortSignal) => Promise<CallCredentials | SignInNeeded | NoAnswer | Not>;
}

export interface Route<T, More = never> {
  /** Method and path below the interface's address; see `fillRoute`. */
  readonly template: string;
  readonly values?: Values;
  /** The name for log, metrics and report, without an id. Default: the template. */
  readonly name?: string;
  readonly body?: unknown;
  /** Set for requests that are not idempotent: see `FetchInit`. */
  readonly freshConnection?: boolean;
  /** The expected media type. Default: JSON. */
  readonly accept?: string;
  readonly mostBytes?: number;
  /** The statuses that count as refusals even with plain text or an empty body (receipt-service.md 7). */
  readonly words?: readonly number[];
  readonly success: (answer: HttpAnswer, report: Report) => Ok<T> | NoAnswer;
  /** Returns the special meaning of a 4xx on this route. Null leaves it `refused`. */
  readonly refusal?: (problem: ServiceProblem, answer: HttpAnswer) => More | null;
}

/** Sends a request, and once more after a 401 (receipt-service.md 5, rule 6). Never throws. */
export function createCall<Not extends NoAnswer | NotConfigured>(parts: CallParts, face: Face<Not>) {
  const { clock, log, metrics, deviations = createDeviations(log) } = parts;
  type Stopped = SignInNeeded | NoAnswer | Not;

  async function sendOnce(
    { template, name = template, values = {}, words, accept = 'application/json', ...rest }: Route<unknown, unknown>,
    body: string | null,
    signal: AbortSignal,
  ): Promise<HttpAnswer | Stopped | 'again'> {
    const { method, path } = fillRoute(template, values);
    const url = face.address(path);
    if (typeof url !== 'string') return url;
    const access = await face.access(signal);
    if ('kind' in access) return access;
    const headers = { Accept: accept, ...access.headers, ...(body !== null && { 'Content-Type': 'application/json' }) };
    const { connectTimeoutMs } = face.settings();
    const { freshConnection = false, mostBytes } = rest;
    const request = { method, url, headers, body, connectTimeoutMs, freshConnection, mostBytes };
    const answer = await exchange(parts, request, signal);
    if (answer.kind !== 'http') return answer;
    const { status } = answer;
    const refused = status === 401 ? access.refused(!isWebPage(answer)) : null;
    if (isWebPage(answer)) return unreadable(answer);
    if (status >= 400 && words !== undefined && ![401, 403, ...words].includes(status) && !isProblem(answer)) {
      const found = `HTTP ${status} without problem details`;
      deviations.report(name, [{ pointer: '', found, expected: 'problem details' }]);
      return { ...unreadable(answer), words: readProblem(answer) };
    }
    return refused ?? answer;
  }

  async function send(
    route: Route<unknown, unknown>,
    { signal, cancel }: Deadline,
  ): Promise<HttpAnswer | Stopped | Refused> {
    const startedAt = clock.monotonic();
    try {
      const misfit = misfitOf(route.values);
      if (misfit !== null) return misfit;
      const body = route.body === undefined ? null : writeJson(route.body);
      let sent = await sendOnce(route, body, signal);
      if (sent === 'again') sent = await sendOnce(route, body, signal);
      const reply = sent === 'again' ? signInNeeded('a fresh access token was refused') : sent;
      reportCall(route, reply, clock.monotonic() - startedAt);
      return reply;
    } finally {
      cancel();
    }
  }

  function reportCall({ template, name = template }: Route<unknown, unknown>, reply: Sent, tookMs: number): void {
    const [method = ''] = template.split(' ', 1);
    metrics?.measure('receipt_companion.service.call.duration', tookMs / 1_000, {
      'http.request.method': method,
      route: (name.startsWith(`${method} `) ? name.slice(method.length + 1) : name).replaceAll(' ', '-'),
      'http.response.status_code': 'status' in reply ? reply.status : null,
      'error.type': reply.kind === 'http' ? null : 'reason' in reply ? reply.reason : reply.kind,
    });
    const fields = { route: name, tookMs, ...fieldsOf(reply) };
    if (reply.kind === 'http') log.info(`${face.name}-answered`, fields);
    else log.warn(`${face.name}-${eventOf[reply.kind]}`, fields);
  }

  function read<T, More>(route: Route<T, More>, answer: HttpAnswer): Ok<T> | Failure | More {
    const { template, name = template, success, refusal } = route;
    if (answer.status < 300) return success(answer, (found) => deviations.report(name, found));
    const problem = readProblem(answer);
    return refusal?.(problem, answer) ?? { kind: 'refused', problem };
  }

  return {
    async ask<T, More = never>(
      { timeoutMs = face.settings().totalTimeoutMs }: CallOptions = {},
      route: Route<T, More>,
    ): Promise<Ok<T> | Failure | Not | More> {
      const reply = await send(route, startDeadline(clock, timeoutMs));
      return reply.kind === 'http' ? read(route, reply) : reply;
    },
  };
}

type Sent = HttpAnswer | SignInNeeded | NoAnswer | NotConfigured;

function fieldsOf(reply: Sent): LogFields {
  switch (reply.kind) {
    case 'noAnswer': {
      const { reason, detail, status, mayHaveArrived, traceId } = reply;
      return { reason, detail, status, mayHaveArrived, ...(traceId !== null && { traceId }) };
    }
    case 'signInNeeded':
      return { reason: reply.detail };
    case 'notConfigured':
      return { lacks: reply.lacks };
    default: {
      const { traceId, errors } = reply.status >= 400 ? readProblem(reply) : { traceId: null, errors: [] };
      const path = errors.map((error) => error.path).join(' ');
      return { status: reply.status, ...(traceId !== null && { traceId }), ...(path !== '' && { path }) };
    }
  }
}

const eventOf = {
  noAnswer: 'not-answered',
  signInNeeded: 'sign-in-rejected',
  notConfigured: 'not-configured',
} as const;

/** Gets a token (receipt-service.md 5). If this caller gives up waiting, the shared sign-in continues. */
export async function signInFirst(
  tokens: CallParts['tokens'],
  signal: AbortSignal,
): Promise<CallCredentials | SignInNeeded | NoAnswer> {
  const late = Promise.withResolvers<NoAnswer>();
  const onEnd = (): void =>
    late.resolve(noAnswer('time-out', 'the sign-in did not end in time', { mayHaveArrived: false }));
  signal.addEventListener('abort', onEnd, { once: true });
  try {
    const token = await Promise.race([tokens.accessToken(), late.promise]);
    if (token.kind !== 'ok') return token;
    const refused = (isSure: boolean): 'again' => {
      tokens.rejected(token.value, isSure);
      return 'again';
    };
    return { headers: { Authorization: `Bearer ${token.value}` }, refused };
  } finally {
    signal.removeEventListener('abort', onEnd);
  }
}

const mostRetries = 2;
const pauseMs = 400;

/** Repeats a request within the interactive time-out. By default requests without an answer are repeated. */
export async function pollUntilDone<Ended extends { readonly kind: string }>(
  { clock, interactiveTimeoutMs }: { readonly clock: Clock; readonly interactiveTimeoutMs: number },
  call: (options: CallOptions) => Promise<Ended>,
  isRepeatable: (answer: Ended) => boolean = ({ kind }) => kind === 'noAnswer',
): Promise<Ended> {
  const deadline = clock.monotonic() + interactiveTimeoutMs;
  for (let retries = 0; ; retries += 1) {
    const answer = await call({ timeoutMs: deadline - clock.monotonic() });
    const wait = pauseMs * 2 ** retries;
    // The service asked for a longer pause than this caller can wait.
    const isHeldBack = answer.kind === 'noAnswer' && 'retryAfterMs' in answer && answer.retryAfterMs !== null;
    const hasTime = retries < mostRetries && clock.monotonic() + wait < deadline;
    if (!isRepeatable(answer) || isHeldBack || !hasTime) return answer;
    await pause(clock, wait);
  }
}
