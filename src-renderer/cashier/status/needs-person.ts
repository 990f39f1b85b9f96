import type { CashierView } from '../../../src-main/lib/views.ts';

/** How many things are to be looked after: the receipts of the attention page, and the banners. */
export const toLookAfter = ({ status, keychain, unsettled }: CashierView): number =>
  status.attention +
  // Among them what is unsettled, and what waits for another account.
  status.notices.length +
  status.storesUnknown.length +
  (keychain === 'missing' && unsettled === null ? 1 : 0);

/** The same, and a customer who asks for paper. */
export const needsPerson = (view: CashierView): number => toLookAfter(view) + (view.paperAsk === null ? 0 : 1);
