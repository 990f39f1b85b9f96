import type { FaultInput } from '../../src-main/simulator/faults.ts';

/** The table "Vendor routes" of the service rules, one row per answer, one column per route. */

export const routes = ['register', 'bill', 'cancel', 'printed', 'loyaltyStart', 'loyaltyCancel'] as const;
export type Route = (typeof routes)[number];

export const routeTitles: Readonly<Record<Route, string>> = {
  register: 'POST bill/url',
  bill: 'POST bill',
  cancel: 'DELETE bill',
  printed: 'POST printed',
  loyaltyStart: 'PUT loyalty',
  loyaltyCancel: 'DELETE loyalty',
};

/**
 * What becomes of it while the fault lasts. `done`: it went through. `resent`: a fresh token, sent once more. `retry`:
 * queued, tried again. `wait`: the same, and not before the service's own time. `attention`: a person must look.
 * `newId`: registered anew, the old QR is marked dead. `pause`: the bills of that store wait. `signIn`: the queue waits
 * for credentials. Of a loyalty start: `unknown` is never repeated; the others say that nothing was started.
 */
export type Seen =
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
  | 'notStarted';

export interface Row {
  readonly answer: string;
  /** `none`: the service answers as it should; `down`: no connection comes about. */
  readonly fault: 'none' | 'down' | FaultInput['effect'];
  /** The request takes effect before its answer is replaced or lost. */
  readonly processed: boolean;
  /** Only the first request meets the fault. */
  readonly once: boolean;
  /** In the order of `routes`; null where the answer cannot come or cannot be told from a good one. */
  readonly seen: readonly (Seen | null)[];
}

type Effect = Exclude<Row['fault'], string>;

const row = (answer: string, fault: Row['fault'], seen: Row['seen'], more: Partial<Row> = {}): Row => ({
  answer,
  fault,
  seen,
  processed: false,
  once: false,
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

const everyRetry: Row['seen'] = ['retry', 'retry', 'retry', 'retry', 'unknown', 'retry'];
const clearFailure: Row['seen'] = ['retry', 'retry', 'retry', 'retry', 'notStarted', 'retry'];
const truncated = '{"type":"url","url":"https://receipts.invalid/r/1","billI';

export const table: readonly Row[] = [
  row('200 / 204', 'none', ['done', 'done', 'done', 'done', 'done', 'done'], { processed: true }),
  row(
    '400 with errors',
    problem(400, 'about:blank', 'One or more validation errors occurred.', { 'Bill.Head.Date': ['is in the future'] }),
    ['attention', 'attention', 'attention', 'attention', 'refused', 'attention'],
  ),
  row('401 once', { kind: 'status', status: 401 }, ['resent', 'resent', 'resent', 'resent', 'resent', 'resent'], {
    once: true,
  }),
  row('401 always', { kind: 'status', status: 401 }, ['signIn', 'signIn', 'signIn', 'signIn', 'signIn', 'signIn']),
  row('403', text(403, 'Missing scope or permission'), [
    'attention',
    'attention',
    'attention',
    'attention',
    'notActive',
    'attention',
  ]),
  row('404 store', text(404, 'Store not found'), ['pause', 'pause', 'attention', 'attention', 'noUser', 'done']),
  row(
    '404 pregeneratedbill-notfound',
    problem(404, 'pregeneratedbill-notfound', 'PreGeneratedBill could not be found.'),
    [null, 'newId', 'attention', 'attention', 'noUser', 'done'],
    { once: true },
  ),
  row('404 user', text(404, 'User not found'), [null, 'attention', 'attention', 'attention', 'noUser', 'done']),
  row('409, it is there already', { ...text(409, 'Bill with id x already exists'), processed: true }, [
    null,
    'done',
    null,
    null,
    null,
    null,
  ]),
  row('409', text(409, 'Conflict'), ['attention', null, 'attention', 'attention', 'refused', 'attention']),
  row('429, Retry-After', text(429, 'slow down', { 'retry-after': '90' }), [
    'wait',
    'wait',
    'wait',
    'wait',
    'notStarted',
    'wait',
  ]),
  row('503, Retry-After', text(503, '', { 'retry-after': '90' }), [
    'wait',
    'wait',
    'wait',
    'wait',
    'notStarted',
    'wait',
  ]),
  ...[500, 502, 503, 504].map((status) => row(`${status}`, { kind: 'status', status }, clearFailure)),
  row(
    '503 after processing',
    { kind: 'status', status: 503, processed: true },
    ['retry', 'retry', 'retry', 'retry', null, 'retry'],
    { processed: true },
  ),
  row('no connection', 'down', clearFailure),
  row('reset before processing', { kind: 'resetBefore' }, everyRetry),
  row('answer lost after processing', { kind: 'resetAfter' }, everyRetry, { processed: true }),
  // A 204 has no body that could be cut in two.
  row('half a body', { kind: 'halfBody' }, ['retry', 'retry', null, 'retry', 'unknown', 'retry'], { processed: true }),
  row('no answer in time, not processed', { kind: 'hang' }, everyRetry),
  row('no answer in time, processed', { kind: 'hang', processed: true }, everyRetry, { processed: true }),
  row('200 with a web page', { kind: 'html' }, everyRetry),
  row('200 with no JSON', { kind: 'garbage' }, everyRetry),
  row(
    '200 with truncated JSON, processed',
    {
      kind: 'status',
      status: 200,
      body: truncated,
      headers: { 'content-type': 'application/json' },
      processed: true,
    },
    everyRetry,
    { processed: true },
  ),
  // A registration or a start that names another id cannot be told from a good one; a 204 names none.
  row('another id in the answer', { kind: 'wrongBillId' }, [null, 'retry', null, 'retry', null, 'retry'], {
    processed: true,
  }),
  row('a redirect', { kind: 'redirect' }, everyRetry),
];
