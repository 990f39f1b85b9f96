import type { DeliveryOutcome, DueJob, Job, JobKind } from './job.ts';
import {
  confirmedOutcome,
  longerPause,
  mayTryAgain,
  ofBillOrStore,
  type Pause,
  type Refusals,
  refusalsAfter,
  retryRules,
  type StorePause,
  settleJob,
  signalOf,
  storePauseAfter,
  waitMsOf,
} from './policy.ts';

export interface Limiter {
  readonly concurrencyLimiter: ConcurrencyLimiter;
  /** Null: the service accepts the sign-in, as far as is known. */
  readonly signIn: Pause | null;
  readonly stores: ReadonlyMap<string, StorePause>;
}

/** The time when sending is allowed again after a Retry-After or a refused sign-in. Null: it is allowed. */
export function closedUntil({ concurrencyLimiter, signIn }: Limiter, now: number): number | null {
  const held = pacedUntil(concurrencyLimiter, now);
  const paused = signIn === null || mayTryAgain(signIn, now) ? null : signIn.askAt;
  return held === null ? paused : Math.max(held, paused ?? held);
}

/** The time of the next look at the queue. The next row becomes due at `nextAt`. Rows already due wait for a slot. */
export function nextScanAt({ concurrencyLimiter, stores }: Limiter, nextAt: number | null, now: number): number | null {
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
    ? [...stores].filter(([, pause]) => mayTryAgain(pause, now)).map(([storeId]) => storeId)
    : [];

export interface QueueRead {
  /** The longest waiting and the newest rows: in a long queue they take turns. */
  readonly oldest: readonly DueJob[];
  readonly newest: readonly DueJob[];
  readonly isNewestNext: boolean;
  readonly underWay: ReadonlyMap<string, { readonly kind: JobKind }>;
  readonly free: number;
}

/** `hold`: bills of paused stores, which leave the queue before any other row is started. */
export function plan(read: QueueRead, { stores }: Limiter) {
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

/**
 * The state of the limiter for simultaneous deliveries. Each slot sends one delivery at a time. Successful rounds open
 * slots; the first failure (silence, 503, 429) closes half of them. Below one slot a single attempt probes: a failed
 * row from `nextAt` on, a new row from `freshAt` on. Nothing leaves before `pacedUntil` (Retry-After). A failure of an
 * attempt that began before `closedAt` closes nothing, so that a burst counts once. `silences` counts the failures
 * since the last answer. The numbers were found with two thousand tills (`test/unit/outbox/fleet.ts`).
 */
export const unlimited = { open: Infinity, nextAt: 0, freshAt: 0, pacedUntil: 0, closedAt: 0, silences: 0 };
export type ConcurrencyLimiter = Readonly<typeof unlimited>;

const freshPauseMs = 1_000;

/** The random addition to a Retry-After, so that not all tills return in the same second. */
const laterMs = (requestedMs: number, jitter: number): number => Math.round(jitter * Math.min(requestedMs / 5, 2_000));

/** Attempts are planned at most this far ahead. A later one was planned before the clock was turned back. */
const farthestMs = retryRules.capMs + 2_000;

/** The longest pause below one slot: a second at half a slot. */
const gapMs = (open: number): number => Math.min(retryRules.capMs, 500 / open);

/** The number of sales that may be sent at once. */
export const slotsOf = ({ open }: ConcurrencyLimiter, most: number): number =>
  Math.max(1, Math.floor(Math.min(open, most)));

export const mayRetry = ({ open, nextAt }: ConcurrencyLimiter, now: number): boolean =>
  open >= 1 || now >= nextAt || nextAt > now + farthestMs;

export const mayTryFresh = (concurrencyLimiter: ConcurrencyLimiter, now: number): boolean =>
  mayRetry(concurrencyLimiter, now) ||
  now >= concurrencyLimiter.freshAt ||
  concurrencyLimiter.freshAt > now + freshPauseMs;

export const pacedUntil = ({ pacedUntil: until }: ConcurrencyLimiter, now: number): number | null =>
  until > now && until <= now + farthestMs ? until : null;

export function afterTry(
  concurrencyLimiter: ConcurrencyLimiter,
  outcome: DeliveryOutcome,
  { beganAt, now, jitter, most }: { beganAt: number; now: number; jitter: number; most: number },
): ConcurrencyLimiter {
  const signal = signalOf(outcome);
  const open = Math.min(concurrencyLimiter.open, most);
  if (signal === 'answer')
    return { ...concurrencyLimiter, open: wider(open, concurrencyLimiter), freshAt: 0, silences: 0 };
  if (signal === 'nothing') return concurrencyLimiter;
  const requestedMs = signal === 'paced' ? waitMsOf(outcome) : 0;
  const requestedUntil = requestedMs > 0 ? now + requestedMs + laterMs(requestedMs, jitter) : 0;
  const updated = {
    ...concurrencyLimiter,
    freshAt: now + freshPauseMs,
    pacedUntil: Math.max(pacedUntil(concurrencyLimiter, now) ?? 0, requestedUntil),
    silences: requestedMs > 0 ? 0 : concurrencyLimiter.silences + 1,
  };
  // This failure belongs to a burst that has already closed slots, or the time of the next probe is already set.
  const isOfBurst = beganAt < concurrencyLimiter.closedAt && concurrencyLimiter.closedAt <= now;
  if (isOfBurst || !mayRetry(concurrencyLimiter, now)) return updated;
  const fewer = open > 1 ? Math.max(1, open / 2) : requestedMs > 0 ? open : rarer(open);
  const nextAt = Math.max(requestedUntil, now + Math.max(100, Math.round(jitter * gapMs(fewer))));
  return { ...updated, open: fewer, closedAt: now, nextAt };
}

/** The first answer opens a slot, or two after a short silence. Each further round opens one more. */
function wider(open: number, { pacedUntil, closedAt }: ConcurrencyLimiter): number {
  if (open < 1) return Math.max(1, 4 * open);
  return pacedUntil > closedAt ? 2 * open : open + Math.min(1 / 2, 1 / open);
}

/** The minimum is far below the twentieth of a slot that each of two thousand tills must be able to reach. */
const rarer = (open: number): number => Math.max(open / (open === 1 ? 2 : 4), 1 / 1_024);

/** When the network returns, each till tries within a twentieth of its last pause. A person's request opens a slot. */
export const restarted = (
  concurrencyLimiter: ConcurrencyLimiter,
  now: number,
  jitter: number | null,
): ConcurrencyLimiter => ({
  ...concurrencyLimiter,
  open: Math.max(concurrencyLimiter.open, jitter === null ? 1 : 1 / 32),
  nextAt: now + Math.round(((jitter ?? 0) * gapMs(concurrencyLimiter.open)) / 20),
  freshAt: 0,
  silences: 0,
});

export interface QueueState extends Limiter {
  /** The stores of which a bill was delivered after the last answer that showed the store as unknown or refused. */
  readonly proven: ReadonlySet<string>;
  readonly refusals: Refusals;
  /** False until the first answer of this run, which wakes all rows: an earlier run may have had no network. */
  readonly hasAnswered: boolean;
  readonly arrivals: readonly number[];
}

export const freshState: QueueState = {
  concurrencyLimiter: unlimited,
  signIn: null,
  stores: new Map(),
  proven: new Set(),
  refusals: [],
  hasAnswered: false,
  arrivals: [],
};

/** The number of latest deliveries from which the duration of the queue is estimated. */
const mostArrivals = 50;

export function rateOf({ arrivals }: QueueState, now: number): number | null {
  const first = arrivals[0] ?? 0;
  const last = arrivals.at(-1) ?? 0;
  const isMoving = arrivals.length > 1 && last > first && now - last <= 60_000;
  return isMoving ? ((arrivals.length - 1) * 1_000) / (last - first) : null;
}

export interface Attempt {
  readonly job: DueJob;
  readonly beganAt: number;
  readonly isProven: boolean;
  readonly isWoken: boolean;
}

interface Around {
  readonly now: number;
  readonly dice: () => number;
  readonly most: number;
}

export interface AfterAnswer {
  readonly state: QueueState;
  readonly outcome: DeliveryOutcome;
  readonly settled: Job;
  /** Rows with at most this many attempts become due; 0: none. */
  readonly wakesUpTo: number;
  /** The store whose pause the bill of the attempt must await; null if it does not wait. */
  readonly holds: string | null;
  readonly resumes: string | null;
}

export function afterAnswer(
  before: QueueState,
  answer: DeliveryOutcome,
  attempt: Attempt,
  around: Around,
): AfterAnswer {
  const { job, isProven, isWoken } = attempt;
  const { now, dice } = around;
  const meant = confirmedOutcome(job, answer);
  const refusals = refusalsAfter(before.refusals, job, meant, now);
  const pause = before.stores.get(job.storeId) ?? null;
  const outcome = ofBillOrStore(job, meant, { isProven, refusals, pause });
  const settled = settleJob(job, outcome, now, dice(), isWoken);
  const updated = updatedState({ ...before, refusals }, outcome, attempt, around);
  const wakesUpTo = signalOf(outcome) === 'answer' ? wakesOf(before) : 0;
  const none = { outcome, settled, wakesUpTo, holds: null, resumes: null };
  if (job.kind !== 'bill') return { ...none, state: updated };
  const state = { ...updated, proven: provenAfter(updated.proven, job, outcome) };
  return isWoken ? { ...none, state } : { ...none, ...withStore(state, job, outcome, around) };
}

/** A row with more failed attempts than `silences` is held back for another reason, so it is not woken. */
const wakesOf = ({ hasAnswered, concurrencyLimiter }: QueueState): number =>
  hasAnswered ? concurrencyLimiter.silences : Number.MAX_SAFE_INTEGER;

function updatedState(before: QueueState, outcome: DeliveryOutcome, attempt: Attempt, around: Around): QueueState {
  const { now, dice, most } = around;
  const signal = signalOf(outcome);
  const arrivals = outcome.kind === 'delivered' ? [...before.arrivals, now].slice(-mostArrivals) : before.arrivals;
  const state = { ...before, arrivals };
  if (signal !== 'answer' && signal !== 'paced' && attempt.isWoken) return state;
  const pause = signal === 'answer' ? null : state.signIn;
  const signIn = outcome.kind === 'signInNeeded' ? longerPause(pause, now, dice(), outcome.askAgainMs) : pause;
  const concurrencyLimiter = afterTry(state.concurrencyLimiter, outcome, {
    beganAt: attempt.beganAt,
    now,
    jitter: dice(),
    most,
  });
  return { ...state, signIn, concurrencyLimiter, hasAnswered: state.hasAnswered || signal === 'answer' };
}

function provenAfter(before: ReadonlySet<string>, job: DueJob, outcome: DeliveryOutcome): ReadonlySet<string> {
  if (outcome.kind === 'delivered' && !before.has(job.storeId)) return new Set([...before, job.storeId]);
  if (!('storeId' in outcome) || !before.has(outcome.storeId)) return before;
  return new Set([...before].filter((storeId) => storeId !== outcome.storeId));
}

/** The bill that probes a paused store, or that finds its store unknown, decides for all bills of that store. */
function withStore(state: QueueState, job: DueJob, outcome: DeliveryOutcome, { now, dice }: Around) {
  const storeId = 'storeId' in outcome ? outcome.storeId : job.storeId;
  const before = state.stores.get(storeId) ?? null;
  const holds = 'storeId' in outcome ? storeId : null;
  if (before === null && holds === null) return { state, holds, resumes: null };
  const pause = storePauseAfter(before, outcome, now, dice());
  const stores = new Map(state.stores);
  if (pause === null) stores.delete(storeId);
  else stores.set(storeId, pause);
  return { state: { ...state, stores }, holds, resumes: pause === null ? storeId : null };
}

export const restartedState = (state: QueueState, now: number, jitter: number | null): QueueState => ({
  ...state,
  signIn: null,
  concurrencyLimiter: restarted(state.concurrencyLimiter, now, jitter),
  stores: new Map(),
});

export function afterOtherAnswer(state: QueueState, now: number): { state: QueueState; wakesUpTo: number } | null {
  const { hasAnswered, signIn, concurrencyLimiter } = state;
  if (hasAnswered && signIn === null && concurrencyLimiter.silences === 0) return null;
  return {
    wakesUpTo: wakesOf(state),
    state: {
      ...state,
      hasAnswered: true,
      // Tests the sign-in now but does not end its pause: a service may register ids and nevertheless refuse bills.
      signIn: signIn && { ...signIn, askAt: now },
      concurrencyLimiter: {
        ...concurrencyLimiter,
        nextAt: Math.min(concurrencyLimiter.nextAt, Math.max(concurrencyLimiter.freshAt, now)),
      },
    },
  };
}

export const withoutStore = (state: QueueState, storeId: string): QueueState => ({
  ...state,
  stores: new Map([...state.stores].filter(([other]) => other !== storeId)),
});
