import { fromCents } from '../../receipts/amounts.ts';
import type { Bill, BillSummary } from '../../receipts/bill.ts';
import { receiptIdentity } from '../../receipts/receipt-identity.ts';
import { field } from '../../shared/json.ts';
import type { FieldIssue } from '../../shared/result.ts';
import { interfacesOf, isFolder, isSameTill, tillNames } from '../../shared/till-names.ts';
import { amountDiffers, currencyDiffers, otherTransaction, sentBefore } from '../sale/findings.ts';
import type { Sale } from '../sale/sale.ts';
import type { SessionContext } from '../session-context.ts';
import { type BroughtBill, namelessBefore } from './same-receipt.ts';

/** Warns about a bill that does not match its sale. A warning is never a reason to lose the bill. */
export function odditiesOf(sale: Sale, bill: Bill, summary: BillSummary): readonly FieldIssue[] {
  return [...oddAmount(sale, summary), ...oddTransaction(sale, bill)];
}

/** The customer has seen, and perhaps paid, the amount that the sale was opened with or changed to. */
function oddAmount({ openedCents, openedCurrency }: Sale, summary: BillSummary): readonly FieldIssue[] {
  if (openedCents === null) return [];
  const opened = `${fromCents(openedCents)} ${openedCurrency ?? ''}`.trim();
  const message = `Found ${fromCents(summary.totalCents)} ${summary.currency}. Expected ${opened}, the amount of the sale; the bill is sent on as it is.`;
  // A till that named no currency meant the currency of its bill.
  if (openedCurrency !== null && summary.currency.toUpperCase() !== openedCurrency.toUpperCase()) {
    return [{ path: '/bill/data/currency', code: currencyDiffers, message }];
  }
  return summary.totalCents === openedCents
    ? []
    : [{ path: '/bill/data/fullAmountInclVat', code: amountDiffers, message }];
}

/** The till's own transaction is sent (receipt-service.md 2.8). The warning names the one started here. */
function oddTransaction({ loyalty }: Sale, bill: Bill): readonly FieldIssue[] {
  const steps = ['misc', 'extension:service', 'couponingInformation', 'transactionId'] as const;
  const named = field(bill, ...steps);
  const isOther = typeof named === 'string' && loyalty?.state === 'active' && named !== loyalty.transactionId;
  if (!isOther) return [];
  const message =
    'Found another loyalty transaction than the one that was started for this sale. Expected that one, or none (it is set for you); yours is sent on, and the one started here is not on the receipt.';
  return [{ path: `/bill/${steps.join('/')}`, code: otherTransaction, message }];
}

type BeforeContext = Pick<SessionContext, 'saleRepository' | 'duplicateIndex' | 'tillNames' | 'clock' | 'settings'>;

/** The app cannot know whether it is the same receipt; `repeated-receipt.ts` finds the certain repeats. */
export function looksSentBefore(context: BeforeContext, sale: Sale, request: BroughtBill): readonly FieldIssue[] {
  if (request.again === true) return [];
  const named = receiptIdentity(request.bill);
  if (named === null) return sentElsewhere(namelessElsewhere(context, sale, request));
  const { same, alike } = context.duplicateIndex.found(named);
  const others = context.saleRepository.uncancelled(alike).filter(({ id }) => id !== sale.id);
  const before = others.find(({ till }) => isSameTill(till, sale.till, context.tillNames()));
  if (before === undefined) return sentElsewhere(others.find(({ id }) => same.includes(id)) ?? null);
  const message = `Found the number, the date and the total of the receipt ${JSON.stringify(before.reference)}, which was sent before, with other content. Expected a receipt of its own, or "again": true where it is one; it is sent on.`;
  return [{ path: '/bill/head/number', code: sentBefore, message }];
}

/** With several tills only the cashier can know whether a receipt came twice. */
function namelessElsewhere(context: BeforeContext, sale: Sale, request: BroughtBill): Sale | null {
  const names = context.tillNames();
  const own = interfacesOf(sale.till, names);
  const others = (isFolder(sale.till) ? [...names.keys()] : [tillNames.folder]).filter((name) => !own.includes(name));
  return namelessBefore(context, request, { ...sale, userIdentification: undefined }, others);
}

/** The warning names the other till's sale only by its id, which reveals nothing about it. */
function sentElsewhere(before: Sale | null): readonly FieldIssue[] {
  if (before === null) return [];
  const by = isFolder(before.till) ? 'the watched folder' : 'another till';
  const message = `Found the receipt that ${by} sent before, as the sale ${before.id}. Expected each receipt once; it is sent on.`;
  return [{ path: '/bill', code: sentBefore, message }];
}
