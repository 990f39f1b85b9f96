import type { SessionContext } from '../sales/session-context.ts';

/** Every bill that the service has not got, oldest first, for whoever delivers it another way. They still wait here. */
export function waitingExport({ book }: Pick<SessionContext, 'book'>): string {
  const entries = [...book.all({ state: 'queued' }), ...book.all({ state: 'attention' })]
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .map(({ id, reference, storeId, state, billId, attention }) => {
      const billText = book.findBill(id);
      const bill: unknown = billText === null ? null : JSON.parse(billText);
      return { reference, storeId, state, billId, attention, bill };
    });
  return `${JSON.stringify(entries, null, 2)}\n`;
}
