import { done, failed, type Result } from '../kernel/result.ts';
import { foundThere } from '../outbox/policy.ts';
import type { Sale } from '../sale/sale.ts';
import { isInDoubt } from '../sale/state.ts';
import { resend } from './attention.ts';
import type { Rooms } from './rooms.ts';

/**
 * What a person found out about a receipt that may be at the service already: its id is in use there (409 on its first try),
 * or another copy of these files may have sent it under an id of its own. `there`: it is this receipt, sent by a copy;
 * nothing more is sent. `anew`: it is not there; it goes under a new id, and the code that was shown is dead. Only a person can know, so no door of a till leads here.
 */
export function decide(rooms: Rooms, saleId: string, as: 'there' | 'anew'): Result<Sale> {
  const sale = rooms.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  if (!isInDoubt(sale)) return failed('wrongState', `the sale is ${sale.state}: nobody doubts where its receipt is`);
  rooms.log.info('doubt-decided', { as });
  return as === 'there' ? settleAsThere(rooms, sale) : sendAnew(rooms, saleId);
}

/** Row and sale in one transaction, as a delivery is written. */
function settleAsThere(rooms: Rooms, sale: Sale): Result<Sale> {
  const settled = rooms.book.transaction(() => {
    const job = rooms.outbox.find(sale.id, 'bill');
    if (job !== null) rooms.outbox.save(foundThere(job));
    return rooms.book.change(
      sale.id,
      { type: 'forkSettled' },
      { type: 'billDelivered', assigned: sale.assigned, url: null },
    );
  });
  // Its marks have waited for it.
  rooms.pokeOutbox();
  return settled;
}

function sendAnew(rooms: Rooms, saleId: string): Result<Sale> {
  if (rooms.book.findBill(saleId) === null) return failed('notFound', 'the bill of this sale is not kept any more');
  const sent = rooms.book.transaction(() => {
    const parted = rooms.book.change(saleId, { type: 'idDied' }, { type: 'forkSettled' });
    // What is due while its transaction is open must not leave before that has ended.
    return parted.ok ? resend({ ...rooms, pokeOutbox: () => undefined }, saleId, null) : parted;
  });
  rooms.pokeOutbox();
  return sent.ok ? done(sent.value) : sent;
}
