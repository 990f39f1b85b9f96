import { acceptBillRow, drainRow, openSaleRow, readyRow, sizeRows } from './app.ts';
import type { BenchSizes, Figure } from './figures.ts';
import { printerRows } from './printer.ts';
import { queueRows } from './queue.ts';
import { checkRows } from './receipt.ts';

export type BenchGroups = Readonly<Record<string, () => Promise<readonly Figure[]>>>;

export const designSizes: BenchSizes = {
  samples: 200,
  rates: { rounds: 3, requests: 1_000, drained: 400 },
  lines: [10, 100, 1_000, 10_000],
  queue: { marks: 25_000, stores: 1_500 },
  stored: [1_000, 1_000_000],
};

/** The rows without a window; `--only NAME` runs one. */
export const windowlessGroups = (sizes: BenchSizes) =>
  ({
    check: () => checkRows(sizes),
    'open-1': async () => [await openSaleRow(1, sizes.rates, 0.6)],
    'open-8': async () => [await openSaleRow(8, sizes.rates, 0.9)],
    'bill-1': async () => [await acceptBillRow(1, sizes.rates, 0.38)],
    'bill-8': async () => [await acceptBillRow(8, sizes.rates, 0.42)],
    drain: async () => [await drainRow(sizes.rates)],
    ready: async () => [await readyRow(sizes.rates)],
    printer: () => printerRows(sizes.samples),
    queue: () => queueRows(sizes.queue, sizes.samples),
    size: () => sizeRows(sizes.stored, sizes.samples),
  }) satisfies BenchGroups;
