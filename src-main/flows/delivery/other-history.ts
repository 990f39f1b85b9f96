import type { DeliveryOutcome, Job, Refusal } from '../../outbox/job.ts';
import { doubtful } from '../../outbox/policy.ts';
import type { Sale } from '../../sale/sale.ts';
import type { FlowContext } from '../flow-context.ts';
import { endsOf } from './outcome-event.ts';

export type OtherHistoryContext = Pick<
  FlowContext,
  'clock' | 'log' | 'book' | 'outbox' | 'pool' | 'refill' | 'copyFound'
>;

/**
 * These files are a copy, or an older state, of others (`storage/history.ts`): what follows from it.
 *
 * An id of the pool may have been shown to somebody since: none is used any more, and none is deleted at the service. A
 * sale that was there already has the same id in every copy, so its bill is sent under that id or not at all: the service
 * stores it once and answers 409 to the second one (interface document 4.2 rule 2). Without an id it may have been
 * delivered under one that these files do not know: a person has to look.
 */
export function partFromOtherHistory(context: OtherHistoryContext): void {
  const { book, pool, outbox, log } = context;
  book.transaction(() => {
    const givenUp = pool.giveUp();
    const counts = { open: 0, queued: 0, attention: 0, cancelled: 0, inDoubt: 0 };
    for (const state of ['open', 'queued', 'attention'] as const) {
      for (const { id } of allOf(context, { state })) {
        book.change(id, { type: 'historyForked' });
        counts[state] += 1;
        const job = outbox.find(id, 'bill');
        if (job?.state === 'due' && mustBeLookedAt(mustFind(context, id))) {
          park(context, job);
          counts.inDoubt += 1;
        }
      }
    }
    // Elsewhere the cancel may have been taken back, and the receipt delivered.
    for (const { id, undo } of allOf(context, { from: context.clock.now() - 24 * 3_600_000, state: 'cancelled' })) {
      const job = undo === null ? null : outbox.find(id, 'cancel');
      if (job?.state !== 'due') continue;
      park(context, job);
      counts.cancelled += 1;
    }
    log.warn('parted-from-other-history', { givenUp, ...counts });
  });
}

/**
 * Something is stored under an id that only this data could have given out, and it was not sent from here: a copy of this
 * data is at work that no start could notice, such as a whole computer turned back or cloned. An id that the till brought
 * itself says nothing, nor does a sale of which a copy is known.
 */
export function partWhenFoundOut(context: OtherHistoryContext, saleId: string): void {
  const sale = mustFind(context, saleId);
  if (sale.fork !== null || hasOwnId(context, sale)) return;
  context.copyFound();
  partFromOtherHistory(context);
  queueMicrotask(context.refill.poke);
}

function hasOwnId(context: OtherHistoryContext, sale: Sale): boolean {
  const bill: unknown = JSON.parse(context.book.findBill(sale.id) ?? 'null');
  return typeof bill === 'object' && bill !== null && 'id' in bill && (bill.id ?? null) !== null;
}

function park(context: OtherHistoryContext, job: Job): void {
  const attention = { ...inDoubt, errors: [] };
  context.outbox.save(doubtful(job));
  context.book.change(job.saleId, endsOf[job.kind].refused(attention));
}

/** What a person reads where no window translates it. */
const inDoubt: Refusal = {
  status: null,
  title: 'May already have been delivered',
  detail:
    'These files are a copy or a backup. The receipt may have been delivered by the original, or it may not have been sent at all. Look at the receipt service, or ask the customer, before you send it again.',
  errors: [],
  traceId: null,
  code: 'mayBeDelivered',
};

/** Whether nobody can tell if this sale's bill was delivered elsewhere under an id that is not known here. */
const mustBeLookedAt = ({ fork, billId }: Sale): boolean => fork !== null && fork.billId === null && billId === null;

/**
 * Before a bill is sent: a sale that parted with its id takes it back for the delivery, so that the service tells whether
 * it has the receipt; one that had none waits for a person. Null: it may be sent.
 */
export function readyAfterFork(context: OtherHistoryContext, sale: Sale): DeliveryOutcome | null {
  if (mustBeLookedAt(sale)) return { kind: 'refused', refusal: inDoubt };
  if (sale.billId === null && sale.fork?.billId != null) {
    context.book.change(sale.id, { type: 'idTaken', billId: sale.fork.billId, url: null });
  }
  return null;
}

/** The id died here and there: elsewhere the receipt may be under a new one by now. */
export const outcomeAfterFork = (outcome: DeliveryOutcome, sale: Sale | null): DeliveryOutcome =>
  outcome.kind === 'registrationExpired' && sale?.fork != null ? { kind: 'refused', refusal: inDoubt } : outcome;

function* allOf(
  context: OtherHistoryContext,
  filter: { readonly state: Sale['state']; readonly from?: number },
): Generator<Sale> {
  let before: number | undefined;
  for (;;) {
    const page = context.book.list({ ...filter, limit: 200, before });
    yield* page.items;
    if (page.next === null) return;
    before = page.next;
  }
}

function mustFind(context: OtherHistoryContext, saleId: string): Sale {
  const sale = context.book.find(saleId);
  if (sale === null) throw new Error(`there is no sale ${saleId}`);
  return sale;
}
