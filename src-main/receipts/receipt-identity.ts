import { field, once } from '../shared/json.ts';
import { inOrder, isRawNumber, keepingValues } from '../shared/json-text.ts';
import { corrected, correctionsOf, fitsBill } from './corrections.ts';

/** A receipt that names itself: it has a number and a date. */
interface ReceiptIdentity {
  /** The bill as text, independent of the notation of its JSON and of the id under which it is sent. */
  readonly canonical: string;
  readonly number: string;
  /** Its number, date and total: two receipts that share them are rarely different. */
  readonly looks: string;
  /** A receipt signed and numbered by a fiscal device or a till cannot be another till's receipt. */
  readonly isUnique: boolean;
}

export const readOnce = once((given: unknown) => {
  const bill = keepingValues(given);
  return { bill, corrections: fitsBill(bill) ? [] : correctionsOf(bill) };
});

/** Null: nothing distinguishes the bill from another one (two coffees in one minute). It must not be changed afterwards. */
export const receiptIdentity = once((given: unknown): ReceiptIdentity | null => {
  const [number, date] = [field(given, 'head', 'number'), field(given, 'head', 'date')];
  if (typeof number !== 'string' || !says(number) || !says(date)) return null;
  const { bill, corrections } = readOnce(given);
  const { id: _, ...rest } = corrected(bill, corrections) as { readonly id?: unknown };
  const signed = field(given, 'security', 'fiscalization') ?? field(given, 'security', 'tse');
  const marks = [
    ...['signature', 'transactionNumber', 'serialNumber', 'id'].map((key) => field(signed, key)),
    field(given, 'cashRegister', 'serialNumber'),
  ];
  const written = String(field(rest, 'head', 'date'));
  const moment = Date.parse(written) || written;
  return {
    canonical: JSON.stringify(inOrder(rest)),
    number,
    looks: JSON.stringify([number, moment, field(rest, 'data', 'fullAmountInclVat')]),
    isUnique: marks.some(says),
  };
});

const says = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : typeof value === 'number' || isRawNumber(value);
