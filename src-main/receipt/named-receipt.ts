import { inOrder, isRawNumber, parseKeepingValues, textOf } from '../kernel/json-text.ts';
import { field } from './json.ts';
import { mended, mendsOf } from './mends.ts';

/** A receipt that names itself: it has a number and a date. */
export interface NamedReceipt {
  /** The bill as text, the same however its JSON was written and under whatever id it goes out. */
  readonly canonical: string;
  readonly number: string;
  /** Its number, date and total: two with these are seldom two. */
  readonly looks: string;
  /** What a fiscal device or a till signs and numbers is no receipt of another till, either. */
  readonly isUnique: boolean;
}

/** Null: nothing in the bill tells it from another one (two coffees in one minute). `given` must not be changed afterwards. */
export function namedReceipt(given: unknown): NamedReceipt | null {
  if (typeof given !== 'object' || given === null) return null;
  const known = read.get(given);
  if (known !== undefined) return known;
  const named = readName(given);
  read.set(given, named);
  return named;
}

const read = new WeakMap<object, NamedReceipt | null>();

function readName(given: object): NamedReceipt | null {
  const [number, date] = [field(given, 'head', 'number'), field(given, 'head', 'date')];
  if (typeof number !== 'string' || !says(number) || !says(date)) return null;
  const bill = parseKeepingValues(textOf(given));
  const { id: _, ...rest } = mended(bill, mendsOf(bill)) as { readonly id?: unknown };
  const signed = field(given, 'security', 'fiscalization') ?? field(given, 'security', 'tse');
  const marks = [
    ...['signature', 'transactionNumber', 'serialNumber', 'id'].map((key) => field(signed, key)),
    field(given, 'cashRegister', 'serialNumber'),
  ];
  const moment = Date.parse(String(date)) || String(date);
  return {
    canonical: JSON.stringify(inOrder(rest)),
    number,
    looks: JSON.stringify([number, moment, field(rest, 'data', 'fullAmountInclVat')]),
    isUnique: marks.some(says),
  };
}

const says = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : typeof value === 'number' || isRawNumber(value);
