import { afterTry, allLanes, woken } from './concurrency-limiter.ts';
import type { DeliveryOutcome, DueJob, Job } from './job.ts';
import { longerPause } from './pause.ts';
import type { Limiter } from './plan.ts';
import {
  believed,
  heardIn,
  ofBillOrStore,
  type Refusals,
  refusalsAfter,
  settleJob,
  storePauseAfter,
} from './policy.ts';

/** The worker's knowledge of the service from the answers of this run. */
export interface QueueState extends Limiter {
  /** The stores with a delivered bill since one bill reported the store as refused. */
  readonly proven: ReadonlySet<string>;
  readonly refusals: Refusals;
  /** False until the first answer of this run: a failure of an earlier run may have had no network. */
  readonly hasHeard: boolean;
  readonly arrivals: readonly number[];
}

export const freshState: QueueState = {
  concurrencyLimiter: allLanes,
  signIn: null,
  stores: new Map(),
  proven: new Set(),
  refusals: [],
  hasHeard: false,
  arrivals: [],
};

/** This number of deliveries is enough to estimate the duration of the queue. */
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
  /** The bill of this sale waits for this store from now on. */
  readonly holds: string | null;
  readonly resumes: string | null;
}

/** Derives the meaning of an answer for its row, for the other rows and for the service. */
export function afterAnswer(
  before: QueueState,
  answer: DeliveryOutcome,
  attempt: Attempt,
  around: Around,
): AfterAnswer {
  const { job, isProven, isWoken } = attempt;
  const { now, dice } = around;
  const said = believed(job, answer);
  const refusals = refusalsAfter(before.refusals, job, said, now);
  const pause = before.stores.get(job.storeId) ?? null;
  const outcome = ofBillOrStore(job, said, { isProven, refusals, pause });
  const settled = settleJob(job, outcome, now, dice(), isWoken);
  const heard = hear({ ...before, refusals }, outcome, attempt, around);
  const wakesUpTo = heardIn(outcome) === 'answer' ? wakesOf(before) : 0;
  const none = { outcome, settled, wakesUpTo, holds: null, resumes: null };
  if (job.kind !== 'bill') return { ...none, state: heard };
  const state = { ...heard, proven: provenAfter(heard.proven, job, outcome) };
  return isWoken ? { ...none, state } : { ...none, ...withStore(state, job, outcome, around) };
}

/** A row that failed more often than the service was silent has another reason and keeps waiting. */
const wakesOf = ({ hasHeard, concurrencyLimiter }: QueueState): number =>
  hasHeard ? concurrencyLimiter.silences : Number.MAX_SAFE_INTEGER;

/** Derives the meaning of an outcome for the service, independent of its meaning for the row. */
function hear(before: QueueState, outcome: DeliveryOutcome, attempt: Attempt, around: Around): QueueState {
  const { now, dice, most } = around;
  const heard = heardIn(outcome);
  const arrivals = outcome.kind === 'delivered' ? [...before.arrivals, now].slice(-mostArrivals) : before.arrivals;
  const state = { ...before, arrivals };
  if (heard !== 'answer' && heard !== 'paced' && attempt.isWoken) return state;
  const pause = heard === 'answer' ? null : state.signIn;
  const signIn = outcome.kind === 'signInNeeded' ? longerPause(pause, now, dice(), outcome.askAgainMs) : pause;
  const concurrencyLimiter = afterTry(state.concurrencyLimiter, outcome, {
    beganAt: attempt.beganAt,
    now,
    jitter: dice(),
    most,
  });
  return { ...state, signIn, concurrencyLimiter, hasHeard: state.hasHeard || heard === 'answer' };
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

/** An attempt may succeed now; see `woken`. */
export const wokenState = (state: QueueState, now: number, jitter: number | null): QueueState => ({
  ...state,
  signIn: null,
  concurrencyLimiter: woken(state.concurrencyLimiter, now, jitter),
  stores: new Map(),
});

export function afterOtherAnswer(state: QueueState, now: number): { state: QueueState; wakesUpTo: number } | null {
  const { hasHeard, signIn, concurrencyLimiter } = state;
  if (hasHeard && signIn === null && concurrencyLimiter.silences === 0) return null;
  return {
    wakesUpTo: wakesOf(state),
    state: {
      ...state,
      hasHeard: true,
      // A service may register ids and nevertheless refuse bills.
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
