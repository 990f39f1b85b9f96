import { type ConcurrencyLimiter, lanesOf, mayRetry, mayTryFresh, pacedUntil } from './concurrency-limiter.ts';
import type { DueJob, JobKind } from './job.ts';
import { mayAsk, type Pause, type StorePause } from './pause.ts';

/** The state that limits how much may be sent: the lanes and the pauses for a correction. */
export interface Limiter {
  readonly concurrencyLimiter: ConcurrencyLimiter;
  /** Null: the service accepts the sign-in, as far as is known. */
  readonly signIn: Pause | null;
  readonly stores: ReadonlyMap<string, StorePause>;
}

/** The number of sales that may be sent at once. While a sign-in is needed, one asks for all. */
export const mostAtOnce = ({ concurrencyLimiter, signIn }: Limiter, concurrent: number): number =>
  signIn === null ? lanesOf(concurrencyLimiter, concurrent) : 1;

/** The service asked to wait or refuses the sign-in. Null: sending is allowed. */
export function closedUntil({ concurrencyLimiter, signIn }: Limiter, now: number): number | null {
  const held = pacedUntil(concurrencyLimiter, now);
  const paused = signIn === null || mayAsk(signIn, now) ? null : signIn.askAt;
  return held === null ? paused : Math.max(held, paused ?? held);
}

/** The time of the next look at the queue. `nextAt` is when the next row becomes due; rows already due wait for a lane. */
export function nextLookAt({ concurrencyLimiter, stores }: Limiter, nextAt: number | null, now: number): number | null {
  const retries = mayRetry(concurrencyLimiter, now) ? null : concurrencyLimiter.nextAt;
  const fresh = mayTryFresh(concurrencyLimiter, now) ? null : concurrencyLimiter.freshAt;
  const asks = [...stores.values()].map(({ askAt }) => askAt);
  return earliest([nextAt, retries, fresh, ...asks].filter((at) => at !== null && at > now));
}

/** The time of the next attempt. `firstDueAt` is when the first row becomes due. Null: nothing waits. */
export function nextTryAt(limiter: Limiter, firstDueAt: number | null, now: number): number | null {
  const { concurrencyLimiter, stores } = limiter;
  const next = earliest([firstDueAt, ...[...stores.values()].map(({ askAt }) => askAt)]);
  const gate = mayRetry(concurrencyLimiter, now) ? now : concurrencyLimiter.nextAt;
  return next === null ? null : Math.max(gate, next, closedUntil(limiter, now) ?? now);
}

export const storesToAsk = ({ concurrencyLimiter, stores }: Limiter, now: number): readonly string[] =>
  mayRetry(concurrencyLimiter, now)
    ? [...stores].filter(([, pause]) => mayAsk(pause, now)).map(([storeId]) => storeId)
    : [];

export interface QueueRead {
  /** The longest waiting and the newest rows: in a long queue they take turns. */
  readonly oldest: readonly DueJob[];
  readonly newest: readonly DueJob[];
  readonly isNewestNext: boolean;
  readonly underWay: ReadonlyMap<string, { readonly kind: JobKind }>;
  readonly free: number;
}

export interface Plan {
  /** Bills of paused stores leave the queue before any row of it begins. */
  readonly hold: readonly DueJob[];
  readonly begin: readonly DueJob[];
  readonly isAll: boolean;
  readonly isNewestNext: boolean;
}

export function plan(read: QueueRead, { stores }: Limiter): Plan {
  const { oldest, newest, underWay, free } = read;
  const jobs = inTurns(newest, oldest, read.isNewestNext);
  const hold = jobs.filter((job) => job.kind === 'bill' && stores.has(job.storeId) && !underWay.has(job.saleId));
  if (hold.length > 0) return { hold, begin: [], isAll: false, isNewestNext: read.isNewestNext };
  const begun = new Map<string, DueJob>();
  for (const job of jobs) {
    if (begun.size < free && !underWay.has(job.saleId) && !begun.has(job.saleId)) begun.set(job.saleId, job);
  }
  const last = [...begun.values()].at(-1);
  return {
    hold,
    begin: [...begun.values()],
    isAll: jobs.every(({ saleId, kind }) => (begun.get(saleId) ?? underWay.get(saleId))?.kind === kind),
    isNewestNext: last === undefined ? read.isNewestNext : !newest.includes(last),
  };
}

function inTurns<T>(one: readonly T[], other: readonly T[], isOneFirst: boolean): readonly T[] {
  const [first, second] = isOneFirst ? [one, other] : [other, one];
  return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [first[at], second[at]])
    .flat()
    .filter((item) => item !== undefined);
}

function earliest(times: readonly (number | null)[]): number | null {
  return times.reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null);
}
