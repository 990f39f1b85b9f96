import { businessDay } from '../shared/local-time.ts';
import { type PrintReason, printReasons } from '../shared/print-reasons.ts';
import type { PrinterPorts } from './print.ts';

/** With these reasons the print is known to be no new receipt, so it does not count as unrecognised. */
const explained: readonly PrintReason[] = ['excluded-word', 'not-a-receipt', 'no-code', 'reprint', 'second-copy'];
const mostUnexplained = 5;
const mostInVain = 20;
const hourMs = 3_600_000;

/** Counts the prints of the business day, and writes the counts into the log once an hour. */
export function createPrintCounts({ clock, log, metrics, settings, mode }: PrinterPorts) {
  let day = '';
  let today = { prints: 0, receipts: 0 };
  let unexplained = 0;
  let inVain = 0;
  const ofHour = new Map<PrintReason, number>();
  let cancelTimer: (() => void) | null = null;

  function writeHour(): void {
    cancelTimer = null;
    for (const [reason, count] of ofHour) log.info('prints-counted', { reason, count });
    ofHour.clear();
  }

  function startDay(): void {
    const now = businessDay(clock.now(), settings.current().delivery.dayStartsAtHour);
    if (now !== day) [day, today, inVain] = [now, { prints: 0, receipts: 0 }, 0];
  }

  return {
    /** Counts a print. Returns true if too many prints were not recognised. */
    add(reason: PrintReason): boolean {
      startDay();
      const isTaken = printReasons[reason];
      const isExplained = explained.includes(reason);
      today = { prints: today.prints + 1, receipts: today.receipts + (isTaken ? 1 : 0) };
      if (isTaken) unexplained = 0;
      else if (!isExplained) [unexplained, inVain] = [unexplained + 1, inVain + 1];
      // Only metrics of a session get its mode automatically, so the mode is added here.
      const attributes = { mode: mode(), reason };
      metrics.count('receipt_companion.printer.prints', attributes);
      ofHour.set(reason, (ofHour.get(reason) ?? 0) + 1);
      cancelTimer ??= clock.setTimer(hourMs, writeHour);
      return unexplained >= mostUnexplained || (inVain >= mostInVain && today.receipts === 0);
    },
    today() {
      startDay();
      return today;
    },
    stop(): void {
      cancelTimer?.();
      writeHour();
    },
  };
}
