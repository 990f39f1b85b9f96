import { field, recordOf, type Segment } from '../shared/json.ts';
import { isRawNumber, keysOf } from '../shared/json-text.ts';
import { smallestCents } from '../shared/minor-unit.ts';
import { fromCents, toCents, vatCents } from './fields.ts';

export interface RepairPlace {
  /** The path as the bill spells it. The path of an error may differ in letter case and extension key. */
  readonly path: readonly Segment[];
  /** Undefined: the value is missing, and its parent is an object that could contain it. */
  readonly value: unknown;
}

/** Finds the place of a JSON pointer, with or without `/bill` in front; null if there is no such place. */
export function findPlace(bill: unknown, pointer: string): RepairPlace | null {
  const names = keysOf(pointer);
  const inside = names[0]?.toLowerCase() === 'bill' && field(bill, names[0]) === undefined ? names.slice(1) : names;
  if (inside.length === 0) return null;
  const path: Segment[] = [];
  let value: unknown = bill;
  for (const name of inside) {
    const key = value === undefined ? null : keyIn(value, name);
    if (key === null) return null;
    path.push(key);
    value = (value as Readonly<Record<Segment, unknown>>)[key];
  }
  return { path, value };
}

/** The key that matches `name` in any case; `name` if an object has no such key; null for anything else. */
function keyIn(value: unknown, name: string): Segment | null {
  const index = Number(name);
  if (Array.isArray(value)) return Number.isInteger(index) && index >= 0 && index < value.length ? index : null;
  const record = recordOf(value);
  if (record === null || isRawNumber(value)) return null;
  if (Object.hasOwn(record, name)) return name;
  return Object.keys(record).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
}

/** Rounds half away from zero, on the digits as written: 1.005 becomes 1.01. Binary fractions would give 1.00. */
function roundedToCents(digits: string): number | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits);
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = ''] = parts;
  if (fraction.length <= 2) return null;
  const cents = Number(`${whole}${fraction.slice(0, 2)}`) + (Number(fraction[2]) >= 5 ? 1 : 0);
  if (!Number.isSafeInteger(cents)) return null;
  return fromCents(sign === '-' ? -cents : cents);
}

/** The expected value if the bill determines it: rounded decimals, or the VAT. Null: only a person knows. */
export function expectedAt(bill: unknown, { path, value }: RepairPlace): number | null {
  const digits = digitsOf(value);
  const rounded = digits === null ? null : roundedToCents(digits);
  if (rounded !== null) return rounded;
  const name = path.at(-1);
  if (name !== 'vat' && name !== 'exclVat') return null;
  const entry = field(bill, ...path.slice(0, -1));
  const gross = field(entry, 'inclVat');
  const rate = field(entry, 'percentage');
  const grossCents = typeof gross === 'number' ? toCents(gross) : null;
  if (grossCents === null || typeof rate !== 'number' || rate <= -100) return null;
  const vat = vatCents(grossCents, rate, smallestCents(field(bill, 'data', 'currency')));
  const right = fromCents(name === 'vat' ? vat : grossCents - vat);
  return right === value ? null : right;
}

export const digitsOf = (value: unknown): string | null =>
  typeof value === 'number' ? String(value) : isRawNumber(value) ? JSON.stringify(value) : null;

const numbers: ReadonlySet<string> = new Set([
  ...['amount', 'exclVat', 'foreignAmount', 'fullAmountInclVat', 'fullAmountInclVatBeforeDiscounts', 'inclVat'],
  ...['percentage', 'positionCount', 'pricePerUnit', 'quantity', 'sequenceNumber', 'vat'],
]);

export const takesNumber = ({ path, value }: RepairPlace): boolean =>
  value === undefined || value === null ? numbers.has(String(path.at(-1))) : digitsOf(value) !== null;
