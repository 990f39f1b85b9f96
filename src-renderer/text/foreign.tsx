import type { ReactNode } from 'react';
import { shownText } from '../../src-main/shared/foreign-text.ts';
import type { SaleRowView } from '../../src-main/shared/views.ts';

interface ForeignProps {
  readonly text: string;
  /** The maximum length in UTF-16 units. The default is the limit of a name. */
  readonly most?: number;
}

/** The customer window uses `<bdi>` itself, because this module would add a kilobyte to its first load. */
export const Foreign = ({ text, most }: ForeignProps) => <bdi>{shownText(text, most)}</bdi>;

/** The app's own reference of a sale by hand: date, time and a random part, which a person need not read. */
export const isMadeReference = (reference: string): boolean => /^H-\d{8}-\d{6}-[0-9a-f]{4}$/.test(reference);

interface WhoseSaleProps {
  readonly sale: Pick<SaleRowView, 'reference' | 'till'>;
  /** Text before both, between them and after them; null is left out. */
  readonly before?: string | null;
  readonly number?: string | null;
  readonly after?: string | null;
}

/** The reference of a sale, and its till if there are several. */
export const WhoseSale = ({
  sale: { reference, till },
  before = null,
  number = null,
  after = null,
}: WhoseSaleProps): ReactNode =>
  [
    before,
    isMadeReference(reference) ? null : <Foreign key="reference" text={reference} />,
    number,
    till === null ? null : <Foreign key="till" text={till} />,
    after,
  ]
    .filter((part) => part !== null)
    .reduce<ReactNode>(
      (said, part) => (
        <>
          {said}
          {said !== null && ' · '}
          {part}
        </>
      ),
      null,
    );
