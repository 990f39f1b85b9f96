import type { SystemPorts } from '../ports.ts';
import { isDatabaseError } from '../storage/database.ts';
import type { Deliver, DeliveryOutcome, DueJob, Job, JobKind, Try } from './job.ts';
import { afterTry, allLanes, type Lanes, lanesOf, mayRetry, mayTryFresh, pacedUntil, woken } from './lanes.ts';
import { longerPause, mayAsk, type Pause, type StorePause } from './pause.ts';
import {
  believed,
  heardIn,
  ofBillOrStore,
  type Refusals,
  refusalsAfter,
  settleJob,
  storePauseAfter,
} from './policy.ts';
import type { OutboxStore } from './store.ts';

interface OutboxWorkerParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly store: OutboxStore;
  readonly deliver: Deliver;
  /** As what its bill leaves (`sendingOf`); null where something has to happen before that, or where it was noted before. */
  readonly leavesAs: (job: Job) => string | null;
  /** Writes the settled row and what it means for the sale, in one transaction. */
  readonly recordOutcome: (job: Job, outcome: DeliveryOutcome) => void;
  readonly concurrent: () => number;
}

/** A queue that could not be read, and an outcome that could not be written, get this long. */
const pauseAfterFaultMs = 5_000;

/** More than this behind those under way, and the last that came is not made to wait for all of them. */
const longQueue = 8;

/** So many bills of paused stores leave the queue before others have their turn: some milliseconds. */
const mostHeld = 100;

/** As many as say how long a queue takes. */
const mostArrivals = 50;

export type OutboxWorker = ReturnType<typeof createOutboxWorker>;

/** The loop: takes due jobs, tries them, writes down what came of it. One try per sale at a time. */
export function createOutboxWorker(parts: OutboxWorkerParts) {
  const { store, clock, random, log } = parts;
  const underWay = new Map<string, { readonly kind: JobKind; readonly trying: Promise<void> }>();
  /** Of those: what came of them is on its way to the disk, and their lanes are free. */
  let settling = 0;
  /** The last look, where it began whatever it found: nothing else can leave before something changes, or its time comes. */
  let seen: { readonly at: number; readonly nextAt: number | null; readonly changes: number } | null = null;
  /** What of the queue was looked at last (`OutboxStore.changes`). */
  let looked = 0;
  const stores = new Map<string, StorePause>();
  let refusals: Refusals = [];
  /** Stores of which a bill has arrived since one was told that they are not known. */
  const proven = new Set<string>();
  /** Each ends a pause before an outcome is written again. */
  const writing = new Set<() => void>();
  let running = false;
  let isNewestNext = true;
  let signIn: Pause | null = null;
  /** When the last deliveries went through, oldest first. */
  const arrivals: number[] = [];
  let lanes: Lanes = allLanes;
  /** False until the first answer of this run: what failed in an earlier one may have failed for want of a network. */
  let hasHeard = false;
  /** Grows with every wake: a try that began before one and failed is not made to wait. */
  let wakes = 0;
  let cancelTimer: () => void = () => undefined;

  const later = (delayMs: number): void => {
    cancelTimer();
    if (running) cancelTimer = clock.setTimer(Math.max(0, delayMs), drain);
  };

  /** Runs what reads or writes the queue. An error in there costs a pause, never the loop nor its caller. */
  function guarded(work: () => void): void {
    try {
      store.grouped(work);
    } catch (error) {
      log.error('outbox-not-read', { error: String(error) });
      later(pauseAfterFaultMs);
    }
  }

  /** Others have their turn between the slices, and so has what may leave by then. */
  function inSlices(slice: () => boolean): void {
    let isMore = false;
    guarded(() => {
      isMore = slice();
    });
    if (!isMore) return;
    void clock.nextTurn().then(() => {
      if (running) inSlices(slice);
      drain();
    });
  }

  function drain(): void {
    guarded(() => {
      cancelTimer();
      if (!running) return;
      looked = store.changes();
      const now = clock.now();
      const next = closedUntil(now) ?? begun(now);
      if (next !== null) later(next - now);
    });
  }

  /** Begins what can leave now; gives when to look again. What could not begin although its time has come waits for a lane. */
  function begun(now: number): number | null {
    const most = signIn === null ? lanesOf(lanes, parts.concurrent()) : 1;
    const nextAt = seen !== null && hasSeenAll(seen, now) ? seen.nextAt : beginDue(now, most);
    const isUp = mayRetry(lanes, now);
    if (isUp) beginAsks(now, most);
    const fresh = mayTryFresh(lanes, now) ? null : lanes.freshAt;
    const asks = [...stores.values()].map(({ askAt }) => askAt);
    return earliest([nextAt, isUp ? null : lanes.nextAt, fresh, ...asks].filter((at) => at !== null && at > now));
  }

  /** While the service asked to wait, or a sign-in is needed, nothing leaves before this. Null: it may. */
  function closedUntil(now: number): number | null {
    const held = pacedUntil(lanes, now);
    const paused = signIn === null || mayAsk(signIn, now) ? null : signIn.askAt;
    return held === null ? paused : Math.max(held, paused ?? held);
  }

  /** One bill for every paused store whose time has come. */
  function beginAsks(now: number, most: number): void {
    for (const [storeId, pause] of stores) {
      if (inLanes() >= most) return;
      if (!mayAsk(pause, now)) continue;
      const job = store.nextToAsk(storeId);
      // The last of them was cancelled: the next bill for this store asks anew.
      if (job === null) stores.delete(storeId);
      else if (!underWay.has(job.saleId)) begin({ ...job, storeId });
    }
  }

  const inLanes = (): number => underWay.size - settling;

  /** As far as lanes are free. Gives when the next one is due; null for never, and for as soon as a lane is. */
  function beginDue(now: number, most: number): number | null {
    seen = null;
    let held = 0;
    while (held < mostHeld && inLanes() < most && mayTryFresh(lanes, now)) {
      // The sales under way may stand in front: look past them, and far enough to see that it is a long queue.
      const few = most + settling;
      const limit = few + longQueue;
      const changes = store.changes();
      const isWhole = mayRetry(lanes, now);
      const { jobs: oldest, nextAt } = store.due(now, limit, { fresh: !isWhole });
      // In a long one half of the lanes go to who stands there, the others to who has waited longest.
      const newest = newestAmongDue(now, most, few, oldest.length === limit);
      const jobs = inTurns(newest, oldest, isNewestNext);
      const more = holdBack(jobs);
      if (more === 0) {
        if (beginAmong(jobs, newest, most) && isWhole) seen = { at: now, nextAt, changes };
        return nextAt;
      }
      held += more;
    }
    if (held >= mostHeld) void clock.nextTurn().then(drain);
    return null;
  }

  /** Bills of paused stores leave the queue; gives how many of these did. */
  function holdBack(jobs: readonly DueJob[]): number {
    const paused = jobs.filter(
      ({ kind, storeId, saleId }) => kind === 'bill' && stores.has(storeId) && !underWay.has(saleId),
    );
    for (const { storeId, saleId } of paused) store.holdBack(storeId, saleId);
    return paused.length;
  }

  /** None where the one lane that is free is for who has waited longest. */
  const newestAmongDue = (now: number, most: number, limit: number, isLong: boolean): readonly DueJob[] =>
    !isLong || (!isNewestNext && inLanes() === most - 1) ? [] : store.due(now, limit, { newest: true }).jobs;

  /** Not where the clock was turned back: what was planned for later may be due. */
  const hasSeenAll = ({ at, nextAt, changes }: NonNullable<typeof seen>, now: number): boolean =>
    changes === store.changes() && now >= at && (nextAt === null || now < nextAt);

  /** Whether all of them are under way then. */
  function beginAmong(jobs: readonly DueJob[], newest: readonly DueJob[], most: number): boolean {
    for (const job of jobs) {
      if (inLanes() >= most || underWay.has(job.saleId)) continue;
      isNewestNext = !newest.includes(job);
      begin(job);
    }
    return jobs.every(({ saleId, kind }) => underWay.get(saleId)?.kind === kind);
  }

  /** The lane is free again in a later turn, also when the try ends in this one: a full disk does not let it begin. */
  function begin(job: DueJob): void {
    const trying = attempt(job).then((ended) => {
      underWay.delete(job.saleId);
      if (ended !== 'through') seen = null;
      if (ended === 'fault') later(pauseAfterFaultMs);
      else drain();
    });
    underWay.set(job.saleId, { kind: job.kind, trying });
  }

  /** One try, and its outcome written down; `fault` when it could not be, `through` when nothing is left of it. */
  async function attempt(job: DueJob): Promise<'through' | 'tried' | 'fault'> {
    const wakesBefore = wakes;
    const beganAt = clock.now();
    const isProven = proven.has(job.storeId);
    let tried: DueJob & Try;
    let outcome: DeliveryOutcome;
    try {
      tried = { ...job, attempts: job.attempts + 1, leavesAs: parts.leavesAs(job) };
      // Together with what others write in this turn, a bill that was just accepted among it.
      store.begin(tried);
      await store.kept();
    } catch (error) {
      log.error('delivery-not-begun', { kind: job.kind, error: String(error) });
      return 'fault';
    }
    try {
      outcome = await parts.deliver(tried);
    } catch (error) {
      log.error('delivery-failed', { kind: job.kind, error: String(error) });
      outcome = { kind: 'retry', reason: 'internal', retryAfterMs: null };
    }
    const isWritten = await written(tried, () => note(tried, outcome, isProven, beganAt, wakes > wakesBefore));
    if (!isWritten) return 'fault';
    return job.kind === 'bill' && outcome.kind === 'delivered' ? 'through' : 'tried';
  }

  /**
   * What the service said is kept until it is on disk: the request does not leave a second time for a lock or a full disk.
   * A stop does not wait for that: the row still says `due`, so the next run asks again, and nothing is twice. Whoever takes
   * its lane is noted in the same commit.
   */
  async function written({ kind }: DueJob, write: () => void): Promise<boolean> {
    for (;;) {
      let isSettling = 0;
      try {
        await store.grouped(() => {
          write();
          isSettling = 1;
          settling += 1;
          drain();
          return store.kept();
        });
        return true;
      } catch (error) {
        log.error('outcome-not-written', { kind, error: String(error) });
        // Anything else is a bug: it must not keep its lane for ever.
        if (!running || !isDatabaseError(error)) return false;
      } finally {
        settling -= isSettling;
      }
      const over = Promise.withResolvers<void>();
      const cancel = clock.setTimer(pauseAfterFaultMs, over.resolve);
      writing.add(over.resolve);
      await over.promise;
      writing.delete(over.resolve);
      cancel();
    }
  }

  function note(job: DueJob, answer: DeliveryOutcome, isProven: boolean, beganAt: number, isWoken: boolean): void {
    const now = clock.now();
    const said = believed(job, answer);
    const { storeId } = job;
    const known = refusalsAfter(refusals, job, said, now);
    const outcome = ofBillOrStore(job, said, { isProven, refusals: known, pause: stores.get(storeId) ?? null });
    parts.recordOutcome(settleJob(job, outcome, now, random.fraction(), isWoken), outcome);
    refusals = known;
    if (outcome.kind !== 'delivered')
      log.warn('delivery-not-done', { kind: job.kind, outcome: outcome.kind, attempts: job.attempts });
    hear(outcome, now, beganAt, isWoken);
    if (outcome.kind === 'delivered' && arrivals.push(now) > mostArrivals) arrivals.shift();
    if (job.kind !== 'bill') return;
    if (outcome.kind === 'delivered') proven.add(storeId);
    else if ('storeId' in outcome) proven.delete(outcome.storeId);
    if (!isWoken) noteStore(job, outcome);
  }

  /** What an outcome says of the service, whatever it says of the job. */
  function hear(outcome: DeliveryOutcome, now: number, beganAt: number, isWoken: boolean): void {
    const heard = heardIn(outcome);
    if (heard === 'answer') {
      wakeAfterAnswer(now);
      signIn = null;
    } else if (isWoken && heard !== 'paced') return;
    if (outcome.kind === 'signInNeeded') signIn = longerPause(signIn, now, random.fraction(), outcome.askAgainMs);
    lanes = afterTry(lanes, outcome, { beganAt, now, jitter: random.fraction(), most: parts.concurrent() });
  }

  /** Whoever asked for a paused store, or met a new one, says how it goes on with all bills of that store. */
  function noteStore(job: DueJob, outcome: DeliveryOutcome): void {
    const storeId = 'storeId' in outcome ? outcome.storeId : job.storeId;
    const before = stores.get(storeId) ?? null;
    const pause = storePauseAfter(before, outcome, clock.now(), random.fraction());
    if ('storeId' in outcome) store.holdBack(storeId, job.saleId);
    if (pause !== null) stores.set(storeId, pause);
    else if (before !== null) resume(storeId);
  }

  /** What failed more often than the service was silent has reasons of its own, and keeps its pace. */
  function wakeAfterAnswer(now: number): void {
    const mostAttempts = hasHeard ? lanes.silences : Number.MAX_SAFE_INTEGER;
    hasHeard = true;
    if (mostAttempts > 0) wakeRetries(now, mostAttempts);
  }

  function wakeRetries(now: number, mostAttempts?: number): void {
    let from: number | null = now + 1;
    inSlices(() => {
      from = store.wake(now, mostAttempts, from ?? undefined);
      return from !== null;
    });
  }

  function resume(storeId: string | null): void {
    if (storeId === null) stores.clear();
    else stores.delete(storeId);
    const now = clock.now();
    // One that is told meanwhile that it is not known keeps what waits for it.
    inSlices(() => store.release(storeId, now, [...stores.keys()]));
  }

  return {
    start() {
      running = true;
      // No pause outlives a run: a start asks anew.
      resume(null);
      drain();
    },
    /** Lets the tries under way end, starts no new one. */
    async stop(): Promise<void> {
      running = false;
      cancelTimer();
      for (const end of writing) end();
      await Promise.all([...underWay.values()].map(({ trying }) => trying));
    },
    /**
     * Something may have been queued: looked at once whoever did it has ended what they do, so that what comes of a try is
     * heard before anything else leaves.
     */
    schedule() {
      if (store.changes() === looked) return;
      queueMicrotask(() => {
        if (store.changes() !== looked) drain();
      });
    },
    /** What waits is tried: a person resends, new credentials or another store were set; `isHeardByMany`: the network is back. */
    wake({ isHeardByMany = false } = {}) {
      wakes += 1;
      signIn = null;
      lanes = woken(lanes, clock.now(), isHeardByMany ? random.fraction() : null);
      resume(null);
      wakeRetries(clock.now());
      drain();
    },
    /** The service answered somebody, whatever it was about: it is there, and what waited for that goes on. */
    answered() {
      if (hasHeard && signIn === null && lanes.silences === 0) return;
      const now = clock.now();
      wakeAfterAnswer(now);
      // One of ours finds out whether that holds for us, too: a service can register and yet take no bill.
      if (signIn !== null) signIn = { ...signIn, askAt: now };
      lanes = { ...lanes, nextAt: Math.min(lanes.nextAt, Math.max(lanes.freshAt, now)) };
      drain();
    },
    /** The service knows this store: its deliveries go on. */
    resumeStore(storeId: string) {
      if (!stores.has(storeId)) return;
      resume(storeId);
      drain();
    },
    /** Stores whose bills wait, and one of them asks again from time to time. */
    pausedStores: (): readonly ({ readonly storeId: string } & Pick<StorePause, 'because' | 'refusal'>)[] =>
      [...stores].map(([storeId, { because, refusal }]) => ({ storeId, because, refusal })),
    /** When the next try starts by itself, in milliseconds since the epoch; null while one is under way or nothing waits. */
    nextTryAt(): number | null {
      if (!running || underWay.size > 0) return null;
      const now = clock.now();
      const asks = [...stores.values()].map(({ askAt }) => askAt);
      const next = earliest([store.firstDueAt(), ...asks]);
      const gate = mayRetry(lanes, now) ? now : lanes.nextAt;
      return next === null ? null : Math.max(gate, next, closedUntil(now) ?? now);
    },
    /** Until when the service asked the deliveries to wait (Retry-After), in milliseconds since the epoch; null when it did not. */
    pacedUntil: () => pacedUntil(lanes, clock.now()),
    /** Deliveries a second lately; null while too few are known or none went through for a minute. */
    rate(): number | null {
      const first = arrivals[0] ?? 0;
      const last = arrivals.at(-1) ?? 0;
      const isMoving = arrivals.length > 1 && last > first && clock.now() - last <= 60_000;
      return isMoving ? ((arrivals.length - 1) * 1_000) / (last - first) : null;
    },
  };
}

/** One of each, the first of them from `one` when `isOneFirst`. */
function inTurns<T>(one: readonly T[], other: readonly T[], isOneFirst: boolean): readonly T[] {
  const [first, second] = isOneFirst ? [one, other] : [other, one];
  return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [first[at], second[at]])
    .flat()
    .filter((item) => item !== undefined);
}

function earliest(times: readonly (number | null)[]): number | null {
  return times.reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null);
}
