import { writeJson } from '../lib/json-text.ts';
import type { Clock, Log, Metrics } from '../ports.ts';
import type { Answer, PartnerFailure } from './answers.ts';
import { type Deadline, noAnswer, type OpenAnswer } from './http.ts';
import type { HttpAnswer } from './http-answer.ts';
import { traceIdOf } from './problems.ts';

/** What one route came to, at either interface. */
type Ended = HttpAnswer | OpenAnswer | PartnerFailure | Exclude<Answer<never>, { readonly kind: 'ok' }>;

interface CallParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  /** Whose events these are in the log. */
  readonly face: 'service' | 'partner';
}

/**
 * Sends one route, and once more after `again`, which is a 401 to a token (interface document 5.6). Nothing else is repeated in here;
 * what it came to is logged and measured.
 */
export async function sendWithFreshToken<Reply extends Ended>(
  { clock, log, metrics, face }: CallParts,
  route: { readonly method: string; readonly name: string; readonly body?: unknown },
  deadline: Deadline,
  sendOnce: (body: string | null) => Promise<Reply | 'again'>,
): Promise<Reply | ReturnType<typeof signInNeeded>> {
  const startedAt = clock.now();
  try {
    const body = route.body === undefined ? null : writeJson(route.body);
    const first = await sendOnce(body);
    const second = first === 'again' ? await sendOnce(body) : first;
    const reply = second === 'again' ? signInNeeded('a fresh access token was refused') : second;
    const tookMs = clock.now() - startedAt;
    logReply(log, face, { route: route.name, tookMs }, reply);
    measureCall(metrics, route, reply, tookMs);
    return reply;
  } finally {
    deadline.cancel();
  }
}

export const signInNeeded = (detail: string) => ({ kind: 'signInNeeded', detail }) as const;

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

/** An http(s) address without credentials, or null. */
export function webAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null;
}

/** An id that cannot be part of an address would ask for something else; status 0 says that nothing was asked. */
export function notSent(field: string, expected: string): Extract<Answer<never>, { readonly kind: 'refused' }> {
  const detail = `${field} does not fit into an address, expected ${expected}.`;
  const problem = { status: 0, type: null, title: 'Not sent', detail, errors: [], traceId: null, extensions: '' };
  return { kind: 'refused', problem };
}

function logReply(log: Log, face: CallParts['face'], told: { route: string; tookMs: number }, reply: Ended): void {
  const isHttp = reply.kind === 'http';
  if (isHttp || reply.kind === 'open') {
    const traceId = isHttp && reply.status >= 400 ? traceIdOf(reply.text) : null;
    log.info(`${face}-answered`, { ...told, status: reply.status, ...(traceId !== null && { traceId }) });
  } else if (reply.kind === 'noAnswer') {
    const { reason, detail, status, mayHaveArrived, traceId } = reply;
    const named = traceId === null ? {} : { traceId };
    log.warn(`${face}-no-answer`, { ...told, reason, detail, status, mayHaveArrived, ...named });
  } else if (reply.kind === 'signInNeeded') log.warn(`${face}-sign-in-needed`, { ...told, reason: reply.detail });
  else if (reply.kind === 'notConfigured') log.warn(`${face}-not-configured`, { ...told, lacks: reply.lacks });
  else log.info(`${face}-refused`, told);
}

/** What one call came to, as far as it is measured. */
interface MeasuredReply {
  /** `http` and `open` have a status; the others are errors by their kind, `noAnswer` by its reason. */
  readonly kind: string;
  readonly status?: number | null;
  readonly reason?: string;
}

/** `name`: `POST /v3/bill/url` or `list of receipts`, never with an id. `tookMs` holds the wait for a sign-in, too. */
function measureCall(
  metrics: Metrics | undefined,
  { method, name }: { readonly method: string; readonly name: string },
  reply: MeasuredReply,
  tookMs: number,
): void {
  const hasAnswer = reply.kind === 'http' || reply.kind === 'open';
  const bare = name.startsWith(`${method} `) ? name.slice(method.length + 1) : name;
  metrics?.measure('receipt_companion.service.call.duration', tookMs / 1_000, {
    'http.request.method': method,
    route: bare.replaceAll(' ', '-'),
    'http.response.status_code': reply.status ?? null,
    'error.type': hasAnswer ? null : (reply.reason ?? reply.kind),
  });
}
