import { parseRemembering } from '../lib/json-text.ts';
import { namedReceipt } from '../receipts/named-receipt.ts';
import type { UnknownSale } from '../storage/identities.ts';
import type { SessionContext } from './session-context.ts';

type Context = Pick<SessionContext, 'book' | 'identities'>;

/** Some milliseconds. */
const sliceSize = 20;

/** What tells the receipts of versions before from each other is noted beside the work of the day, the newest first. */
export async function noteIdentitiesOfBefore(
  context: Context & Pick<SessionContext, 'clock' | 'log'>,
  isOver: () => boolean,
): Promise<void> {
  let count = 0;
  for (let below = Number.MAX_SAFE_INTEGER; !isOver(); ) {
    const slice = context.identities.unknown({ below }, sliceSize);
    const last = slice.at(-1);
    if (last === undefined) break;
    noteIdentities(context, slice);
    count += slice.length;
    below = last.seq;
    await context.clock.nextTurn();
  }
  if (count > 0) context.log.info('identities-noted', { count });
}

/** The same for a few, at once: somebody brings what may be one of them. */
export function noteIdentities({ book, identities }: Context, sales: readonly UnknownSale[]): void {
  if (sales.length === 0) return;
  book.transaction(() => {
    for (const { id } of sales) identities.note(id, receiptIn(book.findBill(id, { quietly: true })));
  });
}

const receiptIn = (billText: string | null) => (billText === null ? null : namedReceipt(parseRemembering(billText)));
