import { field, listOf } from '../lib/json.ts';
import { toCents } from './amounts.ts';
import type { Bill } from './bill.ts';
import { lineKind } from './line.ts';

/** The few facts of a bill that lists and windows show; no customer data. */
export interface BillSummary {
  readonly totalCents: number;
  /** Three letters, as the till sent them. */
  readonly currency: string;
  /** Receipt number of the till (head.number, else head.id), or null. */
  readonly number: string | null;
  /** Date of invoice, ISO 8601 with offset. */
  readonly date: string;
  /** Whether money went back: a negative total, or nothing but returned lines. */
  readonly isReturn: boolean;
  /** Number of articles on the bill (default lines). */
  readonly lineCount: number;
}

/** Facts of a bill that has passed `checkBill`. */
export function billSummary(bill: Bill): BillSummary {
  const { head, data } = bill;
  const totalCents = toCents(data.fullAmountInclVat) ?? 0;
  const articles = listOf(data.lines).filter((line) => lineKind(line) === 'Default');
  const returned = articles.filter((line) => field(line, 'extension:service', 'isReturn') === true);
  return {
    totalCents,
    currency: data.currency,
    number: head.number || head.id || null,
    date: head.date,
    isReturn: totalCents < 0 || (articles.length > 0 && returned.length === articles.length),
    lineCount: articles.length,
  };
}
