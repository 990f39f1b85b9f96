import type { ConsentEntry, HandoverEntry } from '../lib/handover.ts';
import type { Language } from '../lib/languages.ts';
import { businessDay, dayBounds } from '../lib/local-time.ts';
import type { DayBarView, DaysView } from '../lib/record-views.ts';
import type { ReconciliationStatus } from '../lib/sale-states.ts';
import { type NamesOfTills, tillInFile, tillInList } from '../lib/till-names.ts';
import type { DayView } from '../lib/views.ts';
import type { Clock } from '../ports.ts';
import { money } from '../sales/customer-view.ts';
import { consentHow, handoverOf } from '../sales/handover.ts';
import type { SaleRepository } from '../sales/repository.ts';
import { reconciliationStatusOf, type Sale } from '../sales/sale.ts';
import { saleResource } from '../sales/sale-resource.ts';
import { mainWords } from '../words.ts';
import { dayTable } from './day-table.ts';

/** The reconciliation of a day, and its export. */

type Count = ReconciliationStatus;

/** A day of business: the date on which it starts, `YYYY-MM-DD` by the clock of this computer, and its first hour. */
export interface BusinessDay {
  readonly day: string;
  readonly startsAtHour: number;
}

/** `withIssues`: the law of the shop's country wants to see when each receipt was handed over. */
export function dayView(book: SaleRepository, of: BusinessDay, names: NamesOfTills, withIssues: boolean): DayView {
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
  let agreed = 0;
  for (const sale of salesOf(book, of)) {
    const place = reconciliationStatusOf(sale);
    counts[place] += 1;
    if (sale.consentAt !== null && place === 'delivered') agreed += 1;
    countTotal(totals, sale);
    const whose = { reference: sale.reference, till: tillInList(sale.till, names) };
    for (const entry of handoverOf(sale)) {
      if (isConsent(entry)) consents.push({ ...whose, ...entry });
      else if (withIssues) issues.push({ ...whose, ...entry });
    }
  }
  return {
    day: of.day,
    counts,
    agreed,
    totals: [...totals].map(([currency, cents]) => money(cents, currency)),
    consents: consents.sort(newestFirst),
    issues: issues.sort(newestFirst),
  };
}

function countTotal(totals: Map<string, number>, { billHash, state, currency, amountCents }: Sale): void {
  if (billHash === null || state === 'cancelled' || currency === null) return;
  totals.set(currency, (totals.get(currency) ?? 0) + (amountCents ?? 0));
}

const isConsent = (entry: HandoverEntry): entry is ConsentEntry =>
  entry.what === 'agreed' || entry.what === 'agreementTakenBack';

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
export function dayExport(
  book: SaleRepository,
  of: BusinessDay,
  format: 'csv' | 'json',
  names: NamesOfTills,
  { language, locale }: { readonly language: Language; readonly locale: string },
): string {
  const rows = [...salesOf(book, of)].map((sale) => {
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
      reconciliation: reconciliationStatusOf(sale),
      till: tillInFile(sale.till, names),
      ...handoverColumns(sale),
      handover: handoverOf(sale).map((entry) => ({ ...entry, at: isoOf(entry.at) })),
    };
  });
  if (format === 'json') return `${JSON.stringify({ day: of.day, sales: rows }, null, 2)}\n`;
  return dayTable(rows, { locale, words: mainWords[language].dayTable });
}

const salesOf = (book: SaleRepository, { day, startsAtHour }: BusinessDay): Generator<Sale> =>
  book.all(dayBounds(day, startsAtHour));

/** Days beside each other: counted by the database, without opening a sale. */

const shownDays = 14;

/** The days of business up to and with `until` (`YYYY-MM-DD` by the clock of this computer), oldest first. */
export async function daysView(
  { book, clock }: { readonly book: Pick<SaleRepository, 'countDay'>; readonly clock: Pick<Clock, 'nextTurn'> },
  until: string,
  startsAtHour: number,
): Promise<DaysView> {
  const days: DayBarView[] = [];
  for (let back = shownDays - 1; back >= 0; back -= 1) {
    days.push(barOf(book, daysBefore(until, back), startsAtHour));
    // Sales of an earlier version are opened once to be counted: tills and windows get their turn in between.
    await clock.nextTurn();
  }
  return { days };
}

function barOf(book: Pick<SaleRepository, 'countDay'>, day: string, startsAtHour: number): DayBarView {
  const { from, to } = dayBounds(day, startsAtHour);
  const counts = book.countDay(from, to);
  const of = (...places: readonly ReconciliationStatus[]): number =>
    places.reduce((sum, place) => sum + (counts[place] ?? 0), 0);
  return {
    day,
    digital: of('delivered', 'both'),
    paper: of('both', 'printed'),
    attention: of('attention'),
    sales: of('delivered', 'both', 'printed', 'neither', 'attention'),
  };
}

/** Noon is there on every day; midnight is not. */
function daysBefore(day: string, count: number): string {
  const noon = new Date(`${day}T12:00:00`);
  noon.setDate(noon.getDate() - count);
  return businessDay(noon.getTime(), 0);
}
