import type { OutboxStore } from '../outbox/store.ts';
import type { OutboxWorker } from '../outbox/worker.ts';
import type { SystemPorts } from '../ports.ts';
import type { ClockSkew } from '../service/service-health.ts';
import type { ShopTills } from '../shared/till-names.ts';
import type { DuplicateIndex } from '../storage/duplicate-index.ts';
import type { CustomerDisplay } from './customer-display.ts';
import type { ReceiptIdContext, ReceiptIds } from './opening/receipt-ids.ts';

/** A function names the members that it needs with `Pick`. */
export interface SessionContext extends ReceiptIdContext, Pick<SystemPorts, 'random' | 'log'> {
  readonly mode: 'training' | 'live';
  readonly duplicateIndex: DuplicateIndex;
  readonly outbox: OutboxStore;
  /** Sends all waiting rows now, even during the pause of a refused sign-in, because a person asked for it. */
  readonly sendNow: () => void;
  readonly worker: Pick<OutboxWorker, 'pausedStores' | 'nextTryAt' | 'pacedUntil' | 'rate'>;
  readonly ids: ReceiptIds;
  readonly time: Pick<ClockSkew, 'look' | 'isSure' | 'notices'>;
  readonly display: CustomerDisplay;
  readonly shopTills: () => ShopTills;
  /** Runs work that its caller waits for. `stop` waits, too, so that its outcome can be written. */
  readonly beforeStop: <T>(work: Promise<T>) => Promise<T>;
}

export type FlowContext = Pick<SessionContext, 'clock' | 'log' | 'settings' | 'saleRepository'>;
