import { checkBill } from '../../src-main/receipt/check-bill.ts';
import { toWireBill } from '../../src-main/receipt/to-wire.ts';
import { longBill } from '../fixtures/receipts/good.ts';
import { type Row, timed, timeRow } from './figures.ts';

interface Benchmark {
  readonly name: string;
  readonly run: () => void;
  /** The figure to beat, in words. */
  readonly target?: string;
}

/** What judging and preparing a bill costs. */
export async function receiptRows(samples: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { name, run, target = '' } of receiptBenchmarks()) {
    const limit = /median < ([\d.]+) ms/.exec(target)?.[1];
    const met = limit === undefined ? undefined : ({ p50 }: { p50: number }) => p50 < Number(limit);
    rows.push(timeRow(name, await timed(samples, run, 4_000), target, met));
  }
  return rows;
}

/** The bills are made before the clock runs. */
function receiptBenchmarks(): Benchmark[] {
  const check = (lineCount: number, target: string): Benchmark => {
    const bill = longBill(lineCount);
    return { name: `check a ${lineCount}-line bill`, run: () => void checkBill(bill), target };
  };
  const wrong = longBill(1_000);
  const sent = checkBill(longBill(1_000)).bill;
  const hostile = { data: { lines: Array.from({ length: 100_000 }, () => 0) } };
  return [
    check(20, 'median < 0.3 ms'),
    check(1_000, 'median < 10 ms'),
    check(5_000, 'five times 1,000 lines'),
    check(10_000, 'ten times 1,000 lines'),
    { name: 'check a 1,000-line bill without a head', run: () => void checkBill({ ...wrong, head: null }) },
    { name: 'refuse 100,000 wrong lines', run: () => void checkBill(hostile), target: 'median < 100 ms' },
    {
      name: 'make the wire form of a 1,000-line bill',
      run: () => {
        if (sent !== null) toWireBill(sent, { billId: 'bench', extensionKey: 'extension:bench', training: true });
      },
    },
  ];
}
