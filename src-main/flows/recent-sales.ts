import type { SaleRowView } from '../contract/views.ts';
import { saleRow } from '../sale/cashier-view.ts';
import type { Sale } from '../sale/sale.ts';
import type { NamesOfTills } from '../sale/till.ts';
import type { SaleBook } from './sale-book.ts';

/** Today's newest sales, at hand: read once, then kept up by the changes. */
export interface RecentSales {
  rows(now: number, names: NamesOfTills): readonly SaleRowView[];
  stop(): void;
}

const most = 20;

export function createRecentSales(book: SaleBook): RecentSales {
  let sales: readonly Sale[] | null = null;
  const stop = book.onChange((sale) => {
    if (sales === null) return;
    const isKnown = sales.some(({ id }) => id === sale.id);
    const isNewer = sale.createdAt >= (sales[0]?.createdAt ?? 0);
    if (isKnown) sales = sales.map((before) => (before.id === sale.id ? sale : before));
    else if (isNewer) sales = [sale, ...sales].slice(0, most);
  });
  return {
    rows(now, names) {
      sales ??= book.list({ limit: most, from: startOfDay(now) }).items;
      const today = startOfDay(now);
      return sales.filter(({ createdAt }) => createdAt >= today).map((sale) => saleRow(sale, names));
    },
    stop,
  };
}

/** Midnight of the till's own clock. */
function startOfDay(now: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}
