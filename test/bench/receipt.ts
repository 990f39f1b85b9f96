import { checkBill } from '../../src-main/receipt/check-bill.ts';
import { toWireBill } from '../../src-main/receipt/to-wire.ts';
import { longBill } from '../fixtures/receipts/good.ts';

export interface Benchmark {
  readonly name: string;
  readonly run: () => void;
  /** The figure to beat, in words. */
  readonly target?: string;
}

/** What judging and preparing a bill costs. The bills are made before the clock runs. */
export function receiptBenchmarks(): Benchmark[] {
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
