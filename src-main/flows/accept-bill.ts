import { createHash } from 'node:crypto';
import { type FieldIssue, failed, type Result } from '../contract/errors.ts';
import type { Bill } from '../receipt/bill.ts';
import { type BillCheck, checkBill } from '../receipt/check-bill.ts';
import { billSummary } from '../receipt/summary.ts';
import type { Sale } from '../sale/sale.ts';
import { isPaperNow } from './offline-rule.ts';
import type { Rooms } from './rooms.ts';

/**
 * Takes the bill of a sale: checked (interface document 2.2-2.8 and service rules, "Bills"), then on disk together with
 * its outbox row, in one transaction. The same bill again changes nothing; a refused one is replaced.
 */
export function acceptBill(
  rooms: Rooms,
  saleId: string,
  request: { readonly bill: unknown; readonly displayTarget?: string | undefined },
): Result<Sale> {
  const sale = rooms.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  const { bill, errors, warnings } = judgeBill(rooms, request.bill, sale.billId);
  if (bill === null || errors.length > 0) return failed('invalid', 'the bill does not fit', errors);
  const strange = sale.billId === null ? strangeId(rooms, bill) : null;
  if (strange !== null) return failed('invalid', 'the bill does not fit', [strange]);

  const isNew = sale.billHash === null;
  if (isNew && isQueueFull(rooms)) {
    const { maxWaiting } = rooms.settings().delivery;
    return failed('storageFull', `${maxWaiting} requests wait for the service already; nothing was stored`);
  }
  const { totalCents, currency, number: receiptNumber } = billSummary(bill);
  const billText = JSON.stringify(request.bill);
  const billHash = billHashOf(request.bill);
  const isRepeat = billHash === sale.billHash && sale.state !== 'attention';
  const accepted = rooms.book.transaction(() => {
    const changed = rooms.book.change(saleId, {
      type: 'billAccepted',
      billHash,
      totalCents,
      currency,
      receiptNumber,
      displayTarget: request.displayTarget ?? null,
      warnings: [...warnings],
    });
    if (changed.ok && !isRepeat) {
      rooms.book.saveBill(saleId, billText);
      rooms.outbox.enqueue(saleId, 'bill', rooms.clock.now());
    }
    return changed;
  });
  // A repeat is no news for the customer's screen, which may be past this sale's QR.
  if (accepted.ok && !isRepeat) {
    rooms.stage.paid(saleId, accepted.value.printed !== null || isPaperNow(rooms) ? 'paper' : 'qr');
    rooms.pokeOutbox();
  }
  return accepted;
}

/** Tells a bill from another one: of the bill as the till sent it, in its order. */
export const billHashOf = (bill: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(bill) ?? '')
    .digest('hex');

/** What waits is kept without an end, so there is a limit to what begins to wait (quality: visible, before acceptance). */
function isQueueFull(rooms: Rooms): boolean {
  const { waiting, parked } = rooms.outbox.counts();
  return waiting + parked >= rooms.settings().delivery.maxWaiting;
}

/** Judges a bill by the rules and the settings of this shop; paths begin with `/bill`, as the POS API sends it. */
export function judgeBill(rooms: Rooms, bill: unknown, saleBillId: string | null = null): BillCheck {
  const { service, delivery } = rooms.settings();
  return checkBill(bill, {
    mode: rooms.mode,
    saleBillId,
    path: '/bill',
    extensionKey: service.extensionKey,
    warningsBlock: delivery.warningsBlock,
  });
}

/** A till brings its own id only where the merchant has that feature (interface document 4.2 rule 3). */
export function strangeId(rooms: Rooms, { id }: Bill): FieldIssue | null {
  if (id === null || id === undefined || rooms.settings().service.selfGeneratedIds) return null;
  const message =
    'Found an id of the till. Expected none: this merchant has no self-generated ids (a setting); leave the id out, it is set for you.';
  return { path: '/bill/id', code: 'own-id', message };
}
