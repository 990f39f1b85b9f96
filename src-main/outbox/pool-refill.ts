import type { SystemPorts } from '../ports.ts';
import type { PooledReceipt, PoolStore } from './pool-store.ts';

/**
 * One live registration; `retry` when it may go better later, `blocked` when a setting or a person has to change.
 * `askAgainMs`: it makes no sense before.
 */
export type Register = (
  storeId: string,
) => Promise<
  | { readonly kind: 'ok'; readonly receipt: PooledReceipt }
  | { readonly kind: 'retry' | 'blocked'; readonly askAgainMs?: number | null }
>;

/** Deletes an expired id at the service; false when it may go better later. */
export type Discard = (billId: string) => Promise<boolean>;

interface PoolRefillParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly store: PoolStore;
  readonly register: Register;
  readonly discard: Discard;
  readonly settings: () => { readonly storeId: string; readonly target: number; readonly maxAgeMs: number };
  /** Milliseconds to wait after `failures` failures in a row; at most 5 minutes, also for what a person has to change. */
  readonly backoffMs: (failures: number, kind: 'retry' | 'blocked') => number;
  /** `asked`: it did not answer, and what waits finds out when it does again. `silent`: nobody else would. */
  readonly service: () => 'answers' | 'asked' | 'silent';
  /** After every change of the number of available ids. */
  readonly onChange: () => void;
}

/** How often the age of the pooled ids is looked at when nothing else happens. */
const ageCheckMs = 60 * 60_000;

export type PoolRefill = ReturnType<typeof createPoolRefill>;

/**
 * Keeps the pool of the current store full: one registration at a time, with growing pauses while they fail. What has
 * become too old stays on disk until the service has deleted it.
 */
export function createPoolRefill(parts: PoolRefillParts) {
  const { store, clock, log } = parts;
  let running = false;
  let failures = 0;
  let filling: Promise<void> | null = null;
  let isAskedAgain = false;
  let cancelTimer: () => void = () => undefined;

  const later = (delayMs: number): void => {
    cancelTimer();
    if (running) cancelTimer = clock.setTimer(delayMs, schedule);
  };

  function schedule(): void {
    if (!running) return;
    if (filling !== null) {
      isAskedAgain = true;
      return;
    }
    isAskedAgain = false;
    filling = fill()
      .catch((error: unknown) => {
        // A full disk: the id is lost to us, which costs nothing; the next one comes later.
        log.error('pool-not-filled', { reason: String(error) });
        failed('retry');
      })
      .finally(() => {
        filling = null;
        if (isAskedAgain) schedule();
      });
  }

  function failed(kind: Parameters<typeof parts.backoffMs>[1], leastMs = 0): false {
    failures += 1;
    later(Math.max(parts.backoffMs(failures, kind), leastMs));
    return false;
  }

  async function fill(): Promise<void> {
    if (store.expire(clock.now() - parts.settings().maxAgeMs) > 0) parts.onChange();
    let hasRoom = true;
    while (running && hasRoom) hasRoom = await addOne();
  }

  /** False: it is full, or nothing more comes for now. */
  async function addOne(): Promise<boolean> {
    const { storeId, target, maxAgeMs } = parts.settings();
    if (storeId === '') return discardExpired();
    const isFull = store.available(storeId, clock.now() - maxAgeMs) >= target;
    const service = isFull ? parts.service() : null;
    if (service === 'answers') return discardExpired();
    if (service === 'asked') return failed('retry');
    const registered = await parts.register(storeId);
    if (registered.kind !== 'ok') return notRegistered(registered.kind, registered.askAgainMs ?? 0);
    failures = 0;
    // That was only to ask whether the service answers: a registration that nobody uses is harmless (section 7).
    if (isFull) return true;
    store.add(storeId, registered.receipt, clock.now());
    parts.onChange();
    return true;
  }

  function notRegistered(kind: 'retry' | 'blocked', leastMs: number): false {
    if (failures === 0) log.warn('pool-not-filled', { reason: kind });
    return failed(kind, leastMs);
  }

  async function discardExpired(): Promise<false> {
    for (const billId of store.expired()) {
      if (!running) return false;
      if (!(await parts.discard(billId))) return failed('retry');
      failures = 0;
      store.forget(billId);
    }
    later(parts.service() === 'answers' ? ageCheckMs : parts.backoffMs(1, 'retry'));
    return false;
  }

  return {
    start() {
      running = true;
      schedule();
    },
    async stop(): Promise<void> {
      running = false;
      cancelTimer();
      await filling;
    },
    /** The network is back, or a setting changed: it may go better now. */
    schedule() {
      failures = 0;
      schedule();
    },
    /** An id was taken: fills up, unless a pause after a failure is running. */
    taken() {
      // A till that is busy while the service is away does not ask it once for every sale.
      if (failures === 0) schedule();
    },
    /** The service stopped answering somebody: with a full pool it is asked, too, until it does again. */
    serviceLost() {
      if (failures === 0 && filling === null) failed('retry');
    },
  };
}
