import { onTestFinished } from 'vitest';
import { createVirtualPrinter } from '../../src-main/simulator/virtual-printer.ts';
import { systemClock } from '../../src-main/system-ports.ts';

/** A virtual printer and its address. It stops at the end of the test. */
export async function startPrinter() {
  const printer = createVirtualPrinter(systemClock);
  onTestFinished(printer.stop);
  return { printer, target: await printer.start() };
}
