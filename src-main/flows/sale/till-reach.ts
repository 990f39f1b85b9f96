import { type Reach, reaches, reachOf } from '../../lib/till-names.ts';
import type { StatusResource } from '../../lib/till-view.ts';
import type { Sale } from '../../sale/sale.ts';
import type { FlowContext } from '../flow-context.ts';

/** Whose sales this till reads and changes: its own, or with the shop's leave those of all tills. */
export const reachOfTill = ({ settings }: Pick<FlowContext, 'settings'>, till: string): Reach =>
  reachOf(till, settings().posApi.tillsShareSales);

/** The sale, where this till reaches it; null for one of another till as for one that is not there. */
export function ownSale(context: Pick<FlowContext, 'book' | 'settings'>, till: string, saleId: string): Sale | null {
  const sale = context.book.find(saleId);
  return sale !== null && reaches(reachOfTill(context, till), sale.till) ? sale : null;
}

/** That the customers' display is taken is said to every till; by which sale, to whom it belongs. */
export function statusSeenBy(status: StatusResource, isOwn: (saleId: string) => boolean): StatusResource {
  const { saleId } = status.display;
  return saleId === null || isOwn(saleId) ? status : { ...status, display: { ...status.display, saleId: null } };
}
