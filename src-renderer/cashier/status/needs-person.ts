import type { CashierView } from '../../../src-main/shared/views.ts';

/** How many things are to be looked after, on the page for that: the refused receipts, and what stands beside them. */
export const toLookAfter = ({ status, keychain, setupRequired }: CashierView): number =>
  status.attention +
  // Among them what waits for another account; what needs a choice stands above every page.
  status.notices.filter((notice) => notice !== 'setupRequired').length +
  status.storesUnknown.length +
  status.refusals.filter(({ what }) => what === 'receipts').length +
  (keychain === 'missing' && setupRequired === null ? 1 : 0);

/** The same, what needs a choice, and a customer who asks for paper. */
export const needsPerson = (view: CashierView): number =>
  toLookAfter(view) + (view.setupRequired === null ? 0 : 1) + (view.paperAsk === null ? 0 : 1);
