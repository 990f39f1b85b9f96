import type { DayView } from '../contract/views.ts';
import type { HandoverEntry } from '../kernel/handover.ts';
import { money } from '../sale/customer-view.ts';
import { consentHow, handoverOf } from '../sale/handover.ts';
import type { Sale } from '../sale/sale.ts';
import { type NamesOfTills, tillInFile, tillInList } from '../sale/till.ts';
import { dayBounds } from './local-time.ts';
import type { SaleBook } from './sale-book.ts';
import { saleResource } from './sale-resource.ts';

/** The reconciliation of a day, and its export. */

type Count = keyof DayView['counts'];

/** Where a sale belongs in the day's reconciliation: exactly one place each. */
function countOf(sale: Sale): Count {
  switch (sale.state) {
    case 'open':
    case 'attention':
    case 'cancelled':
      return sale.state;
    case 'delivered':
      return sale.printed === null ? 'delivered' : 'both';
    case 'queued':
      return sale.printed === null ? 'neither' : 'printed';
  }
}

/**
 * `day`: `YYYY-MM-DD` by the clock of this computer. `withIssues`: the law of the shop's country wants to see when each
 * receipt was handed over.
 */
export function dayView(book: SaleBook, day: string, names: NamesOfTills, withIssues: boolean): DayView {
  const counts: Record<Count, number> = {
    delivered: 0,
    printed: 0,
    both: 0,
    neither: 0,
    open: 0,
    attention: 0,
    cancelled: 0,
  };
  const totals = new Map<string, number>();
  const consents: DayView['consents'][number][] = [];
  const issues: DayView['issues'][number][] = [];
  for (const sale of salesOf(book, day)) {
    counts[countOf(sale)] += 1;
    if (sale.billHash !== null && sale.state !== 'cancelled' && sale.currency !== null) {
      totals.set(sale.currency, (totals.get(sale.currency) ?? 0) + (sale.amountCents ?? 0));
    }
    const of = { reference: sale.reference, till: tillInList(sale.till, names) };
    for (const entry of handoverOf(sale)) {
      switch (entry.what) {
        case 'agreed':
        case 'agreementTakenBack':
          consents.push({ ...of, ...entry });
          break;
        case 'issued':
        case 'paperTakenBack':
          if (withIssues) issues.push({ ...of, ...entry });
      }
    }
  }
  return {
    day,
    counts,
    totals: [...totals].map(([currency, cents]) => money(cents, currency)),
    consents: consents.sort(newestFirst),
    issues: issues.sort(newestFirst),
  };
}

const newestFirst = (a: HandoverEntry, b: HandoverEntry): number => b.at - a.at;

/** What the file says of the handing over: the agreement of now, the last one that was taken back, and the first issue. */
function handoverColumns(sale: Sale) {
  const log = handoverOf(sale);
  const takenBack = log.findLast(({ what }) => what === 'agreementTakenBack');
  const issued = log.find(({ what }) => what === 'issued');
  return {
    consentHow: consentHow(sale),
    consentTakenBackAt: isoOf(takenBack?.at),
    issuedAt: isoOf(issued?.at),
    issuedHow: issued?.how ?? null,
  };
}

const isoOf = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/** The day's sales as a file's content. Nothing in it names a customer. */
export function dayExport(book: SaleBook, day: string, format: 'csv' | 'json', names: NamesOfTills): string {
  const rows = [...salesOf(book, day)].map((sale) => {
    const { id, reference, storeId, state, billId, url, amount, currency, printed, cancelled, createdAt, updatedAt } =
      saleResource(sale);
    const consentAt = sale.consentAt === null ? null : new Date(sale.consentAt).toISOString();
    return {
      createdAt,
      updatedAt,
      reference,
      number: sale.receiptNumber,
      amount,
      currency,
      state,
      printed,
      cancelled,
      consentAt,
      storeId,
      billId,
      url,
      id,
      reconciliation: countOf(sale),
      till: tillInFile(sale.till, names),
      ...handoverColumns(sale),
      handover: handoverOf(sale).map((entry) => ({ ...entry, at: isoOf(entry.at) })),
    };
  });
  if (format === 'json') return `${JSON.stringify({ day, sales: rows }, null, 2)}\n`;
  const columns = [
    ...(['createdAt', 'updatedAt', 'reference', 'number', 'amount', 'currency', 'state', 'reconciliation'] as const),
    ...(['printed', 'cancelled', 'consentAt', 'storeId', 'billId', 'url', 'id', 'till'] as const),
    ...(['consentHow', 'consentTakenBackAt', 'issuedAt', 'issuedHow'] as const),
  ];
  // A byte order mark and CRLF: what spreadsheets on a shop's computer open without asking.
  return `\uFEFF${[columns, ...rows.map((row) => columns.map((column) => row[column]))].map(csvLine).join('\r\n')}\r\n`;
}

const csvLine = (cells: readonly unknown[]): string => cells.map(csvCell).join(';');

function csvCell(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A text that a spreadsheet would run as a formula gets an apostrophe in front.
  const text = String(value).replace(/^[=+\-@\t\r]/, "'$&");
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function* salesOf(book: SaleBook, day: string): Generator<Sale> {
  let before: number | undefined;
  for (;;) {
    const page = book.list({ ...dayBounds(day), limit: 500, before });
    yield* page.items;
    if (page.next === null) return;
    before = page.next;
  }
}
