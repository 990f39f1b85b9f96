import type { Metrics } from '../ports.ts';
import type { StatusResource } from '../shared/till-view.ts';
import type { DisplayState } from './sale/customer-view.ts';
import { refusalOf, type Sale } from './sale/sale.ts';

/** Adds the mode to everything that a session counts, so that training is never counted as trade. */
export const inMode = (metrics: Metrics, mode: StatusResource['mode']): Metrics => ({
  count: (name, attributes) => metrics.count(name, { ...attributes, mode }),
  measure: (name, value, attributes) => metrics.measure(name, value, { ...attributes, mode }),
});

/** The steps of a sale, each with the value that is null until the step happens. */
const steps = {
  billed: ({ billedAt }: Sale) => billedAt,
  shown: ({ codeShownAt }: Sale) => codeShownAt,
  delivered: ({ deliveredAt }: Sale) => deliveredAt,
  refused: refusalOf,
  printed: ({ printed }: Sale) => printed,
  cancelled: ({ cancelled }: Sale) => cancelled,
} as const;
const stepNames = Object.keys(steps) as (keyof typeof steps)[];

/** Milliseconds from the call that brings the code until the code was painted. Null if the start is unknown. */
function paintTime(sale: Sale, display: DisplayState, qrTiming: 'before' | 'after'): number | null {
  if (sale.codeShownAt === null || sale.qrReplaced || display.saleId !== sale.id || display.requested) return null;
  const calledAt = qrTiming === 'before' ? sale.createdAt : sale.billedAt;
  return calledAt === null ? null : Math.max(0, sale.codeShownAt - calledAt);
}

export const measureSale =
  (metrics: Metrics, display: () => DisplayState, qrTiming: () => 'before' | 'after') =>
  (sale: Sale, before: Sale | null): void => {
    const came = stepNames.filter(
      (step) => steps[step](sale) !== null && (before === null || steps[step](before) === null),
    );
    for (const event of before === null ? (['opened', ...came] as const) : came) {
      metrics.count('receipt_companion.sales', { event });
      const tookMs = event === 'shown' ? paintTime(sale, display(), qrTiming()) : null;
      if (tookMs !== null) metrics.measure('receipt_companion.qr.paint.duration', tookMs / 1_000, {});
    }
  };
