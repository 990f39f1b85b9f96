/** The requests and acknowledgements of the tills, which are compared with the ledger in the end. */

/** `acknowledged`: a 2xx was read. `sent`: not answered yet. */
type RequestState = 'no' | 'sent' | 'acknowledged' | 'refused';

export interface SaleHistory {
  /** The till's own id, which is also `head.number` of its bill. */
  readonly reference: string;
  /** The app's id of the sale, known after the first answer. */
  id: string | null;
  /** Every receipt id in an answer about this sale. */
  readonly billIds: Set<string>;
  qrReplaced: boolean;
  open: RequestState;
  bill: RequestState;
  printed: RequestState;
  cancel: RequestState;
  loyalty: { readonly externalUserId: string; wish: RequestState } | null;
}

export const newHistory = (reference: string): SaleHistory => ({
  reference,
  id: null,
  billIds: new Set(),
  qrReplaced: false,
  open: 'no',
  bill: 'no',
  printed: 'no',
  cancel: 'no',
  loyalty: null,
});

export function noteSale(history: SaleHistory, sale: Readonly<Record<string, unknown>>): void {
  if (typeof sale.id === 'string') history.id = sale.id;
  if (typeof sale.billId === 'string') history.billIds.add(sale.billId);
  if (sale.qrReplaced === true) history.qrReplaced = true;
}
