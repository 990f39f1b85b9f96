import type { Clock, Log } from '../ports.ts';
import type { Settings } from '../settings/schema.ts';
import type { SaleTable } from '../storage/sale-table.ts';

/** Removes the bodies of receipts that were delivered or cancelled long ago; the sales stay. */
export interface Retention {
  start(): void;
  /** The date may be certain now. */
  dateTold(): void;
  stop(): void;
}

export interface RetentionParts {
  readonly table: Pick<SaleTable, 'removeOldBills'>;
  /** `retention.days`: how long a body is kept after its sale last changed. */
  readonly settings: () => Settings;
  /** Whether the date can be believed: what is removed does not come back. */
  readonly mayRemove: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

const dayMs = 24 * 3_600_000;
/** Sales looked at in one go, and the pause after: no till waits for it. */
const batch = 500;
const pauseMs = 50;
/** After an error, or while the date is in doubt: what the disk did not take now it may take in a while. */
const againMs = 10 * 60_000;

/** Looks at the start and then once a day, in small batches from the oldest sale on. */
export function createRetention({ table, settings, mayRemove, clock, log }: RetentionParts): Retention {
  let cancelTimer: () => void = () => undefined;
  let isHeld = false;
  const keepDays = (): number => settings().retention.days;

  function look(after: number, removedBefore: number): void {
    isHeld = !mayRemove();
    if (isHeld) {
      cancelTimer = clock.setTimer(againMs, () => look(0, 0));
      return;
    }
    let step: ReturnType<SaleTable['removeOldBills']>;
    try {
      step = table.removeOldBills({ after, unchangedSince: clock.now() - keepDays() * dayMs, limit: batch });
    } catch (error) {
      log.warn('retention-not-done', { error: String(error) });
      cancelTimer = clock.setTimer(againMs, () => look(0, 0));
      return;
    }
    const removed = removedBefore + step.removed;
    if (step.next === null) {
      if (removed > 0) log.info('receipt-bodies-removed', { count: removed, keepDays: keepDays() });
      cancelTimer = clock.setTimer(dayMs, () => look(0, 0));
      return;
    }
    const { next } = step;
    cancelTimer = clock.setTimer(pauseMs, () => look(next, removed));
  }

  return {
    start: () => look(0, 0),
    dateTold() {
      if (!isHeld) return;
      cancelTimer();
      look(0, 0);
    },
    stop: () => cancelTimer(),
  };
}
