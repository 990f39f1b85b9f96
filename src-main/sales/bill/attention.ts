import { isDeepStrictEqual } from 'node:util';
import { readJson } from '../../dispatch/read-input.ts';
import { field, recordOf } from '../../shared/json.ts';
import { parseKeepingNumbers } from '../../shared/json-text.ts';
import { done, failed, type Result } from '../../shared/result.ts';
import { goesUnderItsId } from '../../shared/sale-states.ts';
import type { Sale } from '../sale/sale.ts';
import { type MarksContext, resendMarks } from '../sale-actions.ts';
import type { SessionContext } from '../session-context.ts';
import { type AcceptBillContext, acceptBill } from './accept-bill.ts';

export type AttentionContext = AcceptBillContext & MarksContext & Pick<SessionContext, 'sendNow'>;

/** The refused bill as JSON text with indentation, every digit as the till wrote it. */
export function refusedBill(context: AttentionContext, saleId: string): Result<{ readonly billText: string }> {
  const sale = refusedSale(context, saleId);
  if (!sale.ok) return sale;
  const billText = context.saleRepository.findBill(saleId);
  if (billText === null) return failed('notFound', 'The bill of this sale is no longer stored.');
  return done({ billText: JSON.stringify(parseKeepingNumbers(billText), null, 2) });
}

/** The repaired text is checked like a till's. If the bill has arrived, a refused mark is sent again. */
export function resend(context: AttentionContext, saleId: string, billText: string | null): Result<Sale> {
  const marked = context.saleRepository.find(saleId);
  if (marked !== null && marked.state !== 'attention' && resendMarks(context, saleId) > 0) return done(marked);
  const sale = refusedSale(context, saleId);
  if (!sale.ok) return sale;
  const text = billText ?? context.saleRepository.findBill(saleId);
  if (text === null) return failed('notFound', 'The bill of this sale is no longer stored.');
  const read = readJson(Buffer.from(text, 'utf8'));
  if (!read.ok) {
    const message = `Expected a bill as JSON: ${read.detail}.`;
    return failed('invalid', message, read.errors ?? [{ path: '', code: 'json', message }]);
  }
  const before = context.saleRepository.findBill(saleId);
  if (before !== null && changesSigned(JSON.parse(before), JSON.parse(text))) {
    const message = 'The till has signed this receipt. Correct amounts, VAT, date and number at the till.';
    return failed('signed', message);
  }
  const { displayTarget, billedFor } = sale.value;
  return acceptBill(context, sale.value, { ...billedFor, bill: read.value, displayTarget: displayTarget ?? undefined });
}

const signatures = ['fiscalization', 'tse'] as const;

/** A fiscal signature is about amounts, VAT, date and number: with others it would be worth nothing. */
function changesSigned(before: unknown, after: unknown): boolean {
  const security = field(before, 'security');
  if (!signatures.some((name) => Object.keys(recordOf(field(security, name)) ?? {}).length > 0)) return false;
  const signed = (bill: unknown) => [
    field(bill, 'security'),
    field(bill, 'head', 'date'),
    field(bill, 'head', 'number'),
    numbersIn(field(bill, 'data')),
  ];
  return !isDeepStrictEqual(signed(before), signed(after));
}

/** Every number with its place. */
const numbersIn = (value: unknown, at = ''): readonly string[] => {
  if (typeof value === 'number') return [`${at} ${value}`];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, `${at}/${key}`));
};

/**
 * The number of receipts in a batch. Tills and windows get their turn after each batch, which takes some milliseconds.
 */
const sliceSize = 20;

/** Null: with any status. Bills that wait for a refused store are tried again, too. */
export async function resendAll(context: AttentionContext, status: number | null): Promise<number> {
  const count = await inSlices(context, (id) => isRefusedWith(context, id, status) && resend(context, id, null).ok);
  context.sendNow();
  return count;
}

/** One transaction and one view for each slice. Returns their number. */
export async function inSlices(context: AttentionContext, act: (saleId: string) => boolean): Promise<number> {
  const parked = context.outbox.parkedSales();
  let count = 0;
  for (let from = 0; from < parked.length; from += sliceSize) {
    const slice = parked.slice(from, from + sliceSize);
    count += context.saleRepository.transaction(() => slice.filter(act).length);
    await context.clock.nextTurn();
  }
  return count;
}

/** A bill that may have arrived already needs an individual decision, so it is not sent in bulk. */
function isRefusedWith(context: AttentionContext, saleId: string, status: number | null): boolean {
  const attention = context.saleRepository.find(saleId)?.attention ?? null;
  return goesUnderItsId(attention) && (status === null || attention?.status === status);
}

/** Exports the refused bill together with the service's answer, for a repair in another program. */
export function attentionExport(context: AttentionContext, saleId: string): Result<string> {
  const sale = refusedSale(context, saleId);
  if (!sale.ok) return sale;
  const { reference, storeId, billId, attention, warnings } = sale.value;
  const billText = context.saleRepository.findBill(saleId);
  const bill = billText === null ? null : parseKeepingNumbers(billText);
  return done(`${JSON.stringify({ reference, storeId, billId, attention, warnings, bill }, null, 2)}\n`);
}

function refusedSale(context: AttentionContext, saleId: string): Result<Sale> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
  if (sale.state !== 'attention')
    return failed('wrongState', `The sale is ${sale.state}. The service did not refuse it.`);
  return done(sale);
}
