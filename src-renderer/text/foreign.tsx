import type { ReactNode } from 'react';
import { shownText } from '../../src-main/shared/foreign-text.ts';
import type { SaleRowView } from '../../src-main/shared/views.ts';

interface ForeignProps {
  /** As a till, a service, a partner or a customer wrote it. */
  readonly text: string;
  /** In UTF-16 units. The default is the limit of a name. */
  readonly most?: number;
}

/** The customer window uses `<bdi>` itself, because this module would add a kilobyte to its first load. */
export const Foreign = ({ text, most }: ForeignProps) => <bdi>{shownText(text, most)}</bdi>;

interface WhoseSaleProps {
  readonly sale: Pick<SaleRowView, 'reference' | 'till'>;
  /** The text between both. */
  readonly children?: ReactNode;
}

/** How its till calls a sale, and which till that is where there are several. */
export const WhoseSale = ({ sale: { reference, till }, children }: WhoseSaleProps) => (
  <>
    <Foreign text={reference} />
    {children}
    {till !== null && ' · '}
    {till !== null && <Foreign text={till} />}
  </>
);
