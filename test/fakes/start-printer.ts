import { expect, onTestFinished } from 'vitest';
import { addressOf } from '../../src-main/printer/target.ts';
import { createVirtualPrinter } from '../../src-main/simulator/virtual-printer.ts';
import { systemClock } from '../../src-main/system-ports.ts';

/** A virtual printer and its address, as text and in parts. It stops at the end of the test. */
export async function startPrinter() {
  const printer = createVirtualPrinter(systemClock);
  onTestFinished(printer.stop);
  const target = await printer.start();
  return { printer, target, address: addressOf(target) ?? expect.fail(target) };
}
