import type { PoolRefill } from '../delivery/pool-refill.ts';
import type { Change } from '../lib/till-view.ts';
import type { PoolStore } from '../outbox/pool-store.ts';
import type { OutboxWorker } from '../outbox/worker.ts';
import type { Screens } from '../ports.ts';
import type { Retention } from '../records/retention.ts';
import type { AttentionSound } from '../sales/attention-sound.ts';
import type { CustomerDisplay } from '../sales/customer-display.ts';
import type { SaleExpiry } from '../sales/expiry.ts';
import type { RepairDrafts } from '../sales/repair.ts';
import type { SaleRepository } from '../sales/repository.ts';
import { saleResource } from '../sales/sale-resource.ts';
import type { ClockSkew } from '../service/clock-skew.ts';
import type { ServiceHealth } from '../service/service-health.ts';
import type { WindowViews } from './window-views.ts';

interface ReactionParts {
  readonly book: Pick<SaleRepository, 'onChange'>;
  readonly drafts: Pick<RepairDrafts, 'settled'>;
  readonly display: Pick<CustomerDisplay, 'onChange' | 'current'>;
  readonly service: Pick<ServiceHealth, 'onChange' | 'onAnswer' | 'state'>;
  readonly time: Pick<ClockSkew, 'onJump' | 'onChange'>;
  readonly screens: Pick<Screens, 'onDisplayChange'>;
  readonly worker: Pick<OutboxWorker, 'answered' | 'wake'>;
  readonly pool: Pick<PoolStore, 'shift'>;
  readonly refill: Pick<PoolRefill, 'schedule' | 'serviceLost'>;
  readonly abandoned: Pick<SaleExpiry, 'check'>;
  readonly retention: Pick<Retention, 'dateTold'>;
  readonly windows: Pick<WindowViews, 'refresh' | 'saleChanged' | 'select' | 'selected'>;
  readonly changes: { tell(change: Change): void };
  readonly attentionSound: Pick<AttentionSound, 'saleChanged'>;
}

/** What follows from what in one session. Gives the end of it. */
export function startReactions(parts: ReactionParts): () => void {
  const { book, drafts, display, service, time, screens, worker, pool, refill, windows } = parts;
  /** Whatever changed, the windows and the listening tills see the state of the end of this turn. */
  const changed = (): void => windows.saleChanged();
  let wasOnline = false;
  const ends = [
    book.onChange((sale, before) => {
      parts.attentionSound.saleChanged(sale, before);
      if (sale.state !== 'attention') drafts.settled(sale.id);
      parts.changes.tell({ sale: () => saleResource(sale), till: sale.till });
      changed();
    }),
    display.onChange(() => {
      // A till's sale comes to the front when it comes on the customer's screen.
      const { saleId } = display.current();
      if (saleId !== null && saleId !== windows.selected()) windows.select(saleId);
      changed();
    }),
    service.onChange(() => {
      changed();
      const isOnline = service.state() === 'online';
      if (isOnline && !wasOnline) refill.schedule();
      if (!isOnline) refill.serviceLost();
      wasOnline = isOnline;
    }),
    service.onAnswer(() => worker.answered()),
    time.onJump((byMs, now) => {
      pool.shift(byMs, now);
      // Pauses were planned by the clock of before.
      queueMicrotask(() => worker.wake());
    }),
    time.onChange(() => {
      parts.abandoned.check();
      parts.retention.dateTold();
      refill.schedule();
      changed();
    }),
    screens.onDisplayChange(windows.refresh),
  ];
  return () => {
    for (const end of ends) end();
  };
}
