import type { DayPlace } from '../lib/day-places.ts';
import type { Sale } from './sale.ts';

/** Where a sale belongs in the day's reconciliation: exactly one place each. */
export function dayPlaceOf(sale: Pick<Sale, 'state' | 'printed'>): DayPlace {
  switch (sale.state) {
    case 'open':
    case 'attention':
    case 'cancelled':
      return sale.state;
    case 'delivered':
      return sale.printed === null ? 'delivered' : 'both';
    case 'queued':
      return sale.printed === null ? 'neither' : 'printed';
  }
}
