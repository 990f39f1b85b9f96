import type { PoolStore } from '../outbox/pool-store.ts';
import type { OutboxStore } from '../outbox/store.ts';
import type { OutboxWorker } from '../outbox/worker.ts';
import type { SystemPorts } from '../ports.ts';
import type { ClockSkew, ServiceHealth } from '../service/service-health.ts';
import type { VendorClient } from '../service/vendor.ts';
import type { Settings } from '../shared/settings.ts';
import type { NamesOfTills } from '../shared/till-names.ts';
import type { DuplicateIndex } from '../storage/duplicate-index.ts';
import type { CustomerDisplay } from './customer-display.ts';
import type { InFlight, ReceiptIds } from './opening/receipt-ids.ts';
import type { SaleRepository } from './repository.ts';

/** A function names the members that it needs with `Pick`. */
export interface SessionContext extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly settings: () => Settings;
  readonly mode: 'training' | 'live';
  readonly saleRepository: SaleRepository;
  readonly duplicateIndex: DuplicateIndex;
  readonly outbox: OutboxStore;
  /** Sends all waiting rows now, even during the pause of a refused sign-in, because a person asked for it. */
  readonly sendNow: () => void;
  readonly worker: Pick<OutboxWorker, 'pausedStores' | 'nextTryAt' | 'pacedUntil' | 'rate'>;
  readonly pool: PoolStore;
  readonly refill: {
    schedule(): void;
    target(): number;
    lastsMinutes(available: number): number | null;
  };
  readonly vendor: VendorClient;
  readonly service: ServiceHealth;
  readonly ids: ReceiptIds;
  readonly inFlight: InFlight;
  readonly time: Pick<ClockSkew, 'look' | 'isSure' | 'notices'>;
  readonly display: CustomerDisplay;
  readonly tillNames: () => NamesOfTills;
  /** Runs work that a caller need not wait for. `stop` waits for it, and an error is logged under `name`. */
  readonly inBackground: (name: string, work: Promise<void>) => Promise<void>;
  /** Runs work that its caller waits for. `stop` waits, too, so that its outcome can be written. */
  readonly beforeStop: <T>(work: Promise<T>) => Promise<T>;
}

export type FlowContext = Pick<SessionContext, 'clock' | 'log' | 'settings' | 'saleRepository'>;
