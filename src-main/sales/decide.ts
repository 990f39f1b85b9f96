import { done, failed, type Result } from '../lib/result.ts';
import { foundThere } from '../outbox/policy.ts';
import { type AttentionContext, inSlices, resend } from './attention.ts';
import type { Sale } from './sale.ts';
import { isInDoubt } from './state.ts';

/**
 * What a person found out about a receipt that may be at the service already: its id is in use there (409 on its first try),
 * or another copy of these files may have sent it under an id of its own. `there`: it is this receipt, sent by a copy;
 * nothing more is sent. `anew`: it is not there; it goes under a new id, and the code that was shown is dead. Only a person can know, so no door of a till leads here.
 */
export function decide(context: AttentionContext, saleId: string, as: 'there' | 'anew'): Result<Sale> {
  const sale = context.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  if (!isInDoubt(sale)) return failed('wrongState', `the sale is ${sale.state}: nobody doubts where its receipt is`);
  context.log.info('doubt-decided', { as });
  return as === 'there' ? settleAsThere(context, sale) : sendAnew(context, saleId);
}

/** The same for all that are in doubt; gives how many. */
export const decideAll = (context: AttentionContext, as: 'there' | 'anew'): Promise<number> =>
  inSlices(context, (quiet, saleId) => {
    const sale = context.book.find(saleId);
    return sale !== null && isInDoubt(sale) && decide(quiet, saleId, as).ok;
  });

/** Row and sale in one transaction, as a delivery is written. */
function settleAsThere(context: AttentionContext, sale: Sale): Result<Sale> {
  const settled = context.book.transaction(() => {
    const job = context.outbox.find(sale.id, 'bill');
    if (job !== null) context.outbox.save(foundThere(job));
    return context.book.change(
      sale.id,
      { type: 'forkSettled' },
      { type: 'billDelivered', assigned: sale.assigned, url: null },
    );
  });
  // Its marks have waited for it.
  context.pokeOutbox();
  return settled;
}

function sendAnew(context: AttentionContext, saleId: string): Result<Sale> {
  if (context.book.findBill(saleId) === null) return failed('notFound', 'the bill of this sale is not kept any more');
  const sent = context.book.transaction(() => {
    const parted = context.book.change(saleId, { type: 'registrationExpired' }, { type: 'forkSettled' });
    // What is due while its transaction is open must not leave before that has ended.
    return parted.ok ? resend({ ...context, pokeOutbox: () => undefined }, saleId, null) : parted;
  });
  context.pokeOutbox();
  return sent.ok ? done(sent.value) : sent;
}
