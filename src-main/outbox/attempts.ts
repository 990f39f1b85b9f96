import type { SystemPorts } from '../ports.ts';
import { isDatabaseError } from '../storage/database.ts';
import type { Deliver, DeliveryOutcome, DueJob, Job, JobKind, Try } from './job.ts';
import type { OutboxStore } from './store.ts';

export const pauseAfterFaultMs = 5_000;

export interface AttemptParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly store: OutboxStore;
  readonly deliver: Deliver;
  readonly leavesAs: (job: Job) => string | null;
}

/** `through`: a bill was delivered. `fault`: the attempt did not begin, or its outcome was not written. */
export type AttemptResult = 'through' | 'tried' | 'fault';

export type Attempts = ReturnType<typeof createAttempts>;

export function createAttempts({ store, deliver, leavesAs, clock, log }: AttemptParts) {
  const underWay = new Map<string, { readonly kind: JobKind; readonly trying: Promise<void> }>();
  /** The number of attempts whose outcome is being written; their slots are free. */
  let committing = 0;
  const waiting = new Set<() => void>();
  let isStopped = true;

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
        if (isStopped || !isDatabaseError(error)) return false;
      } finally {
        committing -= isCommitting;
      }
      await untilTriedAgain();
    }
  }

  async function untilTriedAgain(): Promise<void> {
    const over = Promise.withResolvers<void>();
    const cancel = clock.setTimer(pauseAfterFaultMs, over.resolve);
    waiting.add(over.resolve);
    await over.promise;
    waiting.delete(over.resolve);
    cancel();
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
    start() {
      isStopped = false;
    },
    async stop(): Promise<void> {
      isStopped = true;
      for (const end of waiting) end();
      await Promise.all([...underWay.values()].map(({ trying }) => trying));
    },
  };
}

type Note = (tried: DueJob, outcome: DeliveryOutcome) => void;
