import { z } from 'zod';
import { memo, recordOf, type Segment } from '../shared/json.ts';
import { isRawNumber } from '../shared/json-text.ts';
import { billSchema } from './bill.ts';
import { amount, completeDate, dateTime, fromCents, largestCents, toCents, vatAmount } from './fields.ts';
import { fiscalizationKind, fiscalizationKinds, fiscalizationSchema } from './fiscalization.ts';
import { type BillWarningCode, found, type IssueList } from './issues.ts';
import { lineKind, lineKinds, lineSchema } from './line.ts';

type Schema = z.core.$ZodType;
/** The definition of a schema. Comparing its type name costs far less than `instanceof`. */
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

const mendCodes = ['null-field', 'binary-noise', 'vat-decimals', 'date-form', 'empty-list'] as const;

export interface Correction {
  readonly path: readonly Segment[];
  readonly from: unknown;
  readonly to: unknown;
  readonly code: BillWarningCode & (typeof mendCodes)[number];
}

/**
 * The places of a value, a bill by default, where a till's notation differs from the description and is corrected:
 *
 * - null in an optional field that does not admit null is read as absent
 * - an amount with binary noise (0.30000000000000004), and more than two decimals of computed amounts that are
 * not paid (`exclVat`, `vat`), are rounded to cents
 * - a date with offset in another form of ISO 8601 is completed
 * - an empty list where an object belongs is read as the empty object that PHP means by it, only in a bill
 *
 * Linear in the size of the value.
 */
export function correctionsOf(value: unknown, schema: Schema = billSchema): readonly Correction[] {
  const corrections: Correction[] = [];
  const path: Segment[] = [];
  // An empty list may mean an empty object only inside a bill: around it, a list is a mistake.
  const mendOf = (inner: Schema, value: unknown) =>
    roundedBy(inner, value) ?? completedBy(inner, value) ?? (schema === billSchema ? emptiedBy(inner, value) : null);

  const walk = (outer: Schema, value: unknown): void => {
    const schema = kindOf(outer, value);
    const mend = mendOf(schema, value);
    if (mend !== null) return void corrections.push({ path: [...path], from: value, ...mend });
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
    if (value !== null) walk(field, value);
    else if (field._zod.optin === 'optional' && !admitsNull(field)) {
      corrections.push({ path: [...path], from: null, to: undefined, code: 'null-field' });
    }
    path.pop();
  };
  walk(schema, value);
  return corrections;
}

const noise = 1e-6;

type MendedValue = Pick<Correction, 'to' | 'code'>;

function roundedBy({ _zod: { def } }: Schema, value: unknown): (MendedValue & Pick<Correction, 'from'>) | null {
  const isVat = def === vatAmount._zod.def;
  if (!isVat && def !== amount._zod.def) return null;
  // A number whose notation was kept is checked by its value.
  const from = isRawNumber(value) ? Number(JSON.stringify(value)) : value;
  if (typeof from !== 'number' || !(Math.abs(from) <= fromCents(largestCents)) || toCents(from) !== null) return null;
  const to = (Math.sign(from) * Math.round(Math.abs(from) * 100)) / 100;
  const isNoise = Math.abs(to - from) < noise;
  if (to === from || !(isNoise || isVat)) return null;
  return { from, to: to === 0 ? 0 : to, code: isNoise ? 'binary-noise' : 'vat-decimals' };
}

function completedBy(schema: Schema, value: unknown): MendedValue | null {
  if (typeof value !== 'string' || defOf(schema) !== dateTime._zod.def) return null;
  const to = completeDate(value);
  return to === null || to === value ? null : { to, code: 'date-form' };
}

const emptiedBy = (schema: Schema, value: unknown): MendedValue | null =>
  Array.isArray(value) && value.length === 0 && defOf(schema).type === 'object' ? { to: {}, code: 'empty-list' } : null;

/** Adds one warning for all corrections of a kind, at the first place, because a serializer repeats its mistake. */
export function warnAboutCorrections(corrections: readonly Correction[], warnings: IssueList): void {
  for (const code of mendCodes) {
    const [first, ...others] = corrections.filter((mend) => mend.code === code);
    if (first === undefined) continue;
    const more = others.length === 0 ? '' : `; there are ${others.length + 1} such fields`;
    warnings.add(first.path, code, `${found(first.from, first.path.at(-1))}. Expected ${expectedFor(first)}${more}.`);
  }
}

function expectedFor({ code, to }: Correction): string {
  switch (code) {
    case 'null-field':
      return 'the field left out: it admits no null, and is read and sent as if it were not there';
    case 'date-form':
      return `a date-time (RFC 3339, at most 7 decimals): it is read and sent as ${to}`;
    case 'empty-list':
      return 'an object: it is read and sent as an empty object';
    default:
      return `an amount with at most 2 decimals: it is read and sent as ${to}`;
  }
}

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
  const expected = Array.isArray(value) ? 'array' : 'object';
  return def.options.find((option) => defOf(option).type === expected) ?? schema;
}

const admitsNull = memo((schema: Schema) => z.safeParse(schema, null).success);

/** Applies the corrections. The result shares unchanged parts with the input. Undefined removes a value. */
export function corrected<T>(value: T, corrections: readonly Change[]): T {
  if (corrections.length === 0) return value;
  const below = new Map<Segment, Change[]>();
  for (const { path, to } of corrections) {
    const [key, ...rest] = path;
    if (key === undefined) return to as T;
    const change = { path: rest, to };
    const others = below.get(key);
    if (others === undefined) below.set(key, [change]);
    // Appends in place, because a list may need as many corrections as it has entries.
    else others.push(change);
  }
  if (Array.isArray(value)) return value.map((entry, index) => corrected(entry, below.get(index) ?? [])) as T;
  const record = recordOf(value) ?? {};
  const keys = new Set<Segment>([...Object.keys(record), ...below.keys()]);
  const entries = [...keys].flatMap((key): [Segment, unknown][] => {
    const next = corrected(record[key], below.get(key) ?? []);
    return next === undefined ? [] : [[key, next]];
  });
  return Object.fromEntries(entries) as T;
}

interface Change {
  readonly path: readonly Segment[];
  readonly to: unknown;
}

type Def = z.core.$ZodTypes['_zod']['def'];
type CheckDef = z.core.$ZodCustomDef | z.core.$ZodCheckMinLengthDef | z.core.$ZodCheckMaxLengthDef;

/** `schema.safeParse(value).success` as a compiled function. For unsupported parts it calls the schema. */
function compiled(schema: Schema): (value: unknown) => boolean {
  const given: unknown[] = [];
  const give = (value: unknown): string => `given${given.push(value) - 1}`;
  const functions: string[] = [];
  const named = (parameters: string, body: string): string => {
    const name = `fits${functions.length}`;
    functions.push(`const ${name} = (${parameters}) => ${body};`);
    return name;
  };

  function test(schema: Schema, it: string): string {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    const words = [wordsOf(def, it), ...(def.checks ?? []).map(({ _zod }) => checkOf(_zod.def as CheckDef, it))];
    if (words.includes(null)) return `${give((value: unknown) => z.safeParse(schema, value).success)}(${it})`;
    return words.length === 1 ? `${words[0]}` : words.map((word) => `(${word})`).join(' && ');
  }

  function checkOf(def: CheckDef, it: string): string | null {
    if (def.check === 'custom') return `${give(def.fn)}(${it})`;
    return def.check === 'min_length' ? `${it}.length >= ${def.minimum}` : null;
  }

  function wordsOf(def: Def, it: string): string | null {
    if ('check' in def) return 'format' in def && def.format === 'safeint' ? `Number.isSafeInteger(${it})` : null;
    switch (def.type) {
      case 'unknown':
        return `${it} !== undefined`;
      case 'string':
      case 'boolean':
        return `typeof ${it} === '${def.type}'`;
      case 'number':
        return `Number.isFinite(${it})`;
      case 'literal':
        return def.values.map((value) => `${it} === ${JSON.stringify(value)}`).join(' || ');
      case 'enum':
        return `${give(new Set(Object.values(def.entries)))}.has(${it})`;
      case 'optional':
        return `${it} === undefined || ${test(def.innerType, it)}`;
      case 'nullable':
        return `${it} === null || ${test(def.innerType, it)}`;
      case 'union':
        return def.options.map((option) => test(option, it)).join(' || ');
      case 'array':
        return `Array.isArray(${it}) && ${it}.every(${named('entry', test(def.element, 'entry'))})`;
      case 'object':
        return `${named('value, member', [isObject, ...Object.entries(def.shape).map(memberTest)].join(' && '))}(${it})`;
      default:
        return null;
    }
  }

  const memberTest = ([name, schema]: readonly [string, Schema]): string =>
    `(member = value[${JSON.stringify(name)}], ${test(schema, 'member')})`;

  const made = named('value', test(schema, 'value'));
  return new Function(...given.map((_, at) => `given${at}`), `${functions.join('\n')} return ${made};`)(...given);
}

const isObject = `typeof value === 'object' && value !== null && !Array.isArray(value)`;

/** Whether a bill fits its schema, calculated once for each object. A valid bill needs no correction. */
export const fitsBill = memo(compiled(billSchema));
