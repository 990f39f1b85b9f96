import type { Job } from '../../outbox/job.ts';
import { type Bill, type BillSummary, billSummary } from '../../receipts/bill.ts';
import { type BillCheck, checkBill } from '../../receipts/check-bill.ts';
import { namesEmail } from '../../receipts/to-wire.ts';
import { field } from '../../shared/json.ts';
import { jsonTextOf } from '../../shared/json-text.ts';
import { done, type FieldIssue, failed, type Result } from '../../shared/result.ts';
import type { OpenRequest } from '../opening/open-sale.ts';
import { idOfOtherSale, idOfTill, isPaperNow, refuseTillBillId } from '../opening/receipt-ids.ts';
import { billedForOf, contradiction, judgeParties, twoCustomers } from '../sale/named-parties.ts';
import type { Sale } from '../sale/sale.ts';
import { billDifferences } from '../sale/sale-warnings.ts';
import { applySaleEvents, isRepeatedBill, type SaleEvent } from '../sale/state.ts';
import type { FlowContext, SessionContext } from '../session-context.ts';
import {
  amountWarnings,
  billHashOf,
  findCancelled,
  looksSentBefore,
  receiptIdentity,
  type SentBill,
  transactionWarnings,
} from './same-receipt.ts';

export type AcceptBillContext = FlowContext &
  Pick<SessionContext, 'mode' | 'duplicateIndex' | 'outbox' | 'pool' | 'service' | 'display' | 'shopTills'>;

export interface BillRequest extends SentBill {
  /** The customer that a call names beside `userIdentification`, as for an opened sale. */
  readonly customer?: OpenRequest['customer'];
  readonly displayTarget?: string | undefined;
  readonly transportWarnings?: readonly FieldIssue[] | undefined;
  readonly file?: string | undefined;
}

/**
 * Accepts the bill of a sale (receipt-service.md 2.1 to 2.8): checks it, then stores it and its outbox row in one
 * transaction. The same bill again changes nothing, and a refused bill is replaced. `before` is the judgement of this
 * bill by the call that opened the sale; a setting that changed since then does not matter.
 */
export function acceptBill(
  context: AcceptBillContext,
  sale: Sale,
  request: BillRequest,
  before: JudgedBill | null = null,
): Result<Sale> {
  const { id: saleId } = sale;
  const billHash = billHashOf(request);
  // An accepted bill is not judged again, because the id of the sale or a rule may have changed since.
  if (isRepeatedBill(sale, billHash)) {
    context.duplicateIndex.noteFile(request.file, saleId);
    return done({ ...sale, acceptedAs: saleId });
  }
  const givenId = idOfBill(context, sale, request.bill);
  const judged = before === null ? judgeToSend(context, request, givenId) : done(before);
  if (!judged.ok) return judged;
  const { bill, summary } = judged.value;
  const odd = warningsOrRefusal(context, sale, request, judged.value);
  if (!odd.ok) return odd;
  const accepting: SaleEvent = {
    type: 'billAccepted',
    billHash,
    totalCents: summary.totalCents,
    currency: summary.currency,
    receiptNumber: summary.number,
    displayTarget: request.displayTarget ?? null,
    billedFor: billedForOf(request),
    warnings: [...judged.value.warnings, ...odd.value],
  };
  const now = context.clock.now();
  const revived = revival(context, sale);
  const waking = revived === null ? [] : [revived];
  const possible = applySaleEvents(sale, [...waking, accepting], now);
  if (!possible.ok) {
    const { code, message } = possible.error;
    return code === 'conflict' && sale.billHash !== null
      ? failed(code, message, billDifferences(context.saleRepository.findBill(saleId), request.bill))
      : possible;
  }
  const withoutOwnEmail: readonly SaleEvent[] =
    sale.email !== null && namesEmail(bill) ? [{ type: 'emailSet', email: null }] : [];
  const accepted = context.saleRepository.transaction(() => {
    // This comes after every other check, so that a refused bill does not take the id from another sale.
    const ownId = givenId === null ? (bill.id ?? null) : null;
    if (ownId !== null && !context.pool.claim(possible.value.storeId, ownId, saleId, now)) return idOfOtherSale;
    const named = ownId === null ? [] : [idOfTill(ownId)];
    // Two sales would be delivered if the cancel of the first one could still be undone.
    for (const { id } of findCancelled(context, possible.value, request)) {
      context.saleRepository.change(id, { type: 'receiptReplaced' });
    }
    context.duplicateIndex.keepIdentity(sale, summary.number);
    const row = { text: jsonTextOf(request.bill), identity: context.duplicateIndex.of(receiptIdentity(request.bill)) };
    const events = [...waking, ...named, accepting, ...withoutOwnEmail];
    const changed = context.saleRepository.changeWithBill(saleId, row, ...events);
    if (!changed.ok) return changed;
    context.duplicateIndex.noteFile(request.file, saleId);
    if (revived !== null) withdrawCancel(context, sale);
    context.outbox.enqueue(saleId, 'bill', now);
    return changed;
  });
  if (accepted.ok) {
    if (revived !== null) context.log.warn('abandoned-sale-billed', { replaced: accepted.value.qrReplaced });
    context.saleRepository.afterCommit(() => context.display.paid(saleId, issuanceMoment(context, accepted.value)));
  }
  return accepted;
}

/** The bill of an automatically cancelled sale must be accepted, because it shows that the customer has paid. */
function revival(context: AcceptBillContext, sale: Sale): SaleEvent | null {
  if (sale.state !== 'cancelled' || !(sale.abandoned || sale.acceptedAs !== null)) return null;
  return {
    type: 'abandonedRevived',
    // A cancel that never left this computer has deleted nothing, so the shown code is still valid.
    deleted: hasLeft(context.outbox.find(sale.id, 'cancel')),
    loyaltyClosed: hasLeft(context.outbox.find(sale.id, 'loyaltyCancel')),
  };
}

const hasLeft = (job: Job | null): boolean => job !== null && (job.attempts > 0 || job.state === 'done');

function withdrawCancel(context: AcceptBillContext, sale: Sale): void {
  const { outbox } = context;
  const cancel = outbox.find(sale.id, 'cancel');
  // Without an attempt, the outcome of one that is running is ignored.
  if (cancel !== null) outbox.save({ ...cancel, state: 'dropped', attempts: 0, lastReason: null });
  const loyalty = outbox.find(sale.id, 'loyaltyCancel');
  // A loyalty cancel that has left continues until the service has reported the outcome.
  if (loyalty !== null && !hasLeft(loyalty)) outbox.save({ ...loyalty, state: 'dropped' });
  const printed = outbox.find(sale.id, 'printed');
  if (sale.printed === 'queued' && printed !== null) outbox.save({ ...printed, state: 'due' });
  // Without the delete at the service, the page of the shown code would wait forever.
  if (hasLeft(cancel) && cancel?.state !== 'done' && sale.url !== null && sale.billId !== null) {
    context.pool.abandon(sale.storeId, sale.billId, sale.id, context.clock.now());
  }
}

function warningsOrRefusal(
  context: AcceptBillContext,
  sale: Sale,
  request: BillRequest,
  { bill, summary }: JudgedBill,
): Result<readonly FieldIssue[]> {
  const contradicts = contradiction(sale, request);
  if (contradicts !== null) return failed('conflict', contradicts);
  const odd = [
    ...amountWarnings(sale, summary),
    ...transactionWarnings(sale, bill),
    ...looksSentBefore(context, sale, request),
  ];
  return asWarnings(context, odd, sale.billHash === null);
}

/** Refuses the warnings of a strict shop. Waiting rows have no time limit, so their number is limited for new bills. */
export function asWarnings(
  { settings, outbox }: Pick<SessionContext, 'settings' | 'outbox'>,
  odd: readonly FieldIssue[],
  isNew = true,
): Result<readonly FieldIssue[]> {
  const { warningsBlock, maxWaiting } = settings().delivery;
  if (odd.length > 0 && warningsBlock) return failed('invalid', doesNotFit, odd);
  return isNew && !outbox.isBelow(maxWaiting)
    ? failed('queueFull', `${maxWaiting} requests already wait for the service. Nothing was stored.`)
    : done(odd);
}

export function issuanceMoment(context: AcceptBillContext, { printed }: Sale): 'paper' | 'qr' {
  return printed !== null || isPaperNow(context) ? 'paper' : 'qr';
}

/** The id that a bill of this sale may have: its present id (after a restore, the lost one) or an earlier one. */
export function idOfBill({ pool }: Pick<SessionContext, 'pool'>, sale: Sale, bill: unknown): string | null {
  const id = field(bill, 'id');
  if (typeof id === 'string' && pool.holderOf(id) === sale.id) return id;
  return sale.billId ?? sale.restoredFromBackup?.billId ?? null;
}

export interface JudgedBill {
  readonly bill: Bill;
  readonly summary: BillSummary;
  readonly warnings: readonly FieldIssue[];
}

export function judgeToSend(
  context: Pick<SessionContext, 'clock' | 'settings' | 'mode'>,
  request: BillRequest,
  saleBillId: string | null,
): Result<JudgedBill> {
  const { bill, errors, warnings } = judgeBill(context, request, saleBillId);
  const strange = bill === null || saleBillId !== null ? null : refuseTillBillId(context, bill.id, '/bill/id');
  if (bill === null || strange !== null || errors.length > 0) {
    return failed('invalid', doesNotFit, strange === null ? errors : [...errors, strange]);
  }
  return done({ bill, summary: billSummary(bill), warnings });
}

const doesNotFit = 'The bill is invalid.';

/** The paths are those of the POS API: those of the bill begin with `/bill`. */
export function judgeBill(
  context: Pick<SessionContext, 'clock' | 'settings' | 'mode'>,
  request: BillRequest,
  saleBillId: string | null = null,
): Pick<BillCheck, 'bill'> & { readonly errors: readonly FieldIssue[]; readonly warnings: readonly FieldIssue[] } {
  const { service, delivery } = context.settings();
  const checked = checkBill(request.bill, {
    mode: context.mode,
    now: context.clock.now(),
    saleBillId,
    path: '/bill',
    extensionKey: service.extensionKey,
    warningsBlock: delivery.warningsBlock,
    eInvoiceBlocks: delivery.eInvoiceBlocks,
    cashRoundingCents: delivery.cashRoundingCents,
  });
  const parties = judgeParties(request, service.extensionKey);
  const two = twoCustomers(request.customer, request.userIdentification);
  const odd = [...(request.transportWarnings ?? []), ...parties.warnings];
  const [blocking, warnings] = delivery.warningsBlock ? [odd, []] : [[], odd];
  return {
    bill: checked.bill,
    errors: [...parties.errors, ...blocking, ...checked.errors, ...(two === null ? [] : [two])],
    warnings: [...warnings, ...checked.warnings],
  };
}
