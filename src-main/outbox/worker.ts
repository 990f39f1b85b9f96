import type { SystemPorts } from '../ports.ts';
import { within } from '../shared/waiting.ts';
import { isDatabaseError } from '../storage/database.ts';
import type { Deliver, DeliveryOutcome, DueJob, Job, JobKind, Try } from './job.ts';
import {
  type Attempt,
  afterAnswer,
  afterOtherAnswer,
  closedUntil,
  freshState,
  type Limiter,
  mayRetry,
  mayTryFresh,
  nextScanAt,
  nextTryAt,
  pacedUntil,
  plan,
  type QueueState,
  rateOf,
  restartedState,
  slotsOf,
  storesToAsk,
  withoutStore,
} from './plan.ts';
import type { OutboxStore } from './store.ts';

interface OutboxWorkerParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly store: OutboxStore;
  readonly deliver: Deliver;
  readonly leavesAs: (job: Job) => string | null;
  /** Writes the row after an attempt and the effect on its sale in one transaction. */
  readonly recordOutcome: (job: Job, outcome: DeliveryOutcome) => void;
  readonly concurrent: () => number;
}

const pauseAfterFaultMs = 5_000;

/** The length of a queue above which new rows take turns with old ones. */
const longQueue = 8;

/** Once this many bills of paused stores have left the queue (some milliseconds), other work gets its turn. */
const mostHeld = 100;

export type OutboxWorker = ReturnType<typeof createOutboxWorker>;

export function createOutboxWorker(parts: OutboxWorkerParts) {
  const { store, clock, random } = parts;
  const queue: Queue = { state: freshState, wakes: 0 };
  const loop = createLoop(parts, queue);

  return {
    start: loop.start,
    stop: loop.stop,
    schedule: loop.schedule,
    /** Tries again at once; if the network is back for many tills, after a short random time (`isNetworkBack`). */
    wake({ isNetworkBack = false } = {}) {
      queue.wakes += 1;
      queue.state = restartedState(queue.state, clock.now(), isNetworkBack ? random.fraction() : null);
      loop.resume(null);
      loop.wakeRetries(Number.MAX_SAFE_INTEGER);
      loop.drain();
    },
    /** The service answered another request, so rows that wait for its availability continue. */
    answered() {
      const after = afterOtherAnswer(queue.state, clock.now());
      if (after === null) return;
      queue.state = after.state;
      loop.wakeRetries(after.wakesUpTo);
      loop.drain();
    },
    resumeStore(storeId: string) {
      if (!queue.state.stores.has(storeId)) return;
      queue.state = withoutStore(queue.state, storeId);
      loop.resume(storeId);
      loop.drain();
    },
    pausedStores: () => [...queue.state.stores].map(([storeId, pause]) => ({ storeId, ...pause })),
    /** The next attempt in milliseconds since the epoch; null while an attempt is running or nothing waits. */
    nextTryAt: (): number | null => (loop.isIdle() ? nextTryAt(queue.state, store.firstDueAt(), clock.now()) : null),
    pacedUntil: () => pacedUntil(queue.state.concurrencyLimiter, clock.now()),
    rate: () => rateOf(queue.state, clock.now()),
  };
}

interface Queue {
  state: QueueState;
  /** Grows with every wake: an attempt that began earlier and failed does not have to wait. */
  wakes: number;
}

/** Starts the jobs of the due rows, again after each change of the queue and at the next due time. */
function createLoop(parts: OutboxWorkerParts, queue: Queue) {
  const { store, clock, random, log } = parts;
  const life: Life = { isRunning: () => running, stopped: () => stopping.promise };
  const attempts = createAttempts(parts, life);
  const scan = createScan(parts, attempts);
  const waking = createWaking(parts, queue, life, { guarded, drain });
  let running = false;
  let stopping = Promise.withResolvers<void>();
  /** The state of the queue when it was last read (`OutboxStore.version`). */
  let lastVersion = 0;
  let cancelTimer: () => void = () => undefined;

  const later = (delayMs: number): void => {
    cancelTimer();
    if (running) cancelTimer = clock.setTimer(Math.max(0, delayMs), drain);
  };

  /** Runs `work`. An error causes a pause; it neither ends the loop nor reaches the caller. */
  function guarded(work: () => void): void {
    try {
      store.grouped(work);
    } catch (error) {
      log.error('outbox-not-read', { error: String(error) });
      later(pauseAfterFaultMs);
    }
  }

  function drain(): void {
    guarded(() => {
      cancelTimer();
      if (!running) return;
      lastVersion = store.version.changes;
      const now = clock.now();
      const next = closedUntil(queue.state, now) ?? begun(now);
      if (next !== null) later(next - now);
    });
  }

  /** Starts the rows that can be sent now; returns the time of the next check. */
  function begun(now: number): number | null {
    const { signIn, concurrencyLimiter } = queue.state;
    // While a sign-in is needed, a single attempt tests it for all sales.
    const most = signIn === null ? slotsOf(concurrencyLimiter, parts.concurrent()) : 1;
    const nextAt = scan.due(queue.state, now, most, begin, drain);
    for (const storeId of storesToAsk(queue.state, now)) {
      if (attempts.busySlots() >= most) break;
      const job = store.nextToAsk(storeId);
      // The last waiting bill was cancelled, so the next bill for this store asks again.
      if (job === null) queue.state = withoutStore(queue.state, storeId);
      else if (!attempts.underWay.has(job.saleId)) begin({ ...job, storeId });
    }
    return nextScanAt(queue.state, nextAt, now);
  }

  function begin(job: DueJob): void {
    const wakesBefore = queue.wakes;
    const beganAt = clock.now();
    const isProven = queue.state.proven.has(job.storeId);
    attempts.begin(
      job,
      (tried, answer) => note(answer, { job: tried, beganAt, isProven, isWoken: queue.wakes > wakesBefore }),
      drain,
      (ended) => {
        if (ended !== 'through') scan.forget();
        if (ended === 'fault') later(pauseAfterFaultMs);
        else drain();
      },
    );
  }

  function note(answer: DeliveryOutcome, attempt: Attempt): void {
    const around = { now: clock.now(), dice: random.fraction, most: parts.concurrent() };
    const after = afterAnswer(queue.state, answer, attempt, around);
    const { saleId, kind, attempts: count } = attempt.job;
    parts.recordOutcome(after.settled, after.outcome);
    queue.state = after.state;
    if (after.outcome.kind !== 'delivered')
      log.warn('delivery-not-completed', { kind, outcome: after.outcome.kind, attempts: count });
    waking.retries(after.wakesUpTo);
    if (after.holds !== null) store.holdBack(after.holds, saleId);
    if (after.resumes !== null) waking.ofStore(after.resumes);
  }

  return {
    drain,
    wakeRetries: waking.retries,
    resume: waking.ofStore,
    /** The rows are read after the caller's work, so that an outcome is processed before anything else leaves. */
    schedule() {
      if (store.version.changes === lastVersion) return;
      queueMicrotask(() => {
        if (store.version.changes !== lastVersion) drain();
      });
    },
    isIdle: () => running && attempts.underWay.size === 0,
    start() {
      running = true;
      stopping = Promise.withResolvers();
      // Pauses are not stored, so every start asks again at once.
      queue.state = { ...queue.state, stores: new Map() };
      waking.ofStore(null);
      drain();
    },
    async stop(): Promise<void> {
      running = false;
      cancelTimer();
      stopping.resolve();
      await attempts.ended();
    },
  };
}

interface Steps {
  readonly guarded: (work: () => void) => void;
  readonly drain: () => void;
}

function createWaking({ store, clock }: OutboxWorkerParts, queue: Queue, life: Life, { guarded, drain }: Steps) {
  /** Runs slices until none is left. Other work and ready rows get their turn in between. */
  function inSlices(slice: () => boolean): void {
    let isMore = false;
    guarded(() => {
      isMore = slice();
    });
    if (!isMore) return;
    void clock.nextTurn().then(() => {
      if (life.isRunning()) inSlices(slice);
      drain();
    });
  }

  return {
    retries(mostAttempts: number): void {
      if (mostAttempts === 0) return;
      const now = clock.now();
      let from: number | null = now + 1;
      inSlices(() => {
        from = store.wake(now, mostAttempts, from ?? undefined);
        return from !== null;
      });
    },
    /** Releases rows that waited for this store; null: all stores. A store that is paused again keeps its rows. */
    ofStore(storeId: string | null): void {
      const now = clock.now();
      inSlices(() => store.release(storeId, now, [...queue.state.stores.keys()]));
    },
  };
}

function createScan({ store, clock }: OutboxWorkerParts, attempts: Attempts) {
  let isNewestNext = true;
  /**
   * The last search for due rows, if it began every row that it found: no other row can leave before a change or the
   * next due time.
   */
  let lastScan: { readonly at: number; readonly nextAt: number | null; readonly version: number } | null = null;

  /** Starts the rows that one read of the queue finds. `held`: the number of rows that left the queue instead. */
  function beginSome(limiter: Limiter, now: number, most: number, begin: (job: DueJob) => void) {
    const version = store.version.changes;
    const isWhole = mayRetry(limiter.concurrencyLimiter, now);
    const free = most - attempts.busySlots();
    // The first rows may be under way already: read past them, and far enough to recognize a long queue.
    const few = attempts.underWay.size + free;
    const limit = few + longQueue;
    const { jobs: oldest, nextAt } = store.due(now, limit, isWhole ? 'all' : 'fresh');
    // In a long queue half of the slots go to the newest rows. A single free slot goes to an old and a new row in turn.
    const isShared = oldest.length === limit && (isNewestNext || free > 1);
    const newest = isShared ? store.due(now, few, 'newest').jobs : [];
    const planned = plan({ oldest, newest, isNewestNext, underWay: attempts.underWay, free }, limiter);
    isNewestNext = planned.isNewestNext;
    for (const { storeId, saleId } of planned.hold) store.holdBack(storeId, saleId);
    for (const job of planned.begin) begin(job);
    if (planned.isAll && isWhole) lastScan = { at: now, nextAt, version };
    return { held: planned.hold.length, nextAt };
  }

  return {
    forget() {
      lastScan = null;
    },
    /** Starts the due rows. Returns the time of the next one; null if there is none, or if it only waits for a slot. */
    due(limiter: Limiter, now: number, most: number, begin: (job: DueJob) => void, lookAgain: () => void) {
      if (lastScan !== null) {
        const { at, nextAt, version } = lastScan;
        // If the clock was turned back, rows planned too far ahead are due, so the last search is out of date.
        if (version === store.version.changes && now >= at && (nextAt === null || now < nextAt)) return nextAt;
        lastScan = null;
      }
      let held = 0;
      while (held < mostHeld && attempts.busySlots() < most && mayTryFresh(limiter.concurrencyLimiter, now)) {
        const some = beginSome(limiter, now, most, begin);
        if (some.held === 0) return some.nextAt;
        held += some.held;
      }
      if (held >= mostHeld) void clock.nextTurn().then(lookAgain);
      return null;
    },
  };
}

/** `through`: a bill was delivered. `fault`: the attempt did not begin, or its outcome was not written. */
type AttemptResult = 'through' | 'tried' | 'fault';

type Attempts = ReturnType<typeof createAttempts>;

interface Life {
  readonly isRunning: () => boolean;
  /** Resolves when the worker stops. Then an outcome is written for the last time. */
  readonly stopped: () => Promise<void>;
}

function createAttempts({ store, deliver, leavesAs, clock, log }: OutboxWorkerParts, life: Life) {
  const underWay = new Map<string, { readonly kind: JobKind; readonly trying: Promise<void> }>();
  /** The number of attempts whose outcome is being written; their slots are free. */
  let committing = 0;

  async function outcomeOf(tried: Try): Promise<DeliveryOutcome> {
    try {
      return await deliver(tried);
    } catch (error) {
      log.error('delivery-failed', { kind: tried.kind, error: String(error) });
      return { kind: 'retry', reason: 'internal', retryAfterMs: null };
    }
  }

  /** Repeats the write during a lock or while the disk is full, so that no second request is sent. */
  async function written({ kind }: DueJob, write: () => void, takeSlot: () => void): Promise<boolean> {
    for (;;) {
      let isCommitting = 0;
      try {
        await store.grouped(() => {
          write();
          isCommitting = 1;
          committing += 1;
          takeSlot();
          return store.committed();
        });
        return true;
      } catch (error) {
        log.error('outcome-not-written', { kind, error: String(error) });
        // Any other error is a bug, which must not occupy its slot without an end.
        if (!life.isRunning() || !isDatabaseError(error)) return false;
      } finally {
        committing -= isCommitting;
      }
      await within(clock, pauseAfterFaultMs, life.stopped());
    }
  }

  async function attempt(job: DueJob, note: Note, takeSlot: () => void): Promise<AttemptResult> {
    let tried: DueJob & Try;
    try {
      tried = { ...job, attempts: job.attempts + 1, leavesAs: leavesAs(job) };
      // Counts the attempt before it leaves, in one commit with the other writes of this turn.
      store.begin(tried);
      await store.committed();
    } catch (error) {
      log.error('delivery-not-started', { kind: job.kind, error: String(error) });
      return 'fault';
    }
    const outcome = await outcomeOf(tried);
    if (!(await written(tried, () => note(tried, outcome), takeSlot))) return 'fault';
    return job.kind === 'bill' && outcome.kind === 'delivered' ? 'through' : 'tried';
  }

  return {
    underWay: underWay as ReadonlyMap<string, { readonly kind: JobKind }>,
    busySlots: (): number => underWay.size - committing,
    /** Begins an attempt. Its slot becomes free in a later turn, even if a full disk ends the attempt at once. */
    begin(job: DueJob, note: Note, takeSlot: () => void, onEnd: (ended: AttemptResult) => void): void {
      const trying = attempt(job, note, takeSlot).then((ended) => {
        underWay.delete(job.saleId);
        onEnd(ended);
      });
      underWay.set(job.saleId, { kind: job.kind, trying });
    },
    ended: (): Promise<unknown> => Promise.all([...underWay.values()].map(({ trying }) => trying)),
  };
}

type Note = (tried: DueJob, outcome: DeliveryOutcome) => void;
