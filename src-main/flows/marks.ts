import { type AppErrorCode, failed, type Result } from '../kernel/result.ts';
import { withdrawn } from '../outbox/policy.ts';
import type { Sale } from '../sale/sale.ts';
import type { Rooms } from './rooms.ts';

/** What is done to a sale beside its bill: show, agree, printed, cancel, and taking the last two back. */

/** Shows the QR of the sale (again) on the customer's screen. */
export function showSale(rooms: Rooms, saleId: string): Result<null> {
  const sale = rooms.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  if (sale.state === 'cancelled') return failed('wrongState', 'the sale is cancelled: there is nothing to show');
  rooms.stage.show(saleId);
  return { ok: true, value: null };
}

/** The customer said yes to the digital receipt: kept with the sale. */
export function agreeToSale(rooms: Rooms, saleId: string): Result<Sale> {
  return rooms.book.change(saleId, { type: 'customerAgreed' });
}

/** What the service refused beside the bill (printed, cancel, loyalty) is due again; gives how many. Poke the outbox then. */
export function resendMarks(rooms: Rooms, saleId: string): number {
  return rooms.book.transaction(() => {
    const parked = (['printed', 'cancel', 'loyaltyCancel'] as const).filter(
      (kind) => rooms.outbox.find(saleId, kind)?.state === 'parked',
    );
    for (const kind of parked) rooms.outbox.enqueue(saleId, kind, rooms.clock.now());
    if (parked.length > 0) rooms.book.change(saleId, { type: 'marksResent' });
    return parked.length;
  });
}

/** Paper was handed out. The mark leaves after `undoMs`, and only once the service has the bill. */
export function printSale(rooms: Rooms, saleId: string, undoMs = 0): Result<Sale> {
  const leavesAt = rooms.clock.now() + undoMs;
  const result = rooms.book.transaction(() => {
    const before = rooms.book.find(saleId)?.printed ?? null;
    const changed = rooms.book.change(saleId, { type: 'printRequested', undoUntil: undoMs > 0 ? leavesAt : null });
    if (changed.ok && before === null) rooms.outbox.enqueue(saleId, 'printed', rooms.clock.now(), leavesAt);
    if (before !== null) resendMarks(rooms, saleId);
    return changed;
  });
  // Before payment the QR stays: the paper is still to come.
  if (result.ok && result.value.billHash !== null) rooms.stage.paper(saleId);
  rooms.pokeOutbox();
  return result;
}

/**
 * Cancels the sale. What the service has never seen is held back and dropped once the id is deleted there; a bill that
 * may have arrived goes first, so that the delete finds it (interface document 4.3).
 */
export function cancelSale(rooms: Rooms, saleId: string, undoMs = 0): Result<Sale> {
  return cancelBy(rooms, saleId, undoMs, {});
}

/** Nobody came back to this open sale: cancelled like by a person, and open again should its bill come. */
export function abandonSale(rooms: Rooms, saleId: string): Result<Sale> {
  return cancelBy(rooms, saleId, 0, { abandoned: true });
}

function cancelBy(rooms: Rooms, saleId: string, undoMs: number, by: { readonly abandoned?: true }): Result<Sale> {
  const leavesAt = rooms.clock.now() + undoMs;
  const result = rooms.book.transaction(() => {
    const sale = rooms.book.find(saleId);
    const before = sale?.cancelled ?? null;
    // What stands under its id may be somebody else's receipt: it is not deleted.
    if (sale?.attention?.code === 'idInUse') rooms.book.change(saleId, { type: 'idDied' });
    const changed = rooms.book.change(saleId, {
      type: 'cancelRequested',
      undoUntil: undoMs > 0 ? leavesAt : null,
      ...by,
    });
    if (changed.ok && before === null) {
      rooms.outbox.holdUntried(saleId);
      rooms.outbox.enqueue(saleId, 'cancel', rooms.clock.now(), leavesAt);
      if (changed.value.loyalty?.state === 'active') {
        rooms.outbox.enqueue(saleId, 'loyaltyCancel', rooms.clock.now(), leavesAt);
      }
    }
    if (before !== null) resendMarks(rooms, saleId);
    return changed;
  });
  if (result.ok) rooms.stage.cancelled(saleId);
  rooms.pokeOutbox();
  return result;
}

/** Takes the last Printed or Cancel back while it has not left. */
export function takeBack(rooms: Rooms, saleId: string): Result<Sale> {
  const result = rooms.book.transaction(() => {
    const action = rooms.book.find(saleId)?.undo?.action;
    const job = action === undefined ? null : rooms.outbox.find(saleId, action);
    if (job !== null && job.attempts > 0)
      return failed('wrongState' satisfies AppErrorCode, 'it is on its way already');
    const changed = rooms.book.change(saleId, { type: 'markTakenBack' });
    if (changed.ok && job !== null) {
      rooms.outbox.save(withdrawn(job));
      if (action === 'cancel') {
        rooms.outbox.releaseHeld(saleId);
        const loyalty = rooms.outbox.find(saleId, 'loyaltyCancel');
        if (loyalty !== null) rooms.outbox.save(withdrawn(loyalty));
      }
    }
    return changed;
  });
  if (result.ok) rooms.stage.restored(saleId);
  rooms.pokeOutbox();
  return result;
}
