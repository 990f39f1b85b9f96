import type { ReactNode } from 'react';
import { shownText } from '../../src-main/lib/foreign-text.ts';
import type { SaleRowView } from '../../src-main/lib/views.ts';

interface ForeignProps {
  /** As a till, a service, a partner or a customer wrote it. */
  readonly text: string;
  /** In UTF-16 units; a name where nothing is said. */
  readonly most?: number;
}

/**
 * The one way in which somebody else's words stand in the cashier's window; inside a sentence `t` does the same with its values. The
 * customers' display says `<bdi>{shownText(...)}</bdi>` for its two: this module in both would cost its first load a kilobyte.
 */
export const Foreign = ({ text, most }: ForeignProps) => <bdi>{shownText(text, most)}</bdi>;

interface WhoseSaleProps {
  readonly sale: Pick<SaleRowView, 'reference' | 'till'>;
  /** What stands between both. */
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
