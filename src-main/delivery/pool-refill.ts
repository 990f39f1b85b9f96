import { backoffMs, pauseMs, retryRules } from '../outbox/policy.ts';
import type { PooledReceipt, PoolStore } from '../outbox/pool-store.ts';
import type { OutboxStore } from '../outbox/store.ts';
import type { SystemPorts } from '../ports.ts';
import { isServiceAway } from '../sales/opening/receipt-ids.ts';
import type { Answer } from '../service/answers.ts';
import type { Registration } from '../service/described.ts';
import type { ServiceHealth } from '../service/service-health.ts';
import type { VendorClient } from '../service/vendor.ts';
import { createListeners } from '../shared/listeners.ts';
import type { Settings } from '../shared/settings.ts';

interface PoolRefillParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly pool: PoolStore;
  /** With an unreliable date no id is deleted for its age, and an id that may be too old is not shown. */
  readonly isDateSure: () => boolean;
  readonly vendor: Pick<VendorClient, 'registerReceipt' | 'cancelReceipt'>;
  readonly service: Pick<ServiceHealth, 'state'>;
  readonly outbox: Pick<OutboxStore, 'counts'>;
  readonly settings: () => { readonly pool: Pick<Settings['pool'], 'target'> } & {
    readonly service: Pick<Settings['service'], 'storeId'>;
  };
  readonly busiestHour: (from: number) => number;
  readonly onChange: () => void;
}

const ageCheckMs = 60 * 60_000;
const clockToleranceMs = 60 * 60_000;
const twoWeeksMs = 14 * 86_400_000;
const leastPooled = 10;

function createPoolSize({ clock, settings, busiestHour }: Pick<PoolRefillParts, 'clock' | 'settings' | 'busiestHour'>) {
  let busiest = { at: Number.NEGATIVE_INFINITY, sales: 0 };

  function salesPerHour(): number {
    const now = clock.now();
    if (Math.abs(now - busiest.at) >= ageCheckMs) busiest = { at: now, sales: busiestHour(now - twoWeeksMs) };
    return busiest.sales;
  }

  return {
    /** Enough ids for the sales of an hour without the service. More of them would only expire. */
    target: (): number => Math.min(settings().pool.target, Math.max(leastPooled, salesPerHour())),
    /** The minutes for which this number of ids lasts at the pace of the busiest hour; null without recent sales. */
    lastsMinutes: (available: number): number | null =>
      salesPerHour() === 0 ? null : Math.floor((available * 60) / salesPerHour()),
  };
}

/** Registers one id at a time. An expired id stays on disk until the service has deleted it. */
export function createPoolRefill(parts: PoolRefillParts) {
  const { pool, vendor, settings, clock, random, log } = parts;
  let running = false;
  let failures = 0;
  let filling: Promise<void> | null = null;
  let isRepeated = false;
  let cancelTimer: () => void = () => undefined;
  const size = createPoolSize(parts);
  const registered = createListeners<[storeId: string]>();

  const later = (delayMs: number): void => {
    cancelTimer();
    if (running) cancelTimer = clock.setTimer(delayMs, schedule);
  };

  function schedule(): void {
    if (!running) return;
    if (filling !== null) {
      isRepeated = true;
      return;
    }
    isRepeated = false;
    filling = fill()
      .catch((error: unknown) => {
        // The disk is full: the id is lost, which costs nothing, and the next one comes later.
        log.error('pool-not-filled', { reason: String(error) });
        failed(backoffMs);
      })
      .finally(() => {
        filling = null;
        if (isRepeated) schedule();
      });
  }

  /** `gap` is `backoffMs` if a later attempt may succeed, `pauseMs` if a setting or a person has to change first. */
  function failed(gap: typeof backoffMs, leastMs = 0): false {
    failures += 1;
    later(Math.max(gap(failures, random.fraction()), leastMs));
    return false;
  }

  async function fill(): Promise<void> {
    if (parts.isDateSure() && pool.expire(clock.now() + clockToleranceMs) > 0) parts.onChange();
    let hasRoom = true;
    while (running && hasRoom) hasRoom = await addOne();
  }

  async function addOne(): Promise<boolean> {
    const { storeId } = settings().service;
    if (storeId === '') return discardExpired();
    const isFull = pool.available(storeId) >= size.target();
    if (isFull && !isServiceAway(parts)) return discardExpired();
    // Waiting deliveries notice when the service answers again. Without any, only this request can notice it.
    if (isFull && parts.outbox.counts().waiting > 0) return failed(backoffMs);
    const answer = await vendor.registerReceipt({ storeId });
    if (answer.kind === 'ok') registered.emit(storeId);
    if (answer.kind !== 'ok' || answer.value.type !== 'url') return notRegistered(answer);
    // An unused registration is harmless (receipt-service.md 4.1).
    if (!isFull) return keep(storeId, answer.value);
    failures = 0;
    return true;
  }

  /** If the service registers a known id again, the next request waits. */
  function keep(storeId: string, receipt: PooledReceipt): boolean {
    if (!pool.add(storeId, receipt, clock.now())) return failed(backoffMs);
    failures = 0;
    parts.onChange();
    return true;
  }

  function notRegistered(answer: Answer<Registration>): false {
    const { kind } = answer;
    if (failures === 0) log.warn('pool-not-filled', { reason: kind === 'noAnswer' ? 'retry' : 'blocked' });
    if (kind === 'noAnswer') return failed(backoffMs, Math.min(answer.retryAfterMs ?? 0, retryRules.capMs));
    return failed(pauseMs, kind === 'signInNeeded' ? answer.askAgainMs : 0);
  }

  async function discardExpired(): Promise<false> {
    for (const billId of pool.expired()) {
      if (!running) return false;
      // A refused id counts as deleted, too, because an id that cannot be deleted is harmless.
      const { kind } = await vendor.cancelReceipt(billId);
      if (kind !== 'ok' && kind !== 'refused') return failed(backoffMs);
      failures = 0;
      pool.noteDeleted(billId);
    }
    later(isServiceAway(parts) ? backoffMs(1, random.fraction()) : ageCheckMs);
    return false;
  }

  return {
    ...size,
    onRegistered: registered.add,
    start() {
      running = true;
      schedule();
    },
    async stop(): Promise<void> {
      running = false;
      cancelTimer();
      await filling;
    },
    /** The network is back, or a setting changed, so an attempt may succeed now. */
    schedule() {
      failures = 0;
      schedule();
    },
    taken() {
      // A busy till must not send a request for every sale while the service is unavailable.
      if (failures === 0) schedule();
    },
    /** Another request got no answer from the service: even with a full pool, keep asking until it answers. */
    serviceLost() {
      if (failures === 0 && filling === null) failed(backoffMs);
    },
  };
}
