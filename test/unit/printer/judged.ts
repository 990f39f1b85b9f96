import { judge } from '../../../src-main/printer/judge.ts';
import type { PrintBytes, ReadPrint, Verdict } from '../../../src-main/printer/print.ts';
import { printBill } from '../../../src-main/printer/print-bill.ts';
import { createPrintSplitter } from '../../../src-main/printer/prints.ts';
import { readPrint } from '../../../src-main/printer/read.ts';
import type { Bill } from '../../../src-main/receipts/bill.ts';
import { judgeBill } from '../../../src-main/sales/bill/accept-bill.ts';
import { type Settings, settingsSchema } from '../../../src-main/shared/settings.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

/** Reads and judges a job as the threads do. */

export const now = Date.parse('2026-11-26T14:05:02Z');

type Given = Partial<Settings['printer']> & { readonly currency?: string };
const settingsOf = ({ currency = 'EUR', ...printer }: Given): Settings =>
  settingsSchema.parse({ cashier: { currency }, printer });
export const settings = settingsOf({});

export function splitJob(job: Uint8Array, chunk = job.length): readonly PrintBytes[] {
  const prints: PrintBytes[] = [];
  const splitter = createPrintSplitter({
    clock: createManualClock(),
    codesShown: () => 0,
    onPrint: (print) => prints.push(print),
  });
  for (let at = 0; at < job.length; at += chunk) splitter.push(job.subarray(at, at + chunk));
  splitter.end();
  return prints;
}

export const readJob = (job: Uint8Array, codePage = 'cp858'): Promise<readonly ReadPrint[]> =>
  Promise.all(splitJob(job).map((print) => readPrint(print, codePage)));

interface Judged {
  readonly print: ReadPrint;
  readonly verdict: Verdict;
  readonly bill: Bill | null;
  /** The issues of `POST /v1/receipts/check` in live mode. */
  readonly issues: readonly unknown[];
}

const billContext = { mode: 'live' as const, clock: createManualClock(now), settings: () => settings };

export async function judged(job: Uint8Array, given: Given = {}): Promise<readonly Judged[]> {
  const prints = await readJob(job);
  return prints.map((print) => {
    const verdict = judge(print, settingsOf(given), now);
    const { reference, facts } = verdict;
    if (reference === null || facts === null) return { print, verdict, bill: null, issues: [] };
    const request = printBill(print, { reference, facts });
    const { errors, warnings } = judgeBill(billContext, request);
    return { print, verdict, bill: request.bill as Bill, issues: [...errors, ...warnings] };
  });
}
