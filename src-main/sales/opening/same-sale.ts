import { businessDay } from '../../shared/local-time.ts';
import type { Sale } from '../sale/sale.ts';
import type { SessionContext } from '../session-context.ts';

/** A till's request for a reference, as far as it decides which sale is meant. */
export interface AskedSale extends Pick<Sale, 'reference' | 'till' | 'origin'> {
  readonly fits: (sale: Sale) => boolean;
  /** If the bill comes in the same call: whether a sale has this bill, and the till's own receipt id in it. */
  readonly bill?: { readonly isBillOf: (sale: Sale) => boolean; readonly ownId: string | undefined } | undefined;
}

export type ResolvedReference =
  /** `frees`: the cancelled sale that has used the reference until now. */
  | { readonly kind: 'new'; readonly businessDay: string; readonly frees: Sale | null }
  | { readonly kind: 'same'; readonly sale: Sale }
  | { readonly kind: 'conflict'; readonly sale: Sale };

/** A till without an answer asks again within this time, even after the day has changed. */
const askAgainMs = 5 * 60_000;

/** A reference belongs to the till and its business day. After a cancel it opens a new sale. */
export function resolveReference(
  { saleRepository, clock, settings }: Pick<SessionContext, 'saleRepository' | 'clock' | 'settings'>,
  asked: AskedSale,
): ResolvedReference {
  const now = clock.now();
  const { dayStartsAtHour } = settings().delivery;
  const today = businessDay(now, dayStartsAtHour);

  const newest = saleRepository.findByReference(asked.till, asked.reference);
  if (newest !== null && isAskedAgain(newest, asked, now)) return { kind: 'same', sale: newest };
  const ofToday =
    newest === null || newest.businessDay === today
      ? newest
      : saleRepository.findByReference(asked.till, asked.reference, today);
  if (ofToday !== null && !isOver(ofToday, asked)) {
    const isPaid = ofToday.billHash !== null && asked.bill === undefined;
    return !isPaid && asked.fits(ofToday) ? { kind: 'same', sale: ofToday } : { kind: 'conflict', sale: ofToday };
  }

  return { kind: 'new', businessDay: today, frees: ofToday };
}

/** A sale that no person cancelled still accepts the receipt for which it was opened. */
const isOver = (sale: Sale, { bill, fits }: AskedSale): boolean =>
  sale.state === 'cancelled' && !((sale.abandoned || sale.acceptedAs !== null) && bill !== undefined && fits(sale));

function isAskedAgain(sale: Sale, asked: AskedSale, now: number): boolean {
  const { fits, bill } = asked;
  if (!fits(sale) || isOver(sale, asked)) return false;
  // The app ended between the sale and its bill: the till's own id shows that it is this receipt.
  const id = bill?.ownId?.toLowerCase();
  if (sale.state === 'open' && id !== undefined && sale.billId?.toLowerCase() === id) return true;
  return (sale.state === 'open' || bill?.isBillOf(sale) === true) && isRecent(sale, now);
}

/** The clock may have been turned back since: the distance counts, not the direction. */
const isRecent = ({ createdAt }: Sale, now: number): boolean => Math.abs(now - createdAt) < askAgainMs;

/** Whether the sale belongs to the business day, or to the previous day and is requested just after the change. */
export const isOfSameDay = (sale: Sale, now: number, dayStartsAtHour: number): boolean =>
  sale.businessDay === businessDay(now, dayStartsAtHour) || isRecent(sale, now);
