import type { SaleView } from '../../src-main/contract/views.ts';
import type { Session } from './session-store.ts';

/**
 * A scan goes to the loyalty field of the current sale and brings the cashier there; starting stays a tap, because a
 * start cannot be taken back and the scan may have been a product. Without a sale for it, one line says so.
 */
export function takeScan(session: Session, sale: SaleView | null, number: string): Session {
  if (sale === null || !sale.can.startLoyalty) return { ...session, notice: { kind: 'scanNotUsed' } };
  return { ...session, place: 'sale', composing: false, notice: null, card: { saleId: sale.id, number } };
}
