import { businessDay } from '../lib/local-time.ts';
import { tillNames } from '../lib/till-names.ts';
import type { Sale } from './sale.ts';
import type { SessionContext } from './session-context.ts';

/** What a till asks for under a reference, as far as it decides which sale is meant. */
export interface AskedSale extends Pick<Sale, 'reference' | 'till' | 'origin'> {
  /** What the sale is opened with (`contentOf`). */
  readonly content: string;
  /** Where the bill comes in the same call: its hash, and the till's own receipt id in it. */
  readonly bill?: { readonly hash: string; readonly ownId: string | undefined } | undefined;
}

export type Meant =
  /** `frees`: the cancelled sale that the reference was of until now. */
  | { readonly kind: 'new'; readonly businessDay: string; readonly frees: Sale | null }
  /** `recognised`: kept by a version that did not know its till; it is this till's from now on. */
  | { readonly kind: 'same'; readonly sale: Sale; readonly recognised: { readonly businessDay: string } | null }
  | { readonly kind: 'conflict'; readonly sale: Sale };

/** A till that got no answer asks again within this, also when the day has changed meanwhile. */
const askAgainMs = 5 * 60_000;

/**
 * Which sale a reference means. It belongs to the till and to its day of business: the same content on the same day is
 * the same sale, other content a conflict; on another day, for another till, or after a cancel it is a new sale. One exception: what was
 * asked just before the day changed and is asked again is the same sale (docs/decisions.md).
 */
export function whichSale(
  { book, clock, settings }: Pick<SessionContext, 'book' | 'clock' | 'settings'>,
  asked: AskedSale,
): Meant {
  const now = clock.now();
  const { dayStartsAtHour } = settings().delivery;
  const today = businessDay(now, dayStartsAtHour);

  const newest = book.findByReference(asked.till, asked.reference);
  if (newest !== null && isAskedAgain(newest, asked, now)) return { kind: 'same', sale: newest, recognised: null };
  const ofToday =
    newest === null || newest.businessDay === today ? newest : book.findByReference(asked.till, asked.reference, today);
  if (ofToday !== null && !isOver(ofToday, asked)) {
    return ofToday.openedWith === asked.content
      ? { kind: 'same', sale: ofToday, recognised: null }
      : { kind: 'conflict', sale: ofToday };
  }

  const before = book.findByReference(tillNames.unknown, asked.reference);
  const isMine =
    before !== null &&
    before.origin === asked.origin &&
    before.openedWith === asked.content &&
    !isOver(before, asked) &&
    (businessDay(before.createdAt, dayStartsAtHour) === today || isAskedAgain(before, asked, now));
  return isMine
    ? { kind: 'same', sale: before, recognised: { businessDay: today } }
    : { kind: 'new', businessDay: today, frees: ofToday };
}

/** Cancelled: nothing can be added to it. What no person cancelled still takes the very receipt that it was opened for. */
const isOver = ({ state, abandoned, acceptedAs, openedWith }: Sale, { bill, content }: AskedSale): boolean =>
  state === 'cancelled' && !((abandoned || acceptedAs !== null) && bill !== undefined && openedWith === content);

/** The clock may have been turned back since: the distance counts, not the direction. */
function isAskedAgain(sale: Sale, asked: AskedSale, now: number): boolean {
  const { content, bill } = asked;
  if (sale.openedWith !== content || isOver(sale, asked)) return false;
  // Without its bill yet: the program ended between the sale and the bill. Its own id says that it is this receipt.
  const id = bill?.ownId?.toLowerCase();
  if (sale.state === 'open' && id !== undefined && sale.billId?.toLowerCase() === id) return true;
  return (sale.state === 'open' || sale.billHash === bill?.hash) && Math.abs(now - sale.createdAt) < askAgainMs;
}
