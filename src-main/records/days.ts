import { businessDay, dayBounds } from '../lib/local-time.ts';
import type { ReconciliationStatus } from '../lib/reconciliation-statuses.ts';
import type { DayBarView, DaysView } from '../lib/record-views.ts';
import type { Clock } from '../ports.ts';
import type { SaleRepository } from '../sales/repository.ts';

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
