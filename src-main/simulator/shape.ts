import { z } from 'zod';

/** Dotted path of a field -> what is wrong with it. Sentences never repeat a value: values may be personal. */
export type Faults = Readonly<Record<string, readonly string[]>>;

/** What a schema finds wrong, empty when nothing is. The error text of a schema here completes "expected ...". */
export function faultsOf(schema: z.ZodType, value: unknown): Faults {
  const faults: Record<string, string[]> = {};
  for (const issue of schema.safeParse(value, { reportInput: true }).error?.issues ?? []) {
    const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
    const name = path.replace(/^\./, '');
    faults[name] = [...(faults[name] ?? []), sentence(issue)];
  }
  return faults;
}

function sentence({ code, input, message }: z.core.$ZodIssue): string {
  if (input === undefined) return 'The field is required.';
  const isOther = code === 'custom' || code === 'too_small' || code === 'too_big';
  return `Found ${isOther ? `another ${kindOf(input)}` : nameOf(input)}, expected ${message}.`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function nameOf(value: unknown): string {
  const kind = kindOf(value);
  if (kind === 'null') return kind;
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/** An object of which all other fields pass (interface document 2.12). */
export const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject(shape, 'an object');

export const list = (entry: z.ZodType) => z.array(entry, 'an array');

/** A string that passes `test`; `expected` completes the sentence "expected ...". */
export const text = (test: (value: string) => boolean, expected: string) => z.string(expected).refine(test, expected);

/** A required field whose type the document does not state: anything but null. */
export const anything = z.unknown().refine((value) => value !== null && value !== undefined, 'a value');

export const string = z.string('a string');
export const bool = z.boolean('true or false');
export const number = z.number('a number');
export const integer = number.refine(Number.isInteger, 'an integer');

/** Interface document 8: amounts have at most 2 decimal places. */
export const amount = z
  .number('an amount')
  .refine((value) => Number(value.toFixed(2)) === value, 'an amount with at most 2 decimal places');

/** Interface document 9: enumerations accept string names and integers. Without `names` every name is accepted. */
export function enumeration(names?: readonly string[]) {
  const expected = names?.map((name) => `'${name}'`).join(' or ') ?? 'a name or an integer';
  const isName = (value: string) => (names === undefined ? value !== '' : names.includes(value));
  return z.union([z.string().refine(isName), z.number().refine(Number.isInteger)], expected);
}

/** A value whose kind decides which schema it must fit. */
export function byKind(schemaFor: (value: unknown) => z.ZodType) {
  return z.unknown().superRefine((value, context) => {
    const found = schemaFor(value).safeParse(value, { reportInput: true }).error?.issues ?? [];
    for (const issue of found) context.issues.push({ ...issue, path: [...issue.path] } as z.core.$ZodRawIssue);
  });
}
