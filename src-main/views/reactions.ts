import type { Changes } from '../lib/changes.ts';
import type { PoolRefill } from '../outbox/pool-refill.ts';
import type { PoolStore } from '../outbox/pool-store.ts';
import type { OutboxWorker } from '../outbox/worker.ts';
import type { Screens } from '../ports.ts';
import type { Retention } from '../records/retention.ts';
import type { Cues } from '../sales/attention-sound.ts';
import type { StageKeeper } from '../sales/customer-display.ts';
import type { AbandonWatch } from '../sales/expiry.ts';
import type { RepairDrafts } from '../sales/repair.ts';
import type { SaleBook } from '../sales/repository.ts';
import { saleResource } from '../sales/sale-resource.ts';
import type { ClockWatch } from '../service/clock-skew.ts';
import type { ServiceWatch } from '../service/service-health.ts';
import type { Windows } from './windows.ts';

interface ReactionParts {
  readonly book: Pick<SaleBook, 'onChange'>;
  readonly drafts: Pick<RepairDrafts, 'settled'>;
  readonly stage: Pick<StageKeeper, 'onChange' | 'current'>;
  readonly service: Pick<ServiceWatch, 'onChange' | 'onAnswer' | 'state'>;
  readonly time: Pick<ClockWatch, 'onJump' | 'onChange'>;
  readonly screens: Pick<Screens, 'onDisplayChange'>;
  readonly worker: Pick<OutboxWorker, 'answered' | 'wake'>;
  readonly pool: Pick<PoolStore, 'shift'>;
  readonly refill: Pick<PoolRefill, 'poke' | 'serviceLost'>;
  readonly abandoned: Pick<AbandonWatch, 'check'>;
  readonly retention: Pick<Retention, 'dateTold'>;
  readonly windows: Pick<Windows, 'refresh' | 'saleChanged' | 'select' | 'selected'>;
  readonly changes: Pick<Changes, 'tell'>;
  readonly cues: Pick<Cues, 'saleChanged'>;
}

/** What follows from what in one session. Gives the end of it. */
export function startReactions(parts: ReactionParts): () => void {
  const { book, drafts, stage, service, time, screens, worker, pool, refill, windows } = parts;
  /** Whatever changed, the windows and the listening tills see the state of the end of this turn. */
  const changed = (): void => windows.saleChanged();
  let wasOnline = false;
  const ends = [
    book.onChange((sale, before) => {
      parts.cues.saleChanged(sale, before);
      if (sale.state !== 'attention') drafts.settled(sale.id);
      parts.changes.tell({ sale: saleResource(sale), till: sale.till });
      changed();
    }),
    stage.onChange(() => {
      // A till's sale comes to the front when it comes on the customer's screen.
      const { saleId } = stage.current();
      if (saleId !== null && saleId !== windows.selected()) windows.select(saleId);
      changed();
    }),
    service.onChange(() => {
      changed();
      const isOnline = service.state() === 'online';
      if (isOnline && !wasOnline) refill.poke();
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
      refill.poke();
      changed();
    }),
    screens.onDisplayChange(windows.refresh),
  ];
  return () => {
    for (const end of ends) end();
  };
}
