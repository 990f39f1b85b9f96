/** The requests of the tills of a crash run and their acknowledgements. In the end they are compared with the ledger. */

/** `acknowledged` means that a 2xx was read; `asked` means sent at least once, without an answer so far. */
export type Wish = 'no' | 'asked' | 'acknowledged' | 'refused';

export interface SaleHistory {
  /** The till's own id, which its bill carries as `head.number`. */
  readonly reference: string;
  /** The app's id of the sale, known after the first answer that contained it. */
  id: string | null;
  /** Every receipt id that an answer showed for this sale, with whether its QR counts as replaced. */
  readonly billIds: Set<string>;
  qrReplaced: boolean;
  opened: Wish;
  bill: Wish;
  printed: Wish;
  cancel: Wish;
  /** The till looks up every loyalty customer once. */
  loyalty: { readonly externalUserId: string; wish: Wish } | null;
}

export const newHistory = (reference: string): SaleHistory => ({
  reference,
  id: null,
  billIds: new Set(),
  qrReplaced: false,
  opened: 'no',
  bill: 'no',
  printed: 'no',
  cancel: 'no',
  loyalty: null,
});

/** Records the content of an answer about the sale. */
export function noteSale(history: SaleHistory, sale: Readonly<Record<string, unknown>>): void {
  if (typeof sale.id === 'string') history.id = sale.id;
  if (typeof sale.billId === 'string') history.billIds.add(sale.billId);
  if (sale.qrReplaced === true) history.qrReplaced = true;
}
