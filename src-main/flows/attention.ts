import { parseKeepingNumbers, parseRemembering } from '../kernel/json-text.ts';
import { done, failed, type Result } from '../kernel/result.ts';
import type { Sale } from '../sale/sale.ts';
import { acceptBill } from './accept-bill.ts';
import { resendMarks } from './marks.ts';
import type { Rooms } from './rooms.ts';

/** What the service refused: a person looks, repairs, sends again. Nothing vanishes. */

/** The refused bill as JSON text with indentation, every digit as the till wrote it. */
export function refusedBill(rooms: Rooms, saleId: string): Result<{ readonly billText: string }> {
  const sale = refusedSale(rooms, saleId);
  if (!sale.ok) return sale;
  const billText = rooms.book.findBill(saleId);
  if (billText === null) return failed('notFound', 'the bill of this sale is not kept any more');
  return done({ billText: JSON.stringify(parseKeepingNumbers(billText), null, 2) });
}

/**
 * Sends it again: as it is when `billText` is null, else the repaired one, which is checked like a till's. Where the
 * bill is there and a mark was refused, the mark is sent again.
 */
export function resend(rooms: Rooms, saleId: string, billText: string | null): Result<Sale> {
  const marked = rooms.book.find(saleId);
  if (marked !== null && marked.state !== 'attention' && resendMarks(rooms, saleId) > 0) {
    rooms.pokeOutbox();
    return done(marked);
  }
  const sale = refusedSale(rooms, saleId);
  if (!sale.ok) return sale;
  const text = billText ?? rooms.book.findBill(saleId);
  if (text === null) return failed('notFound', 'the bill of this sale is not kept any more');
  let bill: unknown;
  try {
    bill = parseRemembering(text);
  } catch (error) {
    const message = `expected a bill as JSON; ${error instanceof Error ? error.message : String(error)}`;
    return failed('invalid', message, [{ path: '', code: 'json', message }]);
  }
  const { displayTarget, billedFor } = sale.value;
  return acceptBill(rooms, saleId, { ...billedFor, bill, displayTarget: displayTarget ?? undefined });
}

/** So many are read, checked and written before tills and windows get their turn: some milliseconds. */
const sliceSize = 20;

/**
 * Sends everything again that was refused with `status` (null: with any); gives how many. What waits for a store that
 * the service did not know (404) is tried again, too. Thousands go in slices, one transaction and one picture each.
 */
export async function resendAll(rooms: Rooms, status: number | null): Promise<number> {
  const parked = rooms.outbox.parkedSales();
  // What is due while its transaction is open must not leave before that has ended.
  const quiet: Rooms = { ...rooms, pokeOutbox: () => undefined };
  let count = 0;
  for (let from = 0; from < parked.length; from += sliceSize) {
    const slice = parked.slice(from, from + sliceSize);
    count += rooms.book.transaction(
      () => slice.filter((id) => isRefusedWith(rooms, id, status) && resend(quiet, id, null).ok).length,
    );
    rooms.pokeOutbox();
    await rooms.clock.nextTurn();
  }
  if (status === null || status === 404) rooms.sendNow();
  return count;
}

/** What may be there already is looked at one by one. */
function isRefusedWith(rooms: Rooms, saleId: string, status: number | null): boolean {
  const attention = rooms.book.find(saleId)?.attention;
  return (attention?.code ?? null) === null && (status === null || attention?.status === status);
}

/** The refused bill together with the service's words, for whoever repairs it elsewhere. */
export function attentionExport(rooms: Rooms, saleId: string): Result<string> {
  const sale = refusedSale(rooms, saleId);
  if (!sale.ok) return sale;
  const { reference, storeId, billId, attention, warnings } = sale.value;
  const billText = rooms.book.findBill(saleId);
  const bill = billText === null ? null : parseKeepingNumbers(billText);
  return done(`${JSON.stringify({ reference, storeId, billId, attention, warnings, bill }, null, 2)}\n`);
}

function refusedSale(rooms: Rooms, saleId: string): Result<Sale> {
  const sale = rooms.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  if (sale.state !== 'attention')
    return failed('wrongState', `the sale is ${sale.state}: the service did not refuse it`);
  return done(sale);
}
