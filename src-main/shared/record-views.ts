import type { IssuanceEntry } from './sale-states.ts';
import type { SaleRowView, SaleView } from './views.ts';

export type Scalar = string | number | boolean | null;

/** A numbered place in the bill, counted from 1. */
export interface BillPlaceView {
  readonly kind: 'line' | 'payment' | 'vat';
  readonly number: number;
}

export interface BillProblemView {
  /** The JSON pointer into the bill, by which `attention.repair` finds the place. */
  readonly path: string;
  readonly places: readonly BillPlaceView[];
  readonly field: string;
  readonly found: { readonly known: boolean; readonly value: Scalar };
  readonly expected: number | null;
  /** Whether a person can correct this single value. False for an object or a list, and for signed values. */
  readonly canChange: boolean;
  /** The till has signed the value, so only the till may correct it. */
  readonly isSigned: boolean;
  /** The message of the service; null if this program found the error. */
  readonly verbatim: string | null;
}

/** A refused sale with all details. It is also shown after it was sent again, until it has arrived. */
export interface AttentionView {
  readonly row: SaleRowView;
  readonly attention: SaleView['attention'];
  /** True for a refused bill. A refused print or cancel can only be sent again. */
  readonly isBill: boolean;
  readonly problems: readonly BillProblemView[];
  readonly canPrint: boolean;
  /** Changes with the content of the bill. Null: there is no bill. */
  readonly version: string | null;
}

export interface AttentionRowView extends SaleRowView {
  readonly status: number | null;
  readonly code: NonNullable<SaleView['attention']>['code'];
}

export interface ReceiptLineView {
  readonly kind: 'article' | 'discount' | 'text';
  readonly text: string;
  readonly quantity: number | null;
  readonly amount: number | null;
}

/** One receipt with everything that a cashier needs to answer questions, without data of the customer. */
export interface ReceiptView extends SaleRowView {
  readonly url: string | null;
  readonly cancelled: SaleView['cancelled'];
  readonly can: Pick<SaleView['can'], 'show' | 'print' | 'cancel'>;
  readonly undo: SaleView['undo'];
  /** The date on the receipt, as the till wrote it (ISO 8601 with offset). */
  readonly issuedAt: string | null;
  /** When the till sent the bill and when the service had it, in milliseconds since the epoch; null if unknown. */
  readonly acceptedAt: number | null;
  readonly deliveredAt: number | null;
  readonly issuanceLog: readonly IssuanceEntry[];
  /** The amount that can still be refunded, in the currency of `total`. */
  readonly refundLeft: number;
  /** Whether a bill was accepted, even if its content is no longer stored. */
  readonly isPaid: boolean;
  /** Null before the bill was accepted, and after its content was removed. */
  readonly bill: {
    readonly lines: readonly ReceiptLineView[];
    readonly vat: readonly {
      readonly percent: number;
      readonly net: number;
      readonly vat: number;
      readonly gross: number;
    }[];
    readonly payments: readonly { readonly name: string; readonly amount: number }[];
  } | null;
}
