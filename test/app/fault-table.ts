import type { FaultInput } from '../../src-main/simulator/faults.ts';
import { drawn } from '../fakes/drawn.ts';
import { deviates, deviationsOf } from '../fakes/every-deviation.ts';
import { noJson, redirect, webPage } from '../fakes/spoiled-answers.ts';

/** The two tables of answers in receipt-service.md 7, with one row per answer and one column per route. */

export const routes = ['register', 'bill', 'cancel', 'printed', 'loyaltyStart', 'loyaltyCancel'] as const;
export type CallName = (typeof routes)[number];

export const routeTitles: Readonly<Record<CallName, string>> = {
  register: 'POST bill/url',
  bill: 'POST bill',
  cancel: 'DELETE bill',
  printed: 'POST printed',
  loyaltyStart: 'PUT loyalty',
  loyaltyCancel: 'DELETE loyalty',
};

/**
 * The result of a request during the fault. `done`: it succeeded. `resent`: it was sent again with a fresh token.
 * `retry`: it waits for another attempt. `wait`: the same, but not before the time that the service gave. `attention`:
 * a person must act. `newId`: the sale has a new id, and the old QR code was replaced. `pause`: the bills of this store
 * wait. `signIn`: the queue waits for credentials. `unknown`: a loyalty start was sent once, and only a person may
 * repeat it. The other results mean that no transaction was started; `notStartedWait` has a Retry-After.
 */
export type FaultResult =
  | 'done'
  | 'resent'
  | 'retry'
  | 'wait'
  | 'attention'
  | 'newId'
  | 'pause'
  | 'signIn'
  | 'unknown'
  | 'refused'
  | 'notActive'
  | 'noUser'
  | 'notStarted'
  | 'notStartedWait';

export interface FaultRow {
  readonly answer: string;
  /** `none`: the service answers normally. `down`: no connection is possible. */
  readonly fault: 'none' | 'down' | FaultInput['effect'];
  /** The request takes effect before its answer is replaced or lost. */
  readonly processed: boolean;
  /** Only the first request meets the fault. */
  readonly once: boolean;
  /** The answer came from another server, and a notice reports it until the fault ends. */
  readonly between: boolean;
  /** A notice reports the answer as unreadable, as it does for every retried 4xx that is no web page. */
  readonly unclear: boolean;
  /** The results in the order of `routes`; null if the answer is impossible or looks valid. */
  readonly seen: readonly (FaultResult | null)[];
}

type Effect = Exclude<FaultRow['fault'], string>;

const row = (
  answer: string,
  fault: FaultRow['fault'],
  seen: FaultRow['seen'],
  more: Partial<FaultRow> = {},
): FaultRow => ({
  answer,
  fault,
  seen,
  processed: false,
  once: false,
  between: false,
  unclear: false,
  ...more,
});

const problem = (status: number, type: string, title: string, errors: object = {}): Effect => ({
  kind: 'status',
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({ type, title, status, detail: title, instance: '/', errors, traceId: 't-1' }),
});
const text = (status: number, body: string, headers: Record<string, string> = {}) => ({
  kind: 'status' as const,
  status,
  body,
  headers: { 'content-type': 'text/plain', ...headers },
});

const page = (status: number): Effect => ({
  kind: 'status',
  status,
  body: '<!doctype html><title>Blocked</title><h1>Access denied by the gateway</h1>',
  headers: { 'content-type': 'text/html; charset=utf-8' },
});
/** A gateway may send no content type or a wrong one. Text that begins like markup counts as a web page. */
const pageAsText = (status: number): Effect => ({ ...text(status, '<html><body>Blocked</body></html>') });
const between = { between: true } as const;

const everyRetry: FaultRow['seen'] = ['retry', 'retry', 'retry', 'retry', 'unknown', 'retry'];
const clearFailure: FaultRow['seen'] = ['retry', 'retry', 'retry', 'retry', 'notStarted', 'retry'];
const everyWait: FaultRow['seen'] = ['wait', 'wait', 'wait', 'wait', 'notStartedWait', 'wait'];
const everyTime = (result: FaultResult): FaultRow['seen'] => routes.map(() => result);
const refusedAs = (loyalty: FaultResult): FaultRow['seen'] =>
  routes.map((route) => (route === 'loyaltyStart' ? loyalty : 'attention'));
const unknownHere: FaultRow['seen'] = ['pause', 'pause', 'retry', 'attention', 'noUser', 'done'];
const closedHere: FaultRow['seen'] = ['pause', 'pause', 'attention', 'attention', 'noUser', 'done'];
/** On the loyalty routes a 400 without problem details is a refusal. On other routes it is retried. */
const textOfLoyalty: FaultRow['seen'] = ['retry', 'retry', 'retry', 'retry', 'refused', 'attention'];
const truncated = '{"type":"url","url":"https://receipts.invalid/r/1","billI';

const answers: readonly FaultRow[] = [
  row('200 / 204', 'none', everyTime('done'), { processed: true }),
  row(
    '400 with errors',
    problem(400, 'about:blank', 'One or more validation errors occurred.', { 'Bill.Head.Date': ['is in the future'] }),
    refusedAs('refused'),
  ),
  row('401 once', { kind: 'status', status: 401 }, everyTime('resent'), { once: true }),
  row('401 always', { kind: 'status', status: 401 }, everyTime('signIn')),
  row('403', text(403, 'Missing scope or permission'), refusedAs('notActive')),
  row('404 store', text(404, 'Store not found'), unknownHere),
  row('404 in other words', text(404, 'Filiale unbekannt'), unknownHere),
  row('404 without a word', { kind: 'status', status: 404 }, unknownHere),
  row('404 as a problem', problem(404, 'about:blank', 'Shop is closed.'), closedHere),
  row(
    '404 pregeneratedbill-notfound',
    problem(404, 'pregeneratedbill-notfound', 'PreGeneratedBill could not be found.'),
    [null, 'newId', 'attention', 'attention', 'noUser', 'done'],
    { once: true },
  ),
  row('404 user', text(404, 'User not found'), [null, 'pause', 'retry', 'attention', 'noUser', 'done']),
  row('409 on the first try', text(409, 'Bill with id x already exists'), [null, 'attention', null, null, null, null]),
  // Only the bill route has a 409. On other routes a 409 as text comes from another server, and a 409 with problem
  // details comes from the service.
  row('409 as text', text(409, 'Conflict'), ['retry', null, 'retry', 'retry', 'unknown', 'retry']),
  row('409 as a problem', problem(409, 'about:blank', 'Conflict'), refusedAs('refused').with(1, null)),
  row('400 as text', text(400, 'Bad Request'), textOfLoyalty),
  row('400 without a word', { kind: 'status', status: 400 }, textOfLoyalty),
  row('418 as text', text(418, 'Blocked by policy'), everyRetry),
  ...[400, 401, 403, 404, 405, 409, 429, 451, 500, 502, 503, 504].map((status) =>
    row(`${status} with a web page`, page(status), everyRetry, between),
  ),
  ...[400, 403, 404, 502].map((status) =>
    row(`${status} with markup as text`, pageAsText(status), everyRetry, between),
  ),
  row('429, Retry-After', text(429, 'slow down', { 'retry-after': '90' }), everyWait),
  row('503, Retry-After', text(503, '', { 'retry-after': '90' }), everyWait),
  row('500', { kind: 'status', status: 500 }, everyRetry),
  row('502', { kind: 'status', status: 502 }, everyRetry),
  row('503', { kind: 'status', status: 503 }, clearFailure),
  row('504', { kind: 'status', status: 504 }, everyRetry),
  row('500 after processing', { kind: 'status', status: 500, processed: true }, everyRetry, { processed: true }),
  row('no connection', 'down', clearFailure),
  row('reset before processing', { kind: 'resetBefore' }, everyRetry),
  row('answer lost after processing', { kind: 'resetAfter' }, everyRetry, { processed: true }),
  // A 204 has no body to interrupt.
  row('half a body', { kind: 'halfBody' }, ['retry', 'retry', null, 'retry', 'unknown', 'retry'], { processed: true }),
  row('no answer in time, not processed', { kind: 'hang' }, everyRetry),
  row('no answer in time, processed', { kind: 'hang', processed: true }, everyRetry, { processed: true }),
  row('200 with a web page', webPage, everyRetry, between),
  row('200 with a web page, processed', { ...webPage, processed: true }, everyRetry, { processed: true, ...between }),
  row('200 with no JSON', noJson, everyRetry, { unclear: true }),
  row(
    '200 with truncated JSON, processed',
    { kind: 'status', status: 200, body: truncated, headers: { 'content-type': 'application/json' }, processed: true },
    everyRetry,
    { processed: true, unclear: true },
  ),
  row('a redirect', redirect, everyRetry, between),
];

/** The valid answers, and the fields that identify their effect. */
const described: Readonly<Record<CallName, { readonly body: object | null; readonly ids: readonly string[] }>> = {
  register: { body: { type: 'url', url: '', billId: '' }, ids: ['/url', '/billId'] },
  bill: { body: { type: 'url', url: '', billId: '' }, ids: ['/billId'] },
  cancel: { body: null, ids: [] },
  printed: { body: { billId: '' }, ids: ['/billId'] },
  loyaltyStart: {
    body: { transactionId: '', customerId: '', providerType: '', points: 0, activatedRewards: [], providerData: {} },
    ids: ['/transactionId'],
  },
  loyaltyCancel: { body: { transactionId: '', status: '' }, ids: [] },
};

/** Every deviation of an answer whose request took effect. Some of them still show the effect. */
const deviating: readonly FaultRow[] = routes.flatMap((route) => {
  const { body, ids } = described[route];
  const status = body === null ? 204 : 200;
  return deviationsOf({ status, body: body === null ? '' : JSON.stringify(body) }).flatMap(({ how, pointer }) => {
    // A number is not among the statuses in receipt-service.md, so the outcome stays open (loyalty.test.ts).
    if (how === 'number' && pointer === '/status') return [];
    // An answer with another id looks valid.
    if (how === 'otherId' && (route === 'register' || route === 'loyaltyStart')) return [];
    const isNumber = how === 'number' && pointer === '/transactionId';
    const isLost = how === 'empty' || (ids.includes(pointer) && how !== 'otherCase' && !isNumber);
    const isOther = (isNumber || how === 'otherId') && route === 'loyaltyCancel';
    const after = isLost || isOther ? (route === 'loyaltyStart' ? 'unknown' : 'retry') : 'done';
    const seen = routes.map((other) => (other === route ? after : null));
    const what = `deviates: ${how} ${pointer}`;
    return row(what, deviates(how, pointer), seen, { processed: true, unclear: true, once: true });
  });
});

export const table: readonly FaultRow[] = [...answers, ...drawn(deviating)];
