import { z } from 'zod';
import { billSchema } from './bill.ts';
import type { IssueList } from './issues.ts';
import { type JsonRecord, recordOf, type Segment } from './json.ts';
import { lineKind, lineKinds, lineSchema } from './line.ts';
import { fiscalizationKind, fiscalizationKinds, fiscalizationSchema } from './security.ts';

type Schema = z.core.$ZodType;

/**
 * Where a value, a bill unless told, has null for a field that may be left out but not be null. A till's serializer writes
 * such nulls for what it has nothing to say about; they are read as absent, and left out on the wire, because the
 * interface document admits null only where it says so. Linear in the size of the value.
 */
export function strayNulls(value: unknown, schema: Schema = billSchema): readonly (readonly Segment[])[] {
  const found: Segment[][] = [];
  const path: Segment[] = [];

  const walk = (outer: Schema, value: unknown): void => {
    const schema = kindOf(outer, value);
    if (schema instanceof z.ZodArray && Array.isArray(value)) {
      for (const [index, entry] of value.entries()) {
        path.push(index);
        walk(schema.element, entry);
        path.pop();
      }
      return;
    }
    const record = recordOf(value);
    if (!(schema instanceof z.ZodObject) || record === null) return;
    for (const key of Object.keys(record)) {
      const field: Schema | undefined = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
      if (field === undefined) continue;
      path.push(key);
      if (record[key] !== null) walk(field, record[key]);
      else if (field._zod.optin === 'optional' && !admitsNull(field)) found.push([...path]);
      path.pop();
    }
  };
  walk(schema, value);
  return found;
}

/** One warning for all of them, at the first: a serializer that writes one null writes many. */
export function warnAboutNulls(nulls: readonly (readonly Segment[])[], warnings: IssueList): void {
  const [first] = nulls;
  if (first === undefined) return;
  const more = nulls.length === 1 ? '' : `; there are ${nulls.length} such fields`;
  const message = `Found null. Expected the field left out: it admits no null, and is read and sent as if it were not there${more}.`;
  warnings.add(first, 'null-field', message);
}

/** The schema that counts for this value: below optional and null, and of a union the one for its kind. */
function kindOf(outer: Schema, value: unknown): Schema {
  let schema = outer;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) schema = schema.unwrap();
  if (schema === lineSchema) {
    const kind = lineKind(value) ?? '';
    return (lineKinds as Readonly<Record<string, Schema>>)[kind] ?? lineKinds['Custom, others'];
  }
  if (schema === fiscalizationSchema) {
    return (fiscalizationKinds as Readonly<Record<string, Schema>>)[fiscalizationKind(value)] ?? schema;
  }
  if (!(schema instanceof z.ZodUnion)) return schema;
  const wanted = Array.isArray(value) ? z.ZodArray : z.ZodObject;
  return schema.options.find((option) => option instanceof wanted) ?? schema;
}

const nullable = new WeakMap<Schema, boolean>();

function admitsNull(schema: Schema): boolean {
  const known = nullable.get(schema);
  if (known !== undefined) return known;
  const admits = z.safeParse(schema, null).success;
  nullable.set(schema, admits);
  return admits;
}

/** The same JSON without the fields at `paths`. Does not change its input; parts without them are shared. */
export function withoutFields<T>(value: T, paths: readonly (readonly Segment[])[]): T {
  if (paths.length === 0) return value;
  const below = new Map<Segment, (readonly Segment[])[]>();
  for (const [key, ...rest] of paths) {
    if (key === undefined) continue;
    const paths = below.get(key) ?? [];
    paths.push(rest);
    below.set(key, paths);
  }
  if (Array.isArray(value)) {
    return value.map((entry, index) => withoutFields(entry, below.get(index) ?? [])) as T;
  }
  const entries = Object.entries(value as JsonRecord).flatMap(([key, child]): [string, unknown][] => {
    const rest = below.get(key) ?? [];
    return rest.some(({ length }) => length === 0) ? [] : [[key, withoutFields(child, rest)]];
  });
  return Object.fromEntries(entries) as T;
}
