import type { PrintReason } from './print-reasons.ts';

/** The values of `printer.codePage`. */
export const codePages = [
  ...['big5', 'cp1125', 'cp437', 'cp720', 'cp737', 'cp775', 'cp850', 'cp852', 'cp855'],
  ...['cp857', 'cp858', 'cp860', 'cp861', 'cp862', 'cp863', 'cp864', 'cp865', 'cp866'],
  ...['cp869', 'euc-kr', 'gbk', 'iso-8859-15', 'iso-8859-2', 'iso-8859-7', 'rk1048', 'shiftjis', 'tcvn'],
  ...[
    'tis620',
    'utf8',
    'windows-1250',
    'windows-1251',
    'windows-1252',
    'windows-1253',
    'windows-1254',
    'windows-1255',
    'windows-1256',
  ],
  ...['windows-1257', 'windows-1258'],
] as const;

/** `noPrinter`: an address without a printer opens no port. `printerAway`: the last job did not reach the printer. */
export const printerStates = ['off', 'noPrinter', 'opening', 'portTaken', 'ready', 'printerAway'] as const;
export type PrinterState = (typeof printerStates)[number];

export interface PrinterView {
  readonly state: PrinterState;
  /** The address for prints of tills; null while no port is open. */
  readonly address: string | null;
  /** The number of prints on this business day, and of those that became receipts. */
  readonly today: { readonly prints: number; readonly receipts: number };
  readonly lastReason: PrintReason | null;
  /** Three fiscal codes were seen: prints without one are not taken. */
  readonly codeOnly: boolean;
  /** The next receipt from the printer gets the code of this sale, until this time. */
  readonly nextPrint: { readonly saleId: string; readonly until: number } | null;
  /** Another number if the list of prints has changed. */
  readonly prints: number;
}

/** One of the last 20 prints, which are in memory only. */
export interface PrintRow {
  readonly id: number;
  readonly at: number;
  /** Empty for a picture: `printer.picture` has it. */
  readonly text: string;
  readonly hasPicture: boolean;
  readonly reason: PrintReason;
  /** The result with the present settings, if it differs. It sends and withdraws nothing. */
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
};
