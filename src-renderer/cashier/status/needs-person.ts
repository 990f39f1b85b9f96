import type { CashierView } from '../../../src-main/lib/views.ts';

/** How many things wait for a person: the receipts of the attention page, the banners, and a customer who asks for paper. */
export const needsPerson = ({ status, keychain, unsettled, paperAsk }: CashierView): number =>
  status.attention +
  // Among them what is unsettled, and what waits for another account.
  status.notices.length +
  status.storesUnknown.length +
  (keychain === 'missing' && unsettled === null ? 1 : 0) +
  (paperAsk === null ? 0 : 1);
