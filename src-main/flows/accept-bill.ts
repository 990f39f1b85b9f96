import { createHash } from 'node:crypto';
import { parseKeepingValues, textOf } from '../kernel/json-text.ts';
import { type FieldIssue, failed, type Result } from '../kernel/result.ts';
import type { Bill } from '../receipt/bill.ts';
import { type BillCheck, checkBill } from '../receipt/check-bill.ts';
import { type BillSummary, billSummary } from '../receipt/summary.ts';
import type { Sale } from '../sale/sale.ts';
import { applySaleEvent, isRepeatedBill, type SaleEvent } from '../sale/state.ts';
import { odditiesOf } from './bill-oddities.ts';
import { billedForOf, contradiction, judgeParties, type NamedParties } from './named-parties.ts';
import { isPaperNow } from './offline-rule.ts';
import { revival, withdrawCancel } from './revive.ts';
import type { Rooms } from './rooms.ts';

export interface BillRequest extends NamedParties {
  readonly bill: unknown;
  readonly displayTarget?: string | undefined;
  /** What was odd at the door about what stands around the bill. */
  readonly doorWarnings?: readonly FieldIssue[] | undefined;
}

/**
 * Takes the bill of a sale: checked (interface document 2.1-2.8 and service rules, "Bills"), then on disk together with
 * its outbox row, in one transaction. The same bill again changes nothing; a refused one is replaced.
 */
export function acceptBill(rooms: Rooms, saleId: string, request: BillRequest): Result<Sale> {
  const sale = rooms.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  const billHash = billHashOf(request);
  // Nothing to judge: the id of the sale, or a rule, may be another one since.
  if (isRepeatedBill(sale, billHash)) return { ok: true, value: sale };
  const judged = judge(rooms, sale, request);
  if (!judged.ok) return judged;
  if (sale.billHash === null && isQueueFull(rooms)) {
    const { maxWaiting } = rooms.settings().delivery;
    return failed('queueFull', `${maxWaiting} requests wait for the service already; nothing was stored`);
  }
  const { bill, summary, warnings } = judged.value;
  const accepting: SaleEvent = {
    type: 'billAccepted',
    billHash,
    totalCents: summary.totalCents,
    currency: summary.currency,
    receiptNumber: summary.number,
    displayTarget: request.displayTarget ?? null,
    billedFor: billedForOf(request),
    warnings: [...warnings],
  };
  const now = rooms.clock.now();
  const revived = revival(rooms, sale);
  const awake = revived === null ? { ok: true as const, value: sale } : applySaleEvent(sale, revived, now);
  const possible = awake.ok ? applySaleEvent(awake.value, accepting, now) : awake;
  if (!possible.ok) return possible;
  const accepted = rooms.book.transaction(() => {
    // The id of the till is noted last of all that can be refused: another sale must still be able to have it.
    const ownId = idOf(sale) === null ? (bill.id ?? null) : null;
    if (ownId !== null && !rooms.pool.claim(possible.value.storeId, ownId, saleId, now)) return idOfOtherSale;
    const before = [...(revived === null ? [] : [revived]), ...(ownId === null ? [] : [idOfTill(ownId)])];
    const changed = rooms.book.change(saleId, ...before, accepting);
    if (changed.ok) {
      if (revived !== null) withdrawCancel(rooms, sale);
      // What the till wrote, byte for byte.
      rooms.book.saveBill(saleId, textOf(request.bill));
      rooms.outbox.enqueue(saleId, 'bill', now);
    }
    return changed;
  });
  if (accepted.ok) {
    if (revived !== null) rooms.log.warn('abandoned-sale-billed', { replaced: accepted.value.qrReplaced });
    rooms.stage.paid(saleId, accepted.value.printed !== null || isPaperNow(rooms) ? 'paper' : 'qr');
    rooms.pokeOutbox();
  }
  return accepted;
}

/** The till's own receipt id (interface document 4.2 rule 3); its address comes with the delivery. */
export const idOfTill = (billId: string): SaleEvent => ({ type: 'idTaken', billId, url: null });

/** The service would answer 409 to the second one, and that reads as delivered: it would be lost. */
export const idOfOtherSale = failed('conflict', 'the id of this receipt belongs to another sale');

/**
 * Tells a bill from another one: by every value, in the till's order, and whom it names beside it. How a number is written
 * makes no other bill.
 */
export function billHashOf(request: BillRequest): string {
  const hash = createHash('sha256').update(JSON.stringify(parseKeepingValues(textOf(request.bill))));
  const named = billedForOf(request);
  return (named === null ? hash : hash.update(`\n${JSON.stringify(named)}`)).digest('hex');
}

/** The one that it has, or that it takes back for its delivery (`other-history.ts`). */
const idOf = ({ billId, fork }: Sale): string | null => billId ?? fork?.billId ?? null;

interface Judged {
  readonly bill: Bill;
  readonly summary: BillSummary;
  readonly warnings: readonly FieldIssue[];
}

/** All that can be said against this bill for this sale, and what is odd about it. */
function judge(rooms: Rooms, sale: Sale, request: BillRequest): Result<Judged> {
  const judged = judgeBill(rooms, request, idOf(sale));
  const { bill } = judged;
  if (bill === null || judged.errors.length > 0) return failed('invalid', doesNotFit, judged.errors);
  const strange = idOf(sale) === null ? strangeId(rooms, bill.id, '/bill/id') : null;
  if (strange !== null) return failed('invalid', doesNotFit, [strange]);
  const contradicts = contradiction(sale, request);
  if (contradicts !== null) return failed('conflict', contradicts);
  const summary = billSummary(bill);
  const odd = odditiesOf(sale, bill, summary);
  if (odd.length > 0 && rooms.settings().delivery.warningsBlock) return failed('invalid', doesNotFit, odd);
  return { ok: true, value: { bill, summary, warnings: [...judged.warnings, ...odd] } };
}

const doesNotFit = 'the bill does not fit';

/** What waits is kept without an end, so there is a limit to what begins to wait (quality: visible, before acceptance). */
function isQueueFull(rooms: Rooms): boolean {
  const { waiting, parked } = rooms.outbox.counts();
  return waiting + parked >= rooms.settings().delivery.maxWaiting;
}

/**
 * Judges a bill, and whom it names, by the rules and the settings of this shop; the paths are those of the POS API: the
 * bill's begin with `/bill`.
 */
export function judgeBill(
  rooms: Pick<Rooms, 'settings' | 'mode'>,
  request: BillRequest,
  saleBillId: string | null = null,
): Pick<BillCheck, 'bill'> & { readonly errors: readonly FieldIssue[]; readonly warnings: readonly FieldIssue[] } {
  const { service, delivery } = rooms.settings();
  const checked = checkBill(request.bill, {
    mode: rooms.mode,
    saleBillId,
    path: '/bill',
    extensionKey: service.extensionKey,
    warningsBlock: delivery.warningsBlock,
    eInvoiceBlocks: delivery.eInvoiceBlocks,
    cashRoundingCents: delivery.cashRoundingCents,
  });
  const parties = judgeParties(request, service.extensionKey);
  const odd = [...(request.doorWarnings ?? []), ...parties.warnings];
  const [blocking, warnings] = delivery.warningsBlock ? [odd, []] : [[], odd];
  return {
    bill: checked.bill,
    errors: [...parties.errors, ...blocking, ...checked.errors],
    warnings: [...warnings, ...checked.warnings],
  };
}

/** A till brings its own id only where the merchant has that feature (interface document 4.2 rule 3). */
export function strangeId(rooms: Pick<Rooms, 'settings'>, id: unknown, path: string): FieldIssue | null {
  if (id === null || id === undefined || rooms.settings().service.selfGeneratedIds) return null;
  const message =
    'Found an id of the till. Expected none: this merchant has no self-generated ids (a setting); leave the id out, it is set for you.';
  return { path, code: 'own-id', message };
}
