import { businessDay, dayBounds } from '../lib/local-time.ts';
import type { NamesOfTills } from '../lib/till-names.ts';
import type { SaleRowView } from '../lib/views.ts';
import { saleRow } from '../sales/cashier-view.ts';
import type { SaleRepository } from '../sales/repository.ts';
import type { Sale } from '../sales/sale.ts';

const most = 20;

/** The newest sales of the day of business, at hand: read once, then kept up by the changes. */
export function createRecentSales(book: SaleRepository, startsAtHour: () => number) {
  let sales: readonly Sale[] | null = null;
  /** What was read began here: a day that starts earlier from now on is read anew. */
  let readFrom = 0;
  const stop = book.onChange((sale) => {
    if (sales === null) return;
    const isKnown = sales.some(({ id }) => id === sale.id);
    const isNewer = sale.createdAt >= (sales[0]?.createdAt ?? 0);
    if (isKnown) sales = sales.map((before) => (before.id === sale.id ? sale : before));
    else if (isNewer) sales = [sale, ...sales].slice(0, most);
  });
  return {
    rows(now: number, names: NamesOfTills): readonly SaleRowView[] {
      const hour = startsAtHour();
      const { from: today } = dayBounds(businessDay(now, hour), hour);
      if (sales === null || today < readFrom) {
        sales = book.list({ limit: most, from: today }).items;
        readFrom = today;
      }
      return sales.filter(({ createdAt }) => createdAt >= today).map((sale) => saleRow(sale, names));
    },
    stop,
  };
}
