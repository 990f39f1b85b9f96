import type { Log, Metrics, SystemPorts } from '../ports.ts';
import type { PrintReason } from '../shared/print-reasons.ts';
import type { Settings } from '../shared/settings.ts';

/** What the parts on the main thread share. */
export interface PrinterPorts extends Pick<SystemPorts, 'clock' | 'random'> {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly settings: { current(): Settings };
  readonly mode: () => 'training' | 'live';
  readonly changed: () => void;
}

/** A finished print of a job, as the splitter returns it. The arrays are copies and may be transferred to a thread. */
export interface PrintBytes {
  readonly bytes: Uint8Array;
  /** Commands of earlier prints of the job that still apply, such as the selected code page. They print nothing. */
  readonly prelude: Uint8Array;
  /** The job exceeded a limit: `bytes` is incomplete and no further print of the job follows. */
  readonly isTooLong: boolean;
}

/** The printed content without the printer's commands. It is plain data, so that threads can exchange it. */
export interface ReadPrint {
  /** Lines end with `\n` and contain no control characters. */
  readonly text: string;
  /** All dots of a print that consists mainly of dots. It is sent instead of the text. Null if it exceeds its limit. */
  readonly png: Uint8Array | null;
  /** The fiscal codes of the print, each once. They were printed by a command or are inside a picture. */
  readonly codes: readonly string[];
  /** A limit of the job, the text or the picture was exceeded. All bytes reach the printer, but not all were read. */
  readonly isTooLong: boolean;
  readonly unknownCommands: number;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly hash: string;
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

/** The facts of a receipt that are known for certain. The bill leaves out everything else. */
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
  readonly security: Readonly<Record<string, unknown>>;
}

export interface Verdict {
  readonly reason: PrintReason;
  /**
   * `print-` and 16 hexadecimal digits, or null if nothing identifies the print. A refused print has a reference, too,
   * if its code was readable: the list then links an `old` print to its sale.
   */
  readonly reference: string | null;
  /**
   * Null unless the print is accepted. With a receipt number, a known reference is a `reprint`. Without one, the caller
   * compares `hash` with earlier prints: within 20 s the same hash is a `second-copy`, later it is accepted as `again`.
   */
  readonly facts: Facts | null;
}
