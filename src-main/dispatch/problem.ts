import { type AppError, appErrors, type FieldIssue } from '../shared/result.ts';

/** Every refusal of the POS API: the last part of `type`, its status and its title (RFC 9457). */
export const problemTypes = {
  'bad-request': { status: 400, title: 'The request is malformed' },
  'not-json': { status: 400, title: 'The body is not acceptable JSON' },
  'not-paired': { status: 401, title: 'A pairing token is needed' },
  'wrong-host': { status: 403, title: 'The Host header does not name this service' },
  'origin-not-allowed': { status: 403, title: 'This origin is not allowed' },
  'scope-missing': { status: 403, title: 'The pairing token lacks the scope' },
  'pairing-refused': { status: 403, title: 'The pairing code is not accepted' },
  'not-allowed': { status: 403, title: 'This is not allowed' },
  'loyalty-not-active': { status: 403, title: 'The loyalty module is not active' },
  'route-not-found': { status: 404, title: 'Unknown route' },
  'not-found': { status: 404, title: 'Not found' },
  'partner-not-configured': { status: 404, title: 'The partner interface is not configured' },
  'loyalty-user-unknown': { status: 404, title: 'The loyalty provider does not know this customer' },
  'method-not-allowed': { status: 405, title: 'The route does not support this method' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time' },
  conflict: { status: 409, title: 'The request contradicts an earlier one' },
  'wrong-state': { status: 409, title: 'The sale is past the point where this is possible' },
  'body-too-large': { status: 413, title: 'The body is larger than 1 MiB' },
  'unsupported-media-type': { status: 415, title: 'The body must be application/json in UTF-8' },
  invalid: { status: 422, title: 'The request is invalid' },
  'too-many-open-sales': { status: 429, title: 'Too many sales are open' },
  'too-many-requests': { status: 429, title: 'The till has reached its request limit' },
  'too-many-tries': { status: 429, title: 'Too many pairing attempts' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'The app failed' },
  'outcome-unknown': { status: 502, title: 'It is unknown whether the receipt service executed it' },
  'not-started': { status: 502, title: 'The loyalty transaction was not started' },
  refused: { status: 502, title: 'The receipt service refused' },
  offline: { status: 503, title: 'The receipt service does not answer' },
  'sign-in-needed': { status: 503, title: 'The receipt service does not accept the credentials' },
  'not-configured': { status: 503, title: 'A setting of the app is missing' },
  'user-temporarily-not-available': { status: 503, title: 'The receipt service is still creating this user' },
  'keychain-missing': { status: 503, title: 'No keychain answers' },
  'storage-busy': { status: 503, title: 'Another program holds the database; nothing was stored' },
  restarting: { status: 503, title: 'The app is changing its connection; nothing was stored' },
  'shutting-down': { status: 503, title: 'The app is shutting down' },
  'too-many-streams': { status: 503, title: 'Too many event streams are open' },
  'storage-full': { status: 507, title: 'The storage is full; nothing was stored' },
  'queue-full': { status: 507, title: 'Too much waits for the receipt service; nothing was stored' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemType = keyof typeof problemTypes;

/** Further members of a problem. `headers` are sent beside the body, and `retryAfterSeconds` becomes `Retry-After`. */
export interface Problem {
  readonly type: ProblemType;
  readonly detail: string;
  readonly errors?: readonly FieldIssue[];
  /** Only where a loyalty transaction was to be started. */
  readonly outcome?: 'unknown' | 'notStarted';
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export const problem = (type: ProblemType, detail: string, more: Omit<Problem, 'type' | 'detail'> = {}): Problem => ({
  type,
  detail,
  ...more,
});

/** The refusal of a body by `readJson`. */
export const notJson = ({ detail, errors }: Pick<Problem, 'detail' | 'errors'>): Problem =>
  problem('not-json', detail, errors === undefined ? {} : { errors });

/** The problem for an error of the app. It reveals nothing about a bug; the log has more. */
export function problemOf(error: AppError): Problem {
  if (error.code === 'internal') return internalProblem;
  if (error.code === 'storageBusy') return busyProblem;
  return {
    type: appErrors[error.code].problem,
    detail: error.message,
    ...(error.fields === undefined ? {} : { errors: error.fields }),
    ...retryAfter(error),
  };
}

function retryAfter({ code, retryAfterMs }: AppError): Pick<Problem, 'retryAfterSeconds'> {
  if (retryAfterMs !== undefined) return { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)) };
  const row = appErrors[code];
  return 'retryAfterSeconds' in row ? { retryAfterSeconds: row.retryAfterSeconds } : {};
}

/** Nothing was stored, and a second is often enough. */
export const busyProblem = problem(
  'storage-busy',
  'Another program holds the database of the app: nothing was stored. Send it again.',
  { retryAfterSeconds: 1 },
);

export const internalProblem = problem('internal', 'The app failed while it handled this request. Its log has more.');

/** Names the developer's mistake. About a wrong token it says only that it is wrong. */
export const notPairedBecause = (found: string): Problem =>
  problem(
    'not-paired',
    `found ${found}, expected the header Authorization: Bearer <pairing token>; POST /v1/pair gives one`,
    { headers: { 'www-authenticate': 'Bearer realm="receipt-companion"' } },
  );

export const notPaired = notPairedBecause('a token of no paired till');

/** The JSON of a refusal (RFC 9457). `instance` is the path that was asked for, without its query, or the name of a file of the inbox. */
export function problemBody(from: Problem, instance: string, requestId?: string) {
  const { status, title } = problemTypes[from.type];
  return {
    type: from.type,
    title,
    status,
    detail: from.detail,
    instance,
    ...(from.errors === undefined ? {} : { errors: from.errors }),
    ...(from.outcome === undefined ? {} : { outcome: from.outcome }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

export function problemHeaders(from: Problem): Readonly<Record<string, string>> {
  return from.retryAfterSeconds === undefined
    ? (from.headers ?? {})
    : { ...from.headers, 'retry-after': String(from.retryAfterSeconds) };
}
