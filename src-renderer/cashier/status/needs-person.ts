import type { CashierView } from '../../../src-main/shared/views.ts';

/** The number of entries on the page Attention: the refused receipts and the other problems. */
export const toLookAfter = ({ status, keychain, setupRequired }: CashierView): number =>
  status.attention +
  // Including receipts of another account. A pending choice is above every page.
  status.notices.filter((notice) => notice !== 'setupRequired').length +
  status.storesUnknown.length +
  status.refusals.filter(({ what }) => what === 'receipts').length +
  (keychain === 'missing' && setupRequired === null ? 1 : 0);

/** Counts also the pending choice and a customer who asks for paper. */
export const needsPerson = (view: CashierView): number =>
  toLookAfter(view) + (view.setupRequired === null ? 0 : 1) + (view.paperAsk === null ? 0 : 1);
