import type { Clock, Log, Random } from '../ports.ts';
import type { Deliver, DeliveryOutcome, Job } from './job.ts';
import { lanes, settleJob } from './policy.ts';
import type { OutboxStore } from './store.ts';

export interface OutboxWorker {
  start(): void;
  /** Lets the tries under way end, starts no new one. */
  stop(): Promise<void>;
  /** Looks for due jobs now: something was queued. */
  poke(): void;
  /** What waits for a retry is tried now: the network is back, or new credentials or another store were set. */
  wake(): void;
  /** Whether everything waits for new credentials. */
  readonly signInNeeded: boolean;
}

export interface OutboxWorkerParts {
  readonly store: OutboxStore;
  readonly deliver: Deliver;
  /** Writes the settled row and what it means for the sale, in one transaction. */
  readonly settle: (job: Job, outcome: DeliveryOutcome) => void;
  readonly storeOf: (saleId: string) => string | null;
  readonly concurrent: () => number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** The loop: takes due jobs, tries them, writes down what came of it. One try per sale at a time. */
export function createOutboxWorker(parts: OutboxWorkerParts): OutboxWorker {
  const { store, clock, random, log } = parts;
  const underWay = new Map<string, Promise<void>>();
  const pausedStores = new Set<string>();
  let running = false;
  let signInNeeded = false;
  let failuresInARow = 0;
  /** Grows with every wake: a try that began before one and failed is not made to wait. */
  let wakes = 0;
  let cancelTimer: () => void = () => undefined;

  function pump(): void {
    cancelTimer();
    if (!running || signInNeeded) return;
    const now = clock.now();
    const room = lanes(failuresInARow, parts.concurrent()) - underWay.size;
    if (room > 0) {
      // Rows of sales that are under way or paused may stand in front: look past them.
      const candidates = store.due(now, room + underWay.size + (pausedStores.size > 0 ? 1_000 : 0));
      for (const job of candidates) {
        if (underWay.size >= lanes(failuresInARow, parts.concurrent())) break;
        if (underWay.has(job.saleId) || isPaused(job)) continue;
        underWay.set(job.saleId, attempt(job));
      }
    }
    const next = store.nextDueAt(now);
    if (next !== null) cancelTimer = clock.setTimer(next - now, pump);
  }

  function isPaused(job: Job): boolean {
    const storeId = pausedStores.size > 0 ? parts.storeOf(job.saleId) : null;
    return storeId !== null && pausedStores.has(storeId);
  }

  async function attempt(job: Job): Promise<void> {
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
      failuresInARow += 1;
      cancelTimer = clock.setTimer(5_000, pump);
      underWay.delete(job.saleId);
      return;
    }
    underWay.delete(job.saleId);
    pump();
  }

  function note(job: Job, outcome: DeliveryOutcome, wasWoken: boolean): void {
    const settled = settleJob(job, outcome, clock.now(), random.fraction());
    parts.settle(wasWoken ? { ...settled, dueAt: clock.now() } : settled, outcome);
    if (outcome.kind !== 'delivered')
      log.warn('delivery-not-done', { kind: job.kind, outcome: outcome.kind, attempts: job.attempts });
    if (outcome.kind === 'signInNeeded' && !wasWoken) signInNeeded = true;
    if (outcome.kind === 'storeUnknown') pausedStores.add(outcome.storeId);
    const wasDown = failuresInARow > 0;
    failuresInARow = outcome.kind === 'retry' ? failuresInARow + 1 : 0;
    if (outcome.kind === 'delivered' && wasDown) store.wakeAll(clock.now());
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
      failuresInARow = 0;
      pausedStores.clear();
      store.wakeAll(clock.now());
      pump();
    },
    get signInNeeded() {
      return signInNeeded;
    },
  };
}
