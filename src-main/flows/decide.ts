import { done, failed, type Result } from '../contract/errors.ts';
import type { Sale } from '../sale/sale.ts';
import { resend } from './attention.ts';
import type { Rooms } from './rooms.ts';

/**
 * What a person found out about a receipt whose id is in use at the service (409 on its first try). `there`: it is this receipt,
 * sent by another copy of these files; nothing more is sent. `anew`: it is another one; this one goes under a new id, and
 * the code that was shown is dead. Only a person can know, so no door of a till leads here.
 */
export function decide(rooms: Rooms, saleId: string, as: 'there' | 'anew'): Result<Sale> {
  const sale = rooms.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  if (sale.state !== 'attention' || sale.attention?.code !== 'idInUse')
    return failed('wrongState', `the sale is ${sale.state}: there is nothing to decide about its id`);
  rooms.log.info('id-in-use-decided', { as });
  return as === 'there' ? foundThere(rooms, sale) : sendAnew(rooms, saleId);
}

/** Row and sale in one transaction, as a delivery is written. */
function foundThere(rooms: Rooms, sale: Sale): Result<Sale> {
  const settled = rooms.book.transaction(() => {
    const job = rooms.outbox.find(sale.id, 'bill');
    if (job !== null) rooms.outbox.save({ ...job, state: 'done', lastReason: null });
    return rooms.book.change(sale.id, { type: 'billDelivered', assigned: sale.assigned, url: null });
  });
  // Its marks have waited for it.
  rooms.pokeOutbox();
  return settled;
}

function sendAnew(rooms: Rooms, saleId: string): Result<Sale> {
  if (rooms.book.findBill(saleId) === null) return failed('notFound', 'the bill of this sale is not kept any more');
  const sent = rooms.book.transaction(() => {
    const parted = rooms.book.change(saleId, { type: 'idDied' });
    // What is due while its transaction is open must not leave before that has ended.
    return parted.ok ? resend({ ...rooms, pokeOutbox: () => undefined }, saleId, null) : parted;
  });
  rooms.pokeOutbox();
  return sent.ok ? done(sent.value) : sent;
}
