import { field } from '../lib/json.ts';
import type { FieldIssue } from '../lib/result.ts';
import { isSameTill } from '../lib/till-names.ts';
import { fromCents } from '../receipts/amounts.ts';
import type { Bill, BillSummary } from '../receipts/bill.ts';
import { namedReceipt } from '../receipts/named-receipt.ts';
import { amountDiffers, currencyDiffers, otherTransaction, sentBefore } from './findings.ts';
import type { Sale } from './sale.ts';
import type { SessionContext } from './session-context.ts';

/** What is odd about a bill beside its sale: worth a warning, never a reason to lose it. */
export function odditiesOf(sale: Sale, bill: Bill, summary: BillSummary): readonly FieldIssue[] {
  return [...oddAmount(sale, summary), ...oddTransaction(sale, bill)];
}

/** The customer has seen, and perhaps paid, what the sale was opened with or changed to. */
function oddAmount({ openedCents, openedCurrency }: Sale, summary: BillSummary): readonly FieldIssue[] {
  if (openedCents === null) return [];
  const opened = `${fromCents(openedCents)} ${openedCurrency ?? ''}`.trim();
  const message = `Found ${fromCents(summary.totalCents)} ${summary.currency}. Expected ${opened}, the amount of the sale; the bill is sent on as it is.`;
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

/**
 * The same receipt in other bytes, or another one: nobody here can tell, so it is taken. Who says `again` has said it. The
 * very same bytes are known before (`repeated-receipt.ts`).
 */
export function looksSentBefore(
  { book, identities }: Pick<SessionContext, 'book' | 'identities'>,
  { id, till }: Sale,
  { bill, again }: { readonly bill: unknown; readonly again?: boolean | undefined },
): readonly FieldIssue[] {
  const named = again === true ? null : namedReceipt(bill);
  if (named === null) return [];
  const alike = book.uncancelled(identities.salesThatLook(named));
  const before = alike.find((sale) => sale.id !== id && isSameTill(sale.till, till));
  if (before === undefined) return [];
  const message = `Found the number, the date and the total of the receipt ${JSON.stringify(before.reference)}, which was sent before, with other content. Expected a receipt of its own, or "again": true where it is one; it is sent on.`;
  return [{ path: '/bill/head/number', code: sentBefore, message }];
}
