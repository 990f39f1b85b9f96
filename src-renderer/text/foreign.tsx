import type { ReactNode } from 'react';
import { shownText } from '../../src-main/shared/foreign-text.ts';
import type { SaleRowView } from '../../src-main/shared/views.ts';

interface ForeignProps {
  readonly text: string;
  /** The longest text in UTF-16 units. Default: the limit of a name. */
  readonly most?: number;
}

/** Isolates text from outside. The customer window uses `<bdi>` directly, because this module adds a kilobyte. */
export const Foreign = ({ text, most }: ForeignProps) => <bdi>{shownText(text, most)}</bdi>;

/** A reference that the app made for a sale by hand: date, time and a random part. People need not read it. */
export const isMadeReference = (reference: string): boolean => /^H-\d{8}-\d{6}-[0-9a-f]{4}$/.test(reference);

interface WhoseSaleProps {
  readonly sale: Pick<SaleRowView, 'reference' | 'till'>;
  /** Joined with ` · `: `before`, reference, `number` (of the receipt), till, `after`. Absent parts are left out. */
  readonly before?: string | null;
  readonly number?: string | null;
  readonly after?: string | null;
}

export const WhoseSale = ({ sale: { reference, till }, before, number, after }: WhoseSaleProps): ReactNode =>
  [
    before,
    isMadeReference(reference) ? null : <Foreign key="reference" text={reference} />,
    number,
    till === null ? null : <Foreign key="till" text={till} />,
    after,
  ]
    .filter((part) => part != null)
    .flatMap((part, place) => (place === 0 ? [part] : [' · ', part]));
