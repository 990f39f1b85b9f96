import type { Settings } from '../lib/settings.ts';
import { pauseMs } from '../outbox/pause.ts';
import { backoffMs, retryRules } from '../outbox/policy.ts';
import { createPoolRefill, type PoolRefill, type Register } from '../outbox/pool-refill.ts';
import type { PoolStore } from '../outbox/pool-store.ts';
import type { OutboxStore } from '../outbox/store.ts';
import type { SystemPorts } from '../ports.ts';
import type { ServiceHealth } from '../service/service-health.ts';
import type { VendorClient } from '../service/vendor.ts';

interface PoolRefillerParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly pool: PoolStore;
  /** By a date that is in doubt nothing is too old to be kept; what may be too old is not shown. */
  readonly isDateSure: () => boolean;
  readonly vendor: Pick<VendorClient, 'registerReceipt' | 'cancelReceipt'>;
  readonly service: Pick<ServiceHealth, 'state'>;
  readonly outbox: Pick<OutboxStore, 'counts'>;
  readonly settings: () => Settings;
  /** The service knows this store: its bills need not wait. */
  readonly resumeStore: (storeId: string) => void;
  readonly onChange: () => void;
}

/** Fills the pool from the service: what each answer to a registration ahead of time means for the next. */
export function createPoolRefiller(parts: PoolRefillerParts): PoolRefill {
  const { pool, vendor, service, outbox, settings, random } = parts;
  const register: Register = async (storeId) => {
    const answer = await vendor.registerReceipt({ storeId });
    if (answer.kind === 'ok') parts.resumeStore(storeId);
    if (answer.kind === 'ok' && answer.value.type === 'url') return { kind: 'ok', receipt: answer.value };
    if (answer.kind === 'noAnswer')
      return { kind: 'retry', askAgainMs: Math.min(answer.retryAfterMs ?? 0, retryRules.capMs) };
    return { kind: 'blocked', ...(answer.kind === 'signInNeeded' && { askAgainMs: answer.askAgainMs ?? null }) };
  };
  return createPoolRefill({
    store: { ...pool, expire: (notBefore) => (parts.isDateSure() ? pool.expire(notBefore) : 0) },
    register,
    // A refusal is an answer too: an id that cannot be deleted does no harm.
    discard: async (billId) => ['ok', 'refused'].includes((await vendor.cancelReceipt(billId)).kind),
    settings: () => ({
      storeId: settings().service.storeId,
      target: settings().pool.target,
      maxAgeMs: settings().pool.maxAgeHours * 3_600_000,
    }),
    backoffMs: (failures, kind) => (kind === 'retry' ? backoffMs : pauseMs)(failures, random.fraction()),
    service() {
      if (!['offline', 'signInNeeded'].includes(service.state())) return 'answers';
      return outbox.counts().waiting > 0 ? 'asked' : 'silent';
    },
    onChange: parts.onChange,
    clock: parts.clock,
    log: parts.log,
  });
}
