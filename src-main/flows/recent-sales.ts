import type { SaleRowView } from '../contract/views.ts';
import { saleRow } from '../sale/cashier-view.ts';
import type { SaleBook } from './sale-book.ts';

/** Today's newest sales, at hand: read once, then kept up by the changes. */
export interface RecentSales {
  rows(now: number): readonly SaleRowView[];
  stop(): void;
}

const most = 20;

export function createRecentSales(book: SaleBook): RecentSales {
  let rows: readonly SaleRowView[] | null = null;
  const stop = book.onChange((sale) => {
    if (rows === null) return;
    const row = saleRow(sale);
    const isKnown = rows.some(({ id }) => id === sale.id);
    const isNewer = sale.createdAt >= (rows[0]?.createdAt ?? 0);
    if (isKnown) rows = rows.map((before) => (before.id === sale.id ? row : before));
    else if (isNewer) rows = [row, ...rows].slice(0, most);
  });
  return {
    rows(now) {
      rows ??= book.list({ limit: most, from: startOfDay(now) }).items.map(saleRow);
      const today = startOfDay(now);
      return rows.filter(({ createdAt }) => createdAt >= today);
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
