import { toCents } from './amounts.ts';
import type { Bill } from './bill.ts';

export type BillSummary = ReturnType<typeof billSummary>;

/** The few facts of a bill that has passed `checkBill` that lists and windows show; no customer data. */
export const billSummary = ({ head, data }: Bill) => ({
  totalCents: toCents(data.fullAmountInclVat) ?? 0,
  /** Three letters, as the till sent them. */
  currency: data.currency,
  /** Receipt number of the till (head.number, else head.id), or null. */
  number: head.number || head.id || null,
});
