import type { Job } from '../outbox/job.ts';
import { dueAgain, withdrawn, withdrawnUntried } from '../outbox/policy.ts';
import type { Sale } from './sale.ts';
import type { SessionContext } from './session-context.ts';
import type { SaleEvent } from './state.ts';

type Context = Pick<SessionContext, 'clock' | 'outbox' | 'pool'>;

/**
 * The bill of a sale that was cancelled because nobody came back to it, or closed because it brought a receipt again, and not
 * by a person: its customer has paid, so it is taken. What has happened to the sale then, or null where it is no such sale.
 */
export function revival(context: Context, sale: Sale): SaleEvent | null {
  if (sale.state !== 'cancelled' || !(sale.abandoned || sale.acceptedAs !== null)) return null;
  return {
    type: 'abandonedRevived',
    // A cancel that never left has deleted nothing: the code that the customer was shown lives.
    deleted: hasLeft(context.outbox.find(sale.id, 'cancel')),
    loyaltyClosed: hasLeft(context.outbox.find(sale.id, 'loyaltyCancel')),
  };
}

const hasLeft = (job: Job | null): boolean => job !== null && (job.attempts > 0 || job.state === 'done');

/**
 * Takes the cancel back from the outbox, in the caller's transaction; the sale is told by `revival`. As if it had never been
 * tried: so what comes of a try under way counts for nothing (`deliver.ts`), and a person can cancel this sale again.
 */
export function withdrawCancel(context: Context, sale: Sale): void {
  const { outbox } = context;
  const cancel = outbox.find(sale.id, 'cancel');
  if (cancel !== null) outbox.save(withdrawnUntried(cancel));
  const loyalty = outbox.find(sale.id, 'loyaltyCancel');
  // One that has left goes on until the service has said what became of the transaction.
  if (loyalty !== null && !hasLeft(loyalty)) outbox.save(withdrawn(loyalty));
  const printed = outbox.find(sale.id, 'printed');
  if (sale.printed === 'queued' && printed !== null) outbox.save(dueAgain(printed, printed.dueAt));
  // The page of the code that was shown must not wait for ever, should the delete not have arrived.
  if (hasLeft(cancel) && cancel?.state !== 'done' && sale.url !== null && sale.billId !== null) {
    context.pool.abandon(sale.storeId, sale.billId, sale.id, context.clock.now());
  }
}
