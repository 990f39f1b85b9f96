import type { PrintReason } from '../shared/print-reasons.ts';
import type { Settings } from '../shared/settings.ts';

/** The event that ended a print: a cut, the end of the connection, or 1.5 s without a byte. */
export type PrintEnd = 'cut' | 'connection' | 'silence';

/** The limits of a job and of a print. Beyond each of them bytes are only relayed. */
export type PrintLimit = 'job' | 'prints' | 'picture' | 'text' | 'png';

/** A part of a job that ended, as the splitter hands it over. The arrays are copies and may be transferred. */
export interface PrintBytes {
  readonly bytes: Uint8Array;
  /** Commands of earlier prints of the job that still apply, such as the character page. They print nothing. */
  readonly prelude: Uint8Array;
  readonly end: PrintEnd;
  /** If the job exceeded a limit, `bytes` is incomplete. Nothing more of this job is handed over. */
  readonly exceeded: 'job' | 'prints' | null;
}

/** Settings of `printer.*` and of the shop that reading needs. */
export interface ReadSettings {
  /** `printer.codePage`: one of `codePageNames` in `characters.ts`. */
  readonly codePage: string;
}

/** The printed content without the printer's commands. It is plain data, so that threads can exchange it. */
export interface ReadPrint {
  /** Lines that end with `\n`, without control characters. */
  readonly text: string;
  /** Whether the print consists mainly of dots. Its PNG is sent instead of its text. */
  readonly isPicture: boolean;
  /** All dots of the print in one picture. Null without dots, or if a limit was exceeded. */
  readonly png: Uint8Array | null;
  /** The different fiscal codes, native or inside a picture, that are printed. */
  readonly codes: readonly string[];
  readonly end: PrintEnd;
  readonly exceeded: readonly PrintLimit[];
  /** Commands that the table does not have. */
  readonly unknownCommands: number;
  readonly byteCount: number;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly hash: string;
  /** The time when the last byte arrived, in milliseconds since the epoch. */
  readonly arrivedAt: number;
}

/** Settings that decide about a print: those of `printer.*`, `cashier.currency` and `delivery.dayStartsAtHour`. */
export interface JudgeSettings
  extends Pick<Settings['printer'], 'neverWords' | 'totalWords' | 'vatConfirmsTotal' | 'codesSeen'> {
  readonly currency: string;
  readonly dayStartsAtHour: number;
}

export interface PaymentFact {
  readonly name: string;
  readonly cents: number;
  readonly type: 'Cash' | 'CardPayment';
}

export interface VatFact {
  readonly percentage: number;
  readonly inclCents: number;
  readonly exclCents: number;
  readonly vatCents: number;
}

/** The certain facts about a receipt. Everything else is left out of its bill. */
export interface Facts {
  readonly countryCode: 'DE' | 'AT' | null;
  readonly registerSerial: string | null;
  readonly number: string | null;
  /** ISO 8601 with offset. */
  readonly date: string;
  readonly currency: string;
  readonly totalCents: number;
  readonly payments: readonly PaymentFact[] | null;
  readonly vatAmounts: readonly VatFact[] | null;
  /** `bill.security`. */
  readonly security: Readonly<Record<string, unknown>>;
}

/** The source of a print's reference. */
export type PrintIdentity = 'code' | 'number' | 'bytes';

export interface Verdict {
  readonly taken: boolean;
  readonly reason: PrintReason;
  /**
   * `print-` and 16 hexadecimal digits. Null if the print has no identity of a receipt. Prints that are not taken have
   * one as well if their code could be read, so that the list can link an `old` print to its sale.
   */
  readonly reference: string | null;
  /**
   * With `bytes`, the caller compares `hash` with the earlier prints: the same within 20 s is a `second-copy`, later it
   * is taken as `again`. With the other two, a known reference is a `reprint`.
   */
  readonly identity: PrintIdentity | null;
  /** Null unless the print is taken. */
  readonly facts: Facts | null;
}
