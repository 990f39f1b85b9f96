import { z } from 'zod';
import { once, recordOf, type Segment } from '../lib/json.ts';
import { isRawNumber } from '../lib/json-text.ts';
import { fromCents, largestCents, toCents } from './amounts.ts';
import { billSchema } from './bill.ts';
import { compiled } from './compiled.ts';
import { amount, foreignAmount, vatAmount } from './fields.ts';
import { type BillWarningCode, found, type IssueList } from './issues.ts';
import { lineKind, lineKinds, lineSchema } from './line.ts';
import { fiscalizationKind, fiscalizationKinds, fiscalizationSchema } from './security.ts';

type Schema = z.core.$ZodType;
/** What a schema consists of; told apart by a word, which costs far less than `instanceof`. */
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

/** One field that is read and sent otherwise than the till wrote it: left out, or rounded. */
export interface Mend {
  readonly path: readonly Segment[];
  readonly from: number | null;
  /** Undefined: left out. */
  readonly to: number | undefined;
  readonly code: BillWarningCode & ('null-field' | 'binary-noise' | 'vat-decimals');
}

/**
 * What in a value, a bill unless told, a till's software writes without meaning it. Null for a field that may be left out
 * but not be null: read as absent, because the interface document admits null only where it says so. Noise of binary
 * fractions in an amount (0.30000000000000004), and more than two decimals of the two amounts that are computed, not paid
 * (`exclVat`, `vat`): rounded to cents. Linear in the size of the value.
 */
export function mendsOf(value: unknown, schema: Schema = billSchema): readonly Mend[] {
  const mends: Mend[] = [];
  const path: Segment[] = [];

  const walk = (outer: Schema, value: unknown): void => {
    const schema = kindOf(outer, value);
    const rounded = roundedBy(schema, value);
    if (rounded !== null) return void mends.push({ path: [...path], ...rounded });
    const def = defOf(schema);
    const record = recordOf(value);
    if (def.type === 'array' && Array.isArray(value)) {
      for (const [index, entry] of value.entries()) walkAt(index, def.element, entry);
    } else if (def.type === 'object' && record !== null) {
      const known = Object.keys(record).filter((key) => Object.hasOwn(def.shape, key));
      for (const key of known) walkAt(key, def.shape[key] as Schema, record[key]);
    }
  };
  const walkAt = (key: Segment, field: Schema, value: unknown): void => {
    path.push(key);
    if (typeof value === 'number' || (typeof value === 'object' && value !== null)) walk(field, value);
    else if (value === null && field._zod.optin === 'optional' && !admitsNull(field)) {
      mends.push({ path: [...path], from: null, to: undefined, code: 'null-field' });
    }
    path.pop();
  };
  walk(schema, value);
  return mends;
}

/** A bill is held against its schema once, whoever asks: what fits has nothing to mend. */
export const fitsBill = once(compiled(billSchema));

const noise = 1e-6;

function roundedBy({ _zod: { def } }: Schema, value: unknown): Omit<Mend, 'path'> | null {
  const isVat = def === vatAmount._zod.def;
  const isForeign = def === foreignAmount._zod.def;
  if (!isVat && !isForeign && def !== amount._zod.def) return null;
  // One that was kept as it is written counts by its value.
  const from = isRawNumber(value) ? Number(JSON.stringify(value)) : value;
  if (typeof from !== 'number' || !(Math.abs(from) <= fromCents(largestCents)) || toCents(from) !== null) return null;
  // Currencies have up to four decimals.
  const parts = isForeign ? 10_000 : 100;
  const to = (Math.sign(from) * Math.round(Math.abs(from) * parts)) / parts;
  const isNoise = Math.abs(to - from) < noise;
  if (to === from || !(isNoise || isVat)) return null;
  return { from, to: to === 0 ? 0 : to, code: isNoise ? 'binary-noise' : 'vat-decimals' };
}

/** One warning for all of a kind, at the first: a serializer that writes one writes many. */
export function warnAboutMends(mends: readonly Mend[], warnings: IssueList): void {
  for (const code of ['null-field', 'binary-noise', 'vat-decimals'] as const) {
    const [first, ...others] = mends.filter((mend) => mend.code === code);
    if (first === undefined) continue;
    const more = others.length === 0 ? '' : `; there are ${others.length + 1} such fields`;
    const expected =
      first.to === undefined
        ? 'the field left out: it admits no null, and is read and sent as if it were not there'
        : `an amount with at most 2 decimals: it is read and sent as ${first.to}`;
    warnings.add(first.path, code, `${found(first.from, first.path.at(-1))}. Expected ${expected}${more}.`);
  }
}

/** The schema that counts for this value: below optional and null, and of a union the one for its kind. */
function kindOf(outer: Schema, value: unknown): Schema {
  let schema = outer;
  for (let def = defOf(schema); def.type === 'optional' || def.type === 'nullable'; def = defOf(schema))
    schema = def.innerType;
  if (schema === lineSchema) {
    const kind = lineKind(value) ?? '';
    return (lineKinds as Readonly<Record<string, Schema>>)[kind] ?? lineKinds['Custom, others'];
  }
  if (schema === fiscalizationSchema) {
    return (fiscalizationKinds as Readonly<Record<string, Schema>>)[fiscalizationKind(value)] ?? schema;
  }
  const def = defOf(schema);
  if (def.type !== 'union') return schema;
  const wanted = Array.isArray(value) ? 'array' : 'object';
  return def.options.find((option) => defOf(option).type === wanted) ?? schema;
}

const admitsNull = once((schema: Schema) => z.safeParse(schema, null).success);

/**
 * The same JSON with these values at their places, also where there was no value; undefined removes one. Does not change its
 * input; parts without a mend are shared.
 */
export function mended<T>(value: T, mends: readonly Change[]): T {
  if (mends.length === 0) return value;
  const below = new Map<Segment, Change[]>();
  for (const { path, to } of mends) {
    const [key, ...rest] = path;
    if (key === undefined) return to as T;
    const change = { path: rest, to };
    const others = below.get(key);
    if (others === undefined) below.set(key, [change]);
    // Pushed and not copied: a list may have as many mends as entries.
    else others.push(change);
  }
  if (Array.isArray(value)) return value.map((entry, index) => mended(entry, below.get(index) ?? [])) as T;
  const record = recordOf(value) ?? {};
  const keys = new Set<Segment>([...Object.keys(record), ...below.keys()]);
  const entries = [...keys].flatMap((key): [Segment, unknown][] => {
    const next = mended(record[key], below.get(key) ?? []);
    return next === undefined ? [] : [[key, next]];
  });
  return Object.fromEntries(entries) as T;
}

interface Change {
  readonly path: readonly Segment[];
  readonly to: unknown;
}
