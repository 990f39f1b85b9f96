import type { StatusResource } from '../lib/till-view.ts';
import type { DeliveryOutcome, Job } from '../outbox/job.ts';
import type { Metrics } from '../ports.ts';
import type { DisplayState } from './display-state.ts';
import type { Sale } from './sale.ts';

/** What one session tells the metrics: kinds, counts and times, never what or whose. */

/** Everything that is counted in a session says in which mode: nobody takes practice for trade. */
export const inMode = (metrics: Metrics, mode: StatusResource['mode']): Metrics => ({
  count: (name, said) => metrics.count(name, { ...said, mode }),
  measure: (name, value, said) => metrics.measure(name, value, { ...said, mode }),
});

/** What can happen to a sale, each at most once for a sale that goes straight. */
type SaleStep = 'opened' | 'billed' | 'shown' | 'delivered' | 'refused' | 'printed' | 'cancelled';

/** The steps between a sale as it was (null: it is new) and as it is. */
export function stepsBetween(before: Sale | null, after: Sale): readonly SaleStep[] {
  const came = (key: 'billedAt' | 'codeShownAt' | 'deliveredAt' | 'attention' | 'printed' | 'cancelled'): boolean =>
    after[key] !== null && (before === null || before[key] === null);
  return [
    ...(before === null ? (['opened'] as const) : []),
    ...(came('billedAt') ? (['billed'] as const) : []),
    ...(came('codeShownAt') ? (['shown'] as const) : []),
    ...(came('deliveredAt') ? (['delivered'] as const) : []),
    ...(came('attention') ? (['refused'] as const) : []),
    ...(came('printed') ? (['printed'] as const) : []),
    ...(came('cancelled') ? (['cancelled'] as const) : []),
  ];
}

/**
 * Milliseconds from the call that brings the code to the customer until it was painted, or null where a person brought it
 * there, or another code stood there before: then nothing says since when somebody waited for it.
 */
export function paintTime(sale: Sale, display: DisplayState, qrTiming: 'before' | 'after'): number | null {
  if (sale.codeShownAt === null || sale.qrReplaced || display.saleId !== sale.id || display.asked) return null;
  const calledAt = qrTiming === 'before' ? sale.createdAt : sale.billedAt;
  return calledAt === null ? null : Math.max(0, sale.codeShownAt - calledAt);
}

interface SaleMeasuring {
  readonly metrics: Metrics;
  readonly display: () => DisplayState;
  readonly qrTiming: () => 'before' | 'after';
}

export const measureSale =
  ({ metrics, display, qrTiming }: SaleMeasuring) =>
  (sale: Sale, before: Sale | null): void => {
    for (const event of stepsBetween(before, sale)) {
      metrics.count('receipt_companion.sales', { event });
      const tookMs = event === 'shown' ? paintTime(sale, display(), qrTiming()) : null;
      if (tookMs !== null) metrics.measure('receipt_companion.qr.paint.duration', tookMs / 1_000, {});
    }
  };

export const countDelivery = (metrics: Metrics, { kind }: Job, outcome: DeliveryOutcome): void =>
  metrics.count('receipt_companion.delivery.attempts', { kind, outcome: outcome.kind });
