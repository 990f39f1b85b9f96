import pages from './code-pages.json' with { type: 'json' };
import type { Money } from './money.ts';
import type { PrintReason } from './print-reasons.ts';

/** The names of all code pages, which the numbers of the printers' commands choose. */
export const codePages = [...new Set([...Object.values(pages.byNumber), ...pages.multiByte])].toSorted();

/** `noPrinter`: without the printer's address no port opens. `printerAway`: the last job did not reach the printer. */
export const printerStates = ['off', 'noPrinter', 'opening', 'portTaken', 'ready', 'printerAway'] as const;
export type PrinterState = (typeof printerStates)[number];

/** What ended the wait of a deferred print. `late`: it waited when the app ended, and the next start printed it. */
export type PaperOutcome =
  | 'customer-paper'
  | 'cashier-paper'
  | 'customer-digital'
  | 'cashier-digital'
  | 'time-over'
  | 'next-job'
  | 'offline'
  | 'doubt'
  | 'print-everything'
  | 'app-stop'
  | 'late';

/**
 * `judging`: the app has not decided about the print yet. `asking`: a person decides. `unsure`: it may have come out or
 * not. `lost`: its file cannot be read. `digital`: it was declined. `gone`: it was printed.
 */
export type PaperPhase = 'judging' | 'asking' | 'printing' | 'unsure' | 'lost' | 'digital' | 'gone';

/** What is known about a deferred paper. Null members: the app ended before it knew the sale. */
export interface PaperDetails {
  readonly saleId: string | null;
  readonly total: Money | null;
  /** When the print began. */
  readonly at: number;
}

/**
 * A paper that the cashier window shows. `asking`: a person can decide until `until`. `unsure`: it may have come out or
 * not. `late`: it was printed after a restart. `lost`: it cannot be printed.
 */
export interface PaperView extends PaperDetails {
  readonly id: string;
  readonly state: 'asking' | 'unsure' | 'late' | 'lost';
  readonly until: number;
}

export interface PrinterView {
  readonly state: PrinterState;
  /** The address to which tills print; null while no port is open. */
  readonly address: string | null;
  /** Prints of this business day, and how many became receipts. */
  readonly today: { readonly prints: number; readonly receipts: number };
  readonly lastReason: PrintReason | null;
  /** Prints without a fiscal code are refused, because three prints had one. */
  readonly codeOnly: boolean;
  /** Until this time, the next printed receipt gets the code of this sale. */
  readonly nextPrint: { readonly saleId: string; readonly until: number } | null;
  /** A number that changes with the list of prints. */
  readonly prints: number;
  /** The papers that need the cashier, oldest first. */
  readonly papers: readonly PaperView[];
  /** The sales whose paper was declined and can still be printed. */
  readonly declined: readonly string[];
}

/** One of the last 20 prints, which are only in memory. */
export interface PrintRow {
  readonly id: number;
  readonly at: number;
  readonly text: string;
  /** The print is a picture, which `printer.picture` returns. */
  readonly hasPicture: boolean;
  readonly reason: PrintReason;
  /** The result with the present settings if it differs. It has no effect on the print. */
  readonly changedTo: PrintReason | null;
  readonly saleId: string | null;
}

export const printerOff: PrinterView = {
  state: 'off',
  address: null,
  today: { prints: 0, receipts: 0 },
  lastReason: null,
  codeOnly: false,
  nextPrint: null,
  prints: 0,
  papers: [],
  declined: [],
};
