import { type AppError, appErrors, type FieldIssue } from '../shared/result.ts';
import problemTypes from './problem-types.json' with { type: 'json' };

/** Every refusal of the POS API: the last part of `type`, its status and its title (RFC 9457). */
export { problemTypes };

export type ProblemType = keyof typeof problemTypes;

/** Further members of a problem. `headers` are sent beside the body, and `retryAfterSeconds` becomes `Retry-After`. */
export interface Problem {
  readonly type: ProblemType;
  readonly detail: string;
  readonly errors?: readonly FieldIssue[];
  /** Present only for requests that must not be repeated automatically, such as the start of a loyalty transaction. */
  readonly outcome?: 'unknown' | 'notStarted';
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export const problem = (type: ProblemType, detail: string, more: Omit<Problem, 'type' | 'detail'> = {}): Problem => ({
  type,
  detail,
  ...more,
});

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

/** Nothing was stored, and a lock usually ends within a second. */
export const busyProblem = problem(
  'storage-busy',
  'Another program holds the database of the app: nothing was stored. Send it again.',
  { retryAfterSeconds: 1 },
);

export const internalProblem = problem('internal', 'The app failed while it handled this request. Its log has more.');

/** Names the developer's mistake. For a wrong token it says only that the token is wrong. */
export const notPairedBecause = (found: string): Problem =>
  problem(
    'not-paired',
    `Found ${found}. Expected the header Authorization: Bearer <pairing token>. POST /v1/pair gives a token.`,
    { headers: { 'www-authenticate': 'Bearer realm="receipt-companion"' } },
  );

export const notPaired = notPairedBecause('a token of no paired till');

/** A refusal as JSON (RFC 9457). `instance` is the path without its query, or a file of the inbox. */
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
