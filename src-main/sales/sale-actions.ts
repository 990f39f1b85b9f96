import type { z } from 'zod';
import type { Job } from '../outbox/job.ts';
import { toCents } from '../receipts/fields.ts';
import { languageOf } from '../shared/languages.ts';
import { done, failed, type Result } from '../shared/result.ts';
import type { ConsentKind } from '../shared/sale-states.ts';
import type { Sale } from './sale/sale.ts';
import type { SessionContext } from './session-context.ts';
import type { openSaleSchema } from './till/till-input.ts';

export type ActionContext = Pick<SessionContext, 'clock' | 'saleRepository' | 'outbox' | 'display'>;

/** Changes a sale before its payment; absent members stay. The sale keeps its id and code. */
export function changeSale(
  context: ActionContext & Pick<SessionContext, 'settings'>,
  saleId: string,
  to: Pick<z.output<typeof openSaleSchema>, 'amount' | 'currency' | 'language' | 'show'>,
): Result<Sale> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
  const changed = context.saleRepository.change(saleId, {
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

/** Shows the sale (again) on the customer display. If another open sale is on it, that one returns afterwards. */
export function showSale(context: ActionContext, saleId: string): Result<null> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
  if (sale.state === 'cancelled') return failed('wrongState', 'The sale is cancelled, so there is nothing to show.');
  const there = context.display.current().saleId;
  const returns = there !== null && there !== saleId && context.saleRepository.find(there)?.state === 'open';
  answerPaperRequest(context, saleId);
  context.display.show(saleId, { returns });
  return done(null);
}

/** Marks the customer's request for paper as answered. Every further action on the sale counts as an answer. */
export function answerPaperRequest(context: Pick<SessionContext, 'saleRepository'>, saleId: string): void {
  if (context.saleRepository.find(saleId)?.paperRequestedAt != null)
    context.saleRepository.change(saleId, { type: 'paperRequestAnswered' });
}

/** Returns `notAllowed` if the shop does not accept this kind of consent. */
export function recordConsent(
  context: Pick<SessionContext, 'saleRepository' | 'settings'>,
  saleId: string,
  how: ConsentKind,
): Result<Sale> {
  if (!context.settings().consent.counts.includes(how))
    return failed('notAllowed', `This shop does not count an agreement by ${how}. See Settings.`);
  return context.saleRepository.change(saleId, { type: 'consentGiven', how });
}

export function resendActions(context: ActionContext, saleId: string): number {
  return context.saleRepository.transaction(() => {
    const parked = (['printed', 'cancel', 'loyaltyCancel'] as const).filter(
      (kind) => context.outbox.find(saleId, kind)?.state === 'parked',
    );
    for (const kind of parked) context.outbox.enqueue(saleId, kind, context.clock.now());
    if (parked.length > 0) context.saleRepository.change(saleId, { type: 'actionsResent' });
    return parked.length;
  });
}

/** Records that paper was handed out. The service is informed after `undoMs` and once it has the bill. */
export function printSale(context: ActionContext, saleId: string, undoMs = 0): Result<Sale> {
  const leavesAt = context.clock.now() + undoMs;
  const result = context.saleRepository.transaction(() => {
    const before = context.saleRepository.find(saleId)?.printed ?? null;
    const changed = context.saleRepository.change(saleId, {
      type: 'printRequested',
      undoUntil: undoMs > 0 ? leavesAt : null,
    });
    if (changed.ok && before === null) context.outbox.enqueue(saleId, 'printed', context.clock.now(), leavesAt);
    if (before !== null) resendActions(context, saleId);
    return changed;
  });
  // Before payment the QR code stays, because the paper is not printed yet.
  if (result.ok && result.value.billHash !== null)
    context.saleRepository.afterCommit(() => context.display.paper(saleId));
  return result;
}

/** Cancels a sale. A bill that may have arrived is sent first, so that the delete finds it (receipt-service.md 4.3). */
export function cancelSale(
  context: ActionContext,
  saleId: string,
  undoMs = 0,
  by: { readonly abandoned?: true; readonly acceptedAs?: string } = {},
): Result<Sale> {
  const leavesAt = context.clock.now() + undoMs;
  const result = context.saleRepository.transaction(() => {
    const before = context.saleRepository.find(saleId)?.cancelled ?? null;
    const changed = context.saleRepository.change(saleId, {
      type: 'cancelRequested',
      undoUntil: undoMs > 0 ? leavesAt : null,
      ...by,
    });
    if (changed.ok && before === null) {
      context.outbox.holdUntried(saleId);
      context.outbox.enqueue(saleId, 'cancel', context.clock.now(), leavesAt);
      const loyalty = changed.value.loyalty?.state;
      const isEnding = context.outbox.find(saleId, 'loyaltyCancel')?.state === 'due';
      // Only the provider knows whether the transaction can still be cancelled.
      if ((loyalty === 'active' || loyalty === 'ended') && !isEnding) {
        context.outbox.enqueue(saleId, 'loyaltyCancel', context.clock.now(), leavesAt);
      }
    }
    if (before !== null) resendActions(context, saleId);
    return changed;
  });
  if (result.ok && by.acceptedAs === undefined)
    context.saleRepository.afterCommit(() => context.display.cancelled(saleId));
  return result;
}

/** The amount that can still be refunded, in cents: the total minus all refunds that were not cancelled. */
export function refundLeft({ saleRepository }: Pick<SessionContext, 'saleRepository'>, sale: Sale): number {
  if (sale.billHash === null || sale.state === 'cancelled') return 0;
  const given = sale.refunds.filter(({ saleId }) => saleRepository.find(saleId)?.state !== 'cancelled');
  const left = given.reduce((rest, { cents }) => rest - cents, sale.amountCents ?? 0);
  return Math.max(0, left);
}

/**
 * Cancels refunds that got no bill before the last end of the app: no money was given back for them. Another copy of
 * the data folder may have sent the bill of a restored one.
 */
export function cancelInterruptedRefunds(context: ActionContext): void {
  for (const { id, origin, amountCents, restoredFromBackup } of context.saleRepository.all({ state: 'open' }))
    if (origin === 'hand' && (amountCents ?? 0) < 0 && restoredFromBackup === null) cancelSale(context, id);
}

/** Whether a cancelled refund can no longer be restored, because other refunds have used the amount. */
function isGivenElsewhere(context: ActionContext, saleId: string): boolean {
  const refund = context.saleRepository.find(saleId);
  const original = refund?.refundOf == null ? null : context.saleRepository.find(refund.refundOf);
  return original !== null && refundLeft(context, original) < -(refund?.amountCents ?? 0);
}

/**
 * Withdraws the row `printed` or `cancel` before its first attempt. After a withdrawn cancel, the bill and the print
 * that waited for it continue, and its loyalty cancel is withdrawn, too. One that began earlier continues, because its
 * transaction is not in the bill.
 */
function cancelRow({ outbox }: ActionContext, job: Job): void {
  outbox.save({ ...job, state: 'dropped' });
  if (job.kind !== 'cancel') return;
  outbox.releaseHeld(job.saleId);
  const loyalty = outbox.find(job.saleId, 'loyaltyCancel');
  if (loyalty?.dueAt === job.dueAt) outbox.save({ ...loyalty, state: 'dropped' });
}

/** Undoes the last Printed or Cancel before it is sent, or declines a customer's request for paper. */
export function undoAction(context: ActionContext, saleId: string): Result<Sale> {
  const { undo = null } = context.saleRepository.find(saleId) ?? {};
  const action = undo?.action;
  const isRunning = undo !== null && context.clock.now() < undo.until;
  const result = context.saleRepository.transaction(() => {
    const job = action === undefined ? null : context.outbox.find(saleId, action);
    if (job !== null && job.attempts > 0) return failed('wrongState', 'The receipt is already being sent.');
    if (action === 'cancel' && isGivenElsewhere(context, saleId)) {
      return failed(
        'wrongState',
        'Other refunds have used the amount of this refund meanwhile. Its cancellation cannot be undone.',
      );
    }
    const changed = context.saleRepository.change(saleId, { type: 'actionUndone' });
    if (changed.ok && job !== null) cancelRow(context, job);
    return changed;
  });
  const { saleId: shown } = context.display.current();
  // After a declined request for paper, or a later undo, the code returns only if the display still has this sale: the
  // next customer must not see it.
  if (result.ok && (isRunning || shown === saleId)) context.display.undone(saleId);
  return result;
}
