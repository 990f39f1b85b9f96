import qrcode from 'qrcode';
import { acceptBillRows, drainRow, openSaleRows, startAndSizeRows } from './app.ts';
import { type BenchSizes, type Row, timed, timeRow } from './figures.ts';
import { queueRows } from './queue.ts';
import { receiptRows } from './receipt.ts';

export type BenchGroups = Readonly<Record<string, () => Promise<readonly Row[]>>>;

/** What the figures of the design are about. */
export const designSizes: BenchSizes = {
  samples: 200,
  qrCodes: 500,
  open: { rounds: 4, sales: 50 },
  bills: 3_000,
  drained: 1_000,
  queue: { marks: 25_000, stores: 1_500 },
  keptSales: 50_000,
};

/** The groups that need no window. */
export const windowlessGroups = (sizes: BenchSizes) =>
  ({
    receipt: () => receiptRows(sizes.samples),
    async qr() {
      const url = 'https://receipts.example.invalid/r/6f3e0c1a-5b1d-4c57-9a3e-0d4f8f1b2c3d';
      const samples = await timed(sizes.qrCodes, () => qrcode.create(url, { errorCorrectionLevel: 'M' }));
      return [timeRow('encode a QR code', samples, 'p99 < 2 ms', ({ p99 }) => p99 < 2)];
    },
    sales: () => openSaleRows(sizes.open),
    bills: () => acceptBillRows(sizes.bills),
    drain: async () => [await drainRow(sizes.drained)],
    queue: () => queueRows(sizes.queue, sizes.samples),
    size: () => startAndSizeRows(sizes.keptSales),
  }) satisfies BenchGroups;
