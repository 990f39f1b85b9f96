import type { z } from 'zod';
import { languageOf } from '../lib/languages.ts';
import { done, failed, type Result } from '../lib/result.ts';
import type { ConsentKind } from '../lib/sale-states.ts';
import type { Job } from '../outbox/job.ts';
import { withdrawn } from '../outbox/policy.ts';
import { toCents } from '../receipts/amounts.ts';
import type { Sale } from './sale.ts';
import type { SessionContext } from './session-context.ts';
import type { openSaleSchema } from './till-input.ts';

export type MarksContext = Pick<SessionContext, 'clock' | 'book' | 'outbox' | 'display'>;

/** What is done to a sale beside its bill: change, show, agree, printed, cancel, and taking the last two back. */

/**
 * What the sale is over, its customer's language, and whether its code is shown, until it is paid; what is absent stays. The
 * one way in which an amount changes, for every door: id and code stay, and all screens say one figure.
 */
export function changeSale(
  context: MarksContext & Pick<SessionContext, 'settings'>,
  saleId: string,
  to: Pick<z.output<typeof openSaleSchema>, 'amount' | 'currency' | 'language' | 'show'>,
): Result<Sale> {
  const sale = context.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  const changed = context.book.change(saleId, {
    type: 'changed',
    amountCents: to.amount === undefined ? sale.amountCents : toCents(to.amount),
    currency: to.currency ?? sale.currency ?? (to.amount === undefined ? null : context.settings().cashier.currency),
    openedCurrency: to.currency ?? sale.openedCurrency,
    language: to.language ?? sale.language,
  });
  if (!changed.ok) return changed;
  if (to.language !== undefined) context.display.setLanguage(saleId, languageOf([to.language]));
  if (to.show === false) context.display.hide(saleId);
  if (to.show === true) showSale(context, saleId);
  return changed;
}

/** Shows the sale (again) on the customer's screen; an open sale that it covers comes back. */
export function showSale(context: MarksContext, saleId: string): Result<null> {
  const sale = context.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  if (sale.state === 'cancelled') return failed('wrongState', 'the sale is cancelled: there is nothing to show');
  const there = context.display.current().saleId;
  const returns = there !== null && there !== saleId && context.book.find(there)?.state === 'open';
  // Who gets to see the code again has been asked about the paper.
  answerPaperAsk(context, saleId);
  context.display.show(saleId, { returns });
  return { ok: true, value: null };
}

/** What the customer asked for by touch is seen to: whatever is done with the sale from now on is the cashier's choice. */
export function answerPaperAsk(context: Pick<SessionContext, 'book'>, saleId: string): void {
  if (context.book.find(saleId)?.paperAskedAt != null) context.book.change(saleId, { type: 'paperAskAnswered' });
}

/** The customer said yes to the digital receipt: kept with the sale. `notAllowed` where the shop does not count this kind. */
export function recordConsent(
  context: Pick<SessionContext, 'book' | 'settings'>,
  saleId: string,
  how: ConsentKind,
): Result<Sale> {
  if (!context.settings().consent.counts.includes(how))
    return failed('notAllowed', `this shop does not count an agreement by ${how}: see Settings`);
  return context.book.change(saleId, { type: 'consentGiven', how });
}

/** What the service refused beside the bill (printed, cancel, loyalty) is due again; gives how many. */
export function resendMarks(context: MarksContext, saleId: string): number {
  return context.book.transaction(() => {
    const parked = (['printed', 'cancel', 'loyaltyCancel'] as const).filter(
      (kind) => context.outbox.find(saleId, kind)?.state === 'parked',
    );
    for (const kind of parked) context.outbox.enqueue(saleId, kind, context.clock.now());
    if (parked.length > 0) context.book.change(saleId, { type: 'marksResent' });
    return parked.length;
  });
}

/** Paper was handed out. The mark leaves after `undoMs`, and only once the service has the bill. */
export function printSale(context: MarksContext, saleId: string, undoMs = 0): Result<Sale> {
  const leavesAt = context.clock.now() + undoMs;
  const result = context.book.transaction(() => {
    const before = context.book.find(saleId)?.printed ?? null;
    const changed = context.book.change(saleId, { type: 'printRequested', undoUntil: undoMs > 0 ? leavesAt : null });
    if (changed.ok && before === null) context.outbox.enqueue(saleId, 'printed', context.clock.now(), leavesAt);
    if (before !== null) resendMarks(context, saleId);
    return changed;
  });
  // Before payment the QR stays: the paper is still to come.
  if (result.ok && result.value.billHash !== null) context.display.paper(saleId);
  return result;
}

/**
 * Cancels the sale. What the service has never seen is held back and dropped once the id is deleted there; a bill that
 * may have arrived goes first, so that the delete finds it (interface document 4.3). `abandoned`: nobody came back to it;
 * it is open again should its bill come. `acceptedAs`: see `closeAsRepeat`.
 */
export function cancelSale(
  context: MarksContext,
  saleId: string,
  undoMs = 0,
  by: { readonly abandoned?: true; readonly acceptedAs?: string } = {},
): Result<Sale> {
  const leavesAt = context.clock.now() + undoMs;
  const result = context.book.transaction(() => {
    const sale = context.book.find(saleId);
    const before = sale?.cancelled ?? null;
    // What stands under its id may be somebody else's receipt: it is not deleted.
    if (sale?.attention?.code === 'idInUse') context.book.change(saleId, { type: 'registrationExpired' });
    const changed = context.book.change(saleId, {
      type: 'cancelRequested',
      undoUntil: undoMs > 0 ? leavesAt : null,
      ...by,
    });
    if (changed.ok && before === null) {
      context.outbox.holdUntried(saleId);
      context.outbox.enqueue(saleId, 'cancel', context.clock.now(), leavesAt);
      // One that ended with the bill is taken back with it; the provider answers whether that is still possible.
      if (changed.value.loyalty?.state === 'active' || changed.value.loyalty?.state === 'ended') {
        context.outbox.enqueue(saleId, 'loyaltyCancel', context.clock.now(), leavesAt);
      }
    }
    if (before !== null) resendMarks(context, saleId);
    return changed;
  });
  if (result.ok && by.acceptedAs === undefined) context.display.cancelled(saleId);
  return result;
}

/** Its receipt was accepted before, as another sale: what the customer sees instead is the caller's. */
export const closeAsRepeat = (context: MarksContext, sale: Sale, acceptedAs: string): Result<Sale> =>
  sale.state === 'cancelled' ? done(sale) : cancelSale(context, sale.id, 0, { acceptedAs });

/** What is left of a receipt to be refunded, in cents: less what uncancelled sales gave back of it. */
export function refundLeft({ book }: Pick<SessionContext, 'book'>, sale: Sale): number {
  if (sale.billHash === null || sale.state === 'cancelled') return 0;
  const given = sale.refunds.filter(({ saleId }) => book.find(saleId)?.state !== 'cancelled');
  return Math.max(
    0,
    given.reduce((rest, { cents }) => rest - cents, sale.amountCents ?? 0),
  );
}

/** A cancelled refund, and what is left of its receipt is less by now. */
function isGivenElsewhere(context: MarksContext, saleId: string): boolean {
  const refund = context.book.find(saleId);
  const original = refund?.refundOf == null ? null : context.book.find(refund.refundOf);
  return original !== null && refundLeft(context, original) < -(refund?.amountCents ?? 0);
}

/** The mark does not leave; with a cancel nothing of it does, and what it held goes on. */
function withdrawMark({ outbox }: MarksContext, job: Job): void {
  outbox.save(withdrawn(job));
  if (job.kind !== 'cancel') return;
  outbox.releaseHeld(job.saleId);
  const loyalty = outbox.find(job.saleId, 'loyaltyCancel');
  if (loyalty !== null) outbox.save(withdrawn(loyalty));
}

/** Takes the last Printed or Cancel back while it has not left, or says no to a customer who asked for paper. */
export function undoMark(context: MarksContext, saleId: string): Result<Sale> {
  const action = context.book.find(saleId)?.undo?.action;
  const result = context.book.transaction(() => {
    const job = action === undefined ? null : context.outbox.find(saleId, action);
    if (job !== null && job.attempts > 0) return failed('wrongState', 'it is on its way already');
    if (action === 'cancel' && isGivenElsewhere(context, saleId)) {
      return failed('wrongState', 'what it gave back has been refunded again meanwhile');
    }
    const changed = context.book.change(saleId, { type: 'markUndone' });
    if (changed.ok && job !== null) withdrawMark(context, job);
    return changed;
  });
  const { saleId: shown } = context.display.current();
  // Who asked for paper and gets none sees the code again, but nobody who came after them.
  if (result.ok && (action !== undefined || shown === saleId)) context.display.undone(saleId);
  return result;
}
