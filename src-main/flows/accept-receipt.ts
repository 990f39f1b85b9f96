import { failed, type Result } from '../contract/errors.ts';
import type { PosPort } from '../pos-api/pos-port.ts';
import { field } from '../receipt/json.ts';
import type { Sale } from '../sale/sale.ts';
import { acceptBill, billHashOf, judgeBill, strangeId } from './accept-bill.ts';
import { askedOf, type OpenRequest, openSale } from './open-sale.ts';
import type { Rooms } from './rooms.ts';
import { whichSale } from './same-sale.ts';

/**
 * Sale and bill in one step (pos-api.md "POST /v1/receipts" and "Files instead of HTTP"). All that can be said against the
 * bill is said before a sale is opened for it: nothing is half-done. The same reference and content again is the same sale.
 */
export async function acceptReceipt(
  rooms: Rooms,
  { bill, displayTarget, ...request }: Parameters<PosPort['acceptReceipt']>[0],
  how: Pick<OpenRequest, 'origin' | 'onScreen' | 'till'>,
): Promise<Result<Sale>> {
  const billHash = billHashOf(bill);
  const ownId = idOf(bill);
  const opening = { ...request, ...how, show: false, bill: { hash: billHash, ownId } };
  const meant = whichSale(rooms, askedOf(opening));
  const known = meant.kind === 'same' ? meant.sale : null;
  const judged = judgeBill(rooms, bill, known?.billId ?? null);
  const strange = judged.bill === null || known !== null ? null : strangeId(rooms, judged.bill);
  const errors = strange === null ? judged.errors : [strange];
  if (errors.length > 0) return failed('invalid', 'the bill does not fit', errors);
  const ownBillId = known === null ? (judged.bill?.id ?? undefined) : undefined;
  const opened = await openSale(rooms, { ...opening, ownBillId });
  return opened.ok ? acceptBill(rooms, opened.value.sale.id, { bill, displayTarget }) : opened;
}

function idOf(bill: unknown): string | undefined {
  const id = field(bill, 'id');
  return typeof id === 'string' ? id : undefined;
}
