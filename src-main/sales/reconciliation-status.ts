import type { ReconciliationStatus } from '../lib/reconciliation-statuses.ts';
import type { Sale } from './sale.ts';

/** Where a sale belongs in the day's reconciliation: exactly one place each. */
export function reconciliationStatusOf(sale: Pick<Sale, 'state' | 'printed'>): ReconciliationStatus {
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
