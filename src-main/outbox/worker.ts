import type { Clock, Log, Random } from '../ports.ts';
import type { Deliver, DeliveryOutcome, Job } from './job.ts';
import { afterFailure, type Breaker, closedBreaker, lanes, mayProbe, mayTryFresh, settleJob } from './policy.ts';
import type { OutboxStore } from './store.ts';

export interface OutboxWorker {
  start(): void;
  /** Lets the tries under way end, starts no new one. */
  stop(): Promise<void>;
  /** Looks for due jobs now: something was queued. */
  poke(): void;
  /** What waits is tried now: the network is back, a person resends, or new credentials or another store were set. */
  wake(): void;
  /** The service knows this store: its deliveries go on. */
  resumeStore(storeId: string): void;
  /** The service gave an answer to somebody with a good token: a queue that waits for credentials goes on. */
  signedIn(): void;
  /** Stores that the service does not know: their bills wait. */
  pausedStores(): readonly string[];
}

export interface OutboxWorkerParts {
  readonly store: OutboxStore;
  readonly deliver: Deliver;
  /** Writes the settled row and what it means for the sale, in one transaction. */
  readonly settle: (job: Job, outcome: DeliveryOutcome) => void;
  readonly concurrent: () => number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** A disk that could not take an outcome gets this long. */
const pauseAfterUnwrittenMs = 5_000;

/** The loop: takes due jobs, tries them, writes down what came of it. One try per sale at a time. */
export function createOutboxWorker(parts: OutboxWorkerParts): OutboxWorker {
  const { store, clock, random, log } = parts;
  const underWay = new Map<string, Promise<void>>();
  const pausedStores = new Set<string>();
  let running = false;
  let signInNeeded = false;
  let breaker: Breaker = closedBreaker;
  /** Grows with every wake: a try that began before one and failed is not made to wait. */
  let wakes = 0;
  let cancelTimer: () => void = () => undefined;

  function pump(): void {
    cancelTimer();
    if (!running || signInNeeded) return;
    const now = clock.now();
    const most = lanes(breaker, parts.concurrent());
    const probes = mayProbe(breaker, now);
    if (underWay.size < most && mayTryFresh(breaker, now)) {
      // The sales under way may stand in front: look past them.
      const only = { fresh: !probes, withoutStores: [...pausedStores] };
      for (const job of store.due(now, most + underWay.size, only)) {
        if (underWay.size >= most) break;
        if (!underWay.has(job.saleId)) begin(job);
      }
    }
    const next = store.nextDueAt(now);
    const wakeAt = probes ? next : Math.min(breaker.probeAt, next ?? breaker.probeAt);
    if (wakeAt !== null) cancelTimer = clock.setTimer(Math.max(0, wakeAt - now), pump);
  }

  /** The lane is free again in a later turn, also when the try ends in this one: a full disk does not let it begin. */
  function begin(job: Job): void {
    const trying = attempt(job).then((isWritten) => {
      underWay.delete(job.saleId);
      if (isWritten) return pump();
      cancelTimer();
      if (running) cancelTimer = clock.setTimer(pauseAfterUnwrittenMs, pump);
    });
    underWay.set(job.saleId, trying);
  }

  /** One try, and its outcome written down; false when the disk did not take the outcome. */
  async function attempt(job: Job): Promise<boolean> {
    // Counted before it leaves: after a crash nobody can claim that the service has not seen it.
    const tried: Job = { ...job, attempts: job.attempts + 1 };
    const wakesBefore = wakes;
    let outcome: DeliveryOutcome;
    try {
      store.save(tried);
      outcome = await parts.deliver(tried);
    } catch (error) {
      log.error('delivery-failed', { kind: job.kind, error: String(error) });
      outcome = { kind: 'retry', reason: 'internal', retryAfterMs: null };
    }
    try {
      note(tried, outcome, wakes > wakesBefore);
    } catch (error) {
      // A full disk: the row still says `due`, so it is tried again; the service answers 409 and nothing is twice.
      log.error('outcome-not-written', { kind: job.kind, error: String(error) });
      return false;
    }
    return true;
  }

  function note(job: Job, outcome: DeliveryOutcome, wasWoken: boolean): void {
    const now = clock.now();
    const settled = settleJob(job, outcome, now, random.fraction());
    const again = wasWoken && outcome.kind === 'retry' && outcome.retryAfterMs === null;
    parts.settle(again ? { ...settled, dueAt: now } : settled, outcome);
    if (outcome.kind !== 'delivered')
      log.warn('delivery-not-done', { kind: job.kind, outcome: outcome.kind, attempts: job.attempts });
    if (outcome.kind === 'signInNeeded' && !wasWoken) signInNeeded = true;
    if (outcome.kind === 'storeUnknown' && !wasWoken) pausedStores.add(outcome.storeId);
    if (outcome.kind === 'retry') {
      breaker = afterFailure(breaker, now, random.fraction());
      return;
    }
    // What failed more often than the service was silent has reasons of its own, and keeps its pace.
    if (outcome.kind === 'delivered' && breaker.failuresInARow > 0) store.wake(now, breaker.failuresInARow);
    if (outcome.kind !== 'signInNeeded') breaker = closedBreaker;
  }

  return {
    start() {
      running = true;
      pump();
    },
    async stop() {
      running = false;
      cancelTimer();
      await Promise.all(underWay.values());
    },
    poke: pump,
    wake() {
      wakes += 1;
      signInNeeded = false;
      breaker = closedBreaker;
      pausedStores.clear();
      store.wake(clock.now());
      pump();
    },
    resumeStore(storeId) {
      if (pausedStores.delete(storeId)) pump();
    },
    signedIn() {
      if (!signInNeeded) return;
      signInNeeded = false;
      pump();
    },
    pausedStores: () => [...pausedStores],
  };
}
