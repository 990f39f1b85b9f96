import type { SaleResource } from '../lib/till-view.ts';

/** Where files lie and are answered. Others may write into the first; nobody but the program into the other two. */
export interface Folders {
  readonly inbox: string;
  readonly done: string;
  readonly failed: string;
}

/** What the inbox asks of the app. It settles only after what was taken is on disk. */
export interface InboxPort {
  /** `content` has no byte order mark. The same content again gives the same sale. */
  accept(content: Uint8Array, file: InboxFile): Promise<InboxVerdict>;
  /** The sale as it is now; null where it is another connection's. */
  now(saleId: string): TakenSale | null;
}

interface InboxFile {
  readonly name: string;
  /** The customer may still be there; the receipt of one who has gone is not shown to the next. */
  readonly isFresh: boolean;
  /** When it was written, in milliseconds since the epoch: with its content it tells this file from any other. */
  readonly writtenAt: number;
}

/** `wantsCode`: beside the result lies the address as a QR. `waits`: this file later; `pauses`: nothing can be taken now, so the files behind it wait as well. */
export type InboxVerdict =
  | { readonly kind: 'taken'; readonly sale: TakenSale; readonly wantsCode?: boolean }
  | { readonly kind: 'refused'; readonly problem: FileProblem }
  | { readonly kind: 'waits'; readonly reason: string }
  | { readonly kind: 'pauses'; readonly reason: string };

/** The sale as the till sees it. */
export type TakenSale = Pick<SaleResource, 'id'> &
  Partial<Pick<SaleResource, 'url' | 'state' | 'printed' | 'cancelled'>>;

/** A refusal in the shape of the POS API's problems (RFC 9457). */
export interface FileProblem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
}
