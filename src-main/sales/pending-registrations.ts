import type { Clock } from '../ports.ts';
import type { Answer } from '../service/answers.ts';
import type { ServiceHealth } from '../service/service-health.ts';
import type { SaleRepository } from './repository.ts';
import type { Sale } from './sale.ts';

interface PendingRegistrationParts {
  readonly book: SaleRepository;
  readonly service: Pick<ServiceHealth, 'state' | 'onChange'>;
  readonly clock: Clock;
  /** An id for this sale, from wherever one is to be had. */
  readonly giveId: (sale: Sale) => Promise<Answer<Sale>>;
  /** Work that a stop waits for, and whose errors are logged. */
  readonly inBackground: (name: string, work: Promise<void>) => Promise<void>;
}

/** The pause before the service is asked again: it doubles up to the longest of all pauses (service rules, "Retry"). */
const firstGapMs = 5_000;
const longestGapMs = 5 * 60_000;
/** Whoever opened more sales than this without an id is not waiting for the oldest of them. */
const mostWanted = 50;

/**
 * Open sales that got no receipt id because the service did not answer. Nobody waits for them: the service is asked again
 * with growing gaps, one question at a time, and as soon as it answers anybody every one of them gets its id.
 */
export type PendingRegistrations = ReturnType<typeof createPendingRegistrations>;

export function createPendingRegistrations({ book, service, clock, giveId, inBackground }: PendingRegistrationParts) {
  const wanted = new Set<string>();
  let gapMs = firstGapMs;
  let isAsking = false;
  let isStopped = false;
  let cancelTimer: (() => void) | null = null;

  function later(delayMs: number): void {
    cancelTimer?.();
    cancelTimer = isStopped ? null : clock.setTimer(delayMs, ask);
  }

  function ask(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (isAsking || isStopped || wanted.size === 0) return;
    isAsking = true;
    const asked = giveAll().finally(() => {
      isAsking = false;
      if (wanted.size > 0) later(gapMs);
    });
    void inBackground('late-receipt-ids', asked);
  }

  /** The newest first: its customer is the one who stands there. Ends with the first question that is not answered. */
  async function giveAll(): Promise<void> {
    for (const saleId of [...wanted].reverse()) {
      const sale = book.find(saleId);
      const isOwed = sale?.state === 'open' && sale.billId === null;
      const answer = isOwed ? await giveId(sale) : null;
      if (isStopped) return;
      const pauseMs = answer === null ? null : pauseAfter(answer);
      if (pauseMs !== null) {
        gapMs = Math.min(longestGapMs, Math.max(gapMs * 2, pauseMs));
        return;
      }
      // What the service refused is told when the bill comes; asking again would bring the same.
      wanted.delete(saleId);
    }
    gapMs = firstGapMs;
  }

  const endWatching = service.onChange(() => {
    if (service.state() === 'online' && wanted.size > 0) ask();
  });

  return {
    want(saleId: string) {
      wanted.add(saleId);
      for (const oldest of wanted) if (wanted.size > mostWanted) wanted.delete(oldest);
      if (cancelTimer === null && !isAsking) later(gapMs);
    },
    stop() {
      isStopped = true;
      endWatching();
      cancelTimer?.();
    },
  };
}

/** How long nobody is to be asked after this answer, at least; null: it was one. */
const pauseAfter = (answer: Answer<unknown>): number | null => {
  if (answer.kind === 'noAnswer') return answer.retryAfterMs ?? 0;
  return answer.kind === 'signInNeeded' ? 0 : null;
};

/**
 * What is being asked for a sale besides its bill (its id, its loyalty transaction, its customer): one owner, so that the
 * delivery of the bill can wait for what belongs on it.
 */
export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight(clock: Clock) {
  const open = new Map<string, Promise<unknown>>();
  return {
    during<T>(saleId: string, work: Promise<T>): Promise<T> {
      const all = Promise.allSettled([open.get(saleId), work]).then(() => {
        if (open.get(saleId) === all) open.delete(saleId);
      });
      open.set(saleId, all);
      return work;
    },
    has: (saleId: string): boolean => open.has(saleId),
    /** Resolves when nothing that was asked before is open for this sale, at the latest after `mostMs` milliseconds. */
    async settled(saleId: string, mostMs: number): Promise<void> {
      const asked = open.get(saleId);
      if (asked === undefined) return;
      const late = Promise.withResolvers<void>();
      const cancelTimer = clock.setTimer(mostMs, late.resolve);
      await Promise.race([asked, late.promise]);
      cancelTimer();
    },
  };
}
