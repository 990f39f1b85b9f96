import type { CashierView } from '../../../src-main/lib/views.ts';

/** How many things are to be looked after, on the page for that: the refused receipts, and what stands beside them. */
export const toLookAfter = ({ status, keychain, unsettled }: CashierView): number =>
  status.attention +
  // Among them what waits for another account; what is unsettled stands above every page.
  status.notices.filter((notice) => notice !== 'connectionUnsettled').length +
  status.storesUnknown.length +
  status.refusals.filter(({ what }) => what === 'receipts').length +
  (keychain === 'missing' && unsettled === null ? 1 : 0);

/** The same, what is unsettled, and a customer who asks for paper. */
export const needsPerson = (view: CashierView): number =>
  toLookAfter(view) + (view.unsettled === null ? 0 : 1) + (view.paperAsk === null ? 0 : 1);
