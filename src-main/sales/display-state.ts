import type { Language } from '../lib/languages.ts';
import type { BasketLine } from '../lib/views.ts';

/**
 * What the customer's screen is about at the moment: transient, one value, replaced as a whole. The next sale starts
 * from a fresh one, so that nothing of the customer before can be left on it.
 */
export interface DisplayState {
  readonly saleId: string | null;
  /** `quiet`: the sale is open and its QR is not to be shown (yet). `paper`: the receipt was printed, or is to be. */
  readonly moment: 'quiet' | 'qr' | 'paper' | 'welcome' | 'thanks' | 'cancelled';
  /** The basket of the till; its total is the sale's amount. */
  readonly lines: readonly BasketLine[];
  /** The customer's choice on the screen, or the till's; null for the shop's language. */
  readonly language: Language | null;
  /** No id could be had for the sale: the customer is told that the receipt follows. */
  readonly withoutId: boolean;
  /** A person asked for the code: it is shown whatever the shop's timing is. */
  readonly asked: boolean;
  /** The customer has scanned the code: after payment there is nothing more to ask. */
  readonly accepted: boolean;
  /** What an older receipt covers for a while: an open sale, which comes back. */
  readonly beneath: DisplayState | null;
}

export const emptyDisplay: DisplayState = {
  saleId: null,
  moment: 'quiet',
  lines: [],
  language: null,
  withoutId: false,
  asked: false,
  accepted: false,
  beneath: null,
};
