import type { FieldIssue } from '../../kernel/result.ts';
import { fromCents } from '../../receipt/amounts.ts';
import type { Bill } from '../../receipt/bill.ts';
import { field } from '../../receipt/json.ts';
import type { BillSummary } from '../../receipt/summary.ts';
import { otherTransaction } from '../../sale/findings.ts';
import { amountDiffers, currencyDiffers, type Sale } from '../../sale/sale.ts';

/** What is odd about a bill beside its sale: worth a warning, never a reason to lose it. */
export function odditiesOf(sale: Sale, bill: Bill, summary: BillSummary): readonly FieldIssue[] {
  return [...oddAmount(sale, summary), ...oddTransaction(sale, bill)];
}

/** The customer has seen, and perhaps paid, what the sale was opened with. */
function oddAmount({ openedCents, openedCurrency }: Sale, summary: BillSummary): readonly FieldIssue[] {
  if (openedCents === null) return [];
  const opened = `${fromCents(openedCents)} ${openedCurrency ?? ''}`.trim();
  const message = `Found ${fromCents(summary.totalCents)} ${summary.currency}. Expected ${opened}, with which the sale was opened; the bill is sent on as it is.`;
  // A till that named no currency meant that of its bill.
  if (openedCurrency !== null && summary.currency.toUpperCase() !== openedCurrency.toUpperCase()) {
    return [{ path: '/bill/data/currency', code: currencyDiffers, message }];
  }
  return summary.totalCents === openedCents
    ? []
    : [{ path: '/bill/data/fullAmountInclVat', code: amountDiffers, message }];
}

/** Interface document 2.8: a bill names one transaction. The till's own stands; the one that was started here is told. */
function oddTransaction({ loyalty }: Sale, bill: Bill): readonly FieldIssue[] {
  const steps = ['misc', 'extension:service', 'couponingInformation', 'transactionId'] as const;
  const named = field(bill, ...steps);
  const isOther = typeof named === 'string' && loyalty?.state === 'active' && named !== loyalty.transactionId;
  if (!isOther) return [];
  const message =
    'Found another loyalty transaction than the one that was started for this sale. Expected that one, or none (it is set for you); yours is sent on, and the one started here is not on the receipt.';
  return [{ path: `/bill/${steps.join('/')}`, code: otherTransaction, message }];
}
