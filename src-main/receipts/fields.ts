import { z } from 'zod';

/* Sums are made in integer cents, because 0.1 + 0.2 is not 0.3. */

/** The limit of an amount in cents: 2^50, about 11 trillion in euros. Up to it, a JSON number keeps both decimals. */
export const largestCents = 2 ** 50;

/** Integer cents of an amount; null if it has more than two decimals, is not finite, or exceeds `largestCents`. */
export function toCents(amount: number): number | null {
  const cents = Math.round(amount * 100);
  if (!(Math.abs(cents) <= largestCents) || cents / 100 !== amount) return null;
  return cents === 0 ? 0 : cents;
}

export function fromCents(cents: number): number {
  return cents / 100;
}

export function centsText(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** The VAT contained in a gross amount, in whole units of `unitCents`: vat = incl * p / (100 + p). */
export function vatCents(inclVatCents: number, percentage: number, unitCents: number): number {
  const exact = exactVatCents(inclVatCents, percentage);
  return Math.sign(exact) * Math.round(Math.abs(exact) / unitCents) * unitCents;
}

export function exactVatCents(inclVatCents: number, percentage: number): number {
  return (inclVatCents * percentage) / (100 + percentage);
}

/** Lists are checked in slices of `sliceEntries`. After `enoughIssues` errors the rest of a list is not checked. */
const sliceEntries = 200;
const enoughIssues = 100;

/** A hostile body with half a million wrong entries would otherwise cost seconds and a gigabyte of errors. */
const BoundedArray: z.core.$constructor<z.ZodArray> = z.core.$constructor('BoundedArray', (inst, def) => {
  z.ZodArray.init(inst, def);
  const judge = inst._zod.parse;
  inst._zod.parse = (payload, ctx) => {
    const entries = payload.value;
    if (!Array.isArray(entries) || entries.length <= sliceEntries) return judge(payload, ctx);
    const output: unknown[] = [];
    for (let start = 0; start < entries.length && payload.issues.length < enoughIssues; start += sliceEntries) {
      const part: z.core.ParsePayload = { value: entries.slice(start, start + sliceEntries), issues: [] };
      judge(part, ctx);
      for (const value of part.value as unknown[]) output.push(value);
      for (const issue of part.issues) {
        const [index, ...rest] = issue.path ?? [];
        payload.issues.push({ ...issue, path: [Number(index) + start, ...rest] });
      }
    }
    payload.value = output;
    return payload;
  };
});

/**
 * The kinds of field in a bill, each with its expectation in words. Those words are the zod error of the field for
 * every fault; issues.ts puts the found value in front of them.
 *
 * A field whose type the service describes admits null only if the service says so. A field without a described type
 * admits null and, where it identifies something, a number as well as text.
 */

/** The paragraph of receipt-service.md that describes a schema or field. Read by scripts/receipt-format.ts. */
export const sources = z.registry<{ readonly source: string }>();

/** An object of the receipt. Unknown fields pass through (receipt-service.md 2.12); `source` is its paragraph. */
export function record<Shape extends z.core.$ZodLooseShape>(source: string, shape: Shape) {
  const required = Object.keys(shape).filter((key) => shape[key]?._zod.optin !== 'optional');
  const expected = ['an object', required.map((key) => JSON.stringify(key)).join(', ')].filter(Boolean).join(' with ');
  return z.looseObject(shape, expected).register(sources, { source });
}

export function list<Entry extends z.core.SomeType>(entry: Entry): z.ZodArray<Entry> {
  const element = entry as unknown as z.core.$ZodType;
  return new BoundedArray({ type: 'array', element, error: () => 'a list' }) as unknown as z.ZodArray<Entry>;
}

export const text = z.string('text');

export const openText = z.string('text').nullable();

/** A number or text that identifies something; required fields use it, so null is not enough. */
export const identifier = z.union([z.string(), z.number()], 'text or a number');

export const openIdentifier = identifier.nullable();

export const plainValue = z.union([z.string(), z.number(), z.boolean()], 'text, a number, true or false');

export const flag = z.boolean('true or false');
export const openFlag = flag.nullable();
export const whole = z.int('a whole number');
const numberSize = `a number between ±${Number.MAX_SAFE_INTEGER}`;
export const anyNumber = z
  .number('a number')
  .refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, { error: numberSize, params: { code: 'number' } });
export const openNumber = anyNumber.nullable();

export const openObject = z.looseObject({}, 'an object').nullable();

/** A required field of any content. zod checks that the key exists, this checks that its value is not null. */
export const something = z.unknown().refine((value) => value !== undefined && value !== null, 'any value except null');

const mostOnScreen = 1_000_000_000;

const expectedAmount = 'an amount: a number with at most 2 decimals, such as 19.95';

const expectedSize = `an amount between ±${fromCents(largestCents)}, so that its cents stay exact`;

const money = () =>
  z
    .number(expectedAmount)
    .refine((value) => Math.abs(value) <= fromCents(largestCents), { error: expectedSize, params: { code: 'number' } })
    .refine((value) => toCents(value) !== null, { error: expectedAmount, params: { code: 'decimals' } });

export const amount = money().describe('at most 2 decimals');

export const vatAmount = money().describe('more than 2 decimals are rounded, with a warning');

export const openAmount = amount.nullable();

/** A foreign amount has the decimals of its currency: bitcoin has eight. */
export const foreignAmount = anyNumber.describe('any number of decimals');

export const basketQuantity = z
  .number('a number')
  .refine((value) => Math.abs(value) <= mostOnScreen, `a number between ±${mostOnScreen}`);

/** ISO 8601 with offset, in the forms of programming languages. */
export const isoDate =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d))?(?:[.,](\d+))?(?:([Zz])|([+-]\d\d)(?::?(\d\d))?)(?:\[[^\]]*\])?$/;
/** Common software keeps seven digits of a second. A service may refuse more. */
const fractionDigits = 7;

/** Java leaves out zero seconds and adds a zone, PHP omits the offset's colon, Python writes a space. */
export function completeDate(text: string): string | null {
  const [, day, minutes, seconds = '00', fraction, zulu, hours, offset = '00'] = isoDate.exec(text) ?? [];
  if (day === undefined) return null;
  const part = fraction === undefined ? '' : `.${fraction.slice(0, fractionDigits)}`;
  const date = `${day}T${minutes}:${seconds}${part}${zulu === undefined ? `${hours}:${offset}` : 'Z'}`;
  return strictDate.safeParse(date).success ? date : null;
}

const strictDate = z.iso.datetime({ offset: true });
const expectedDate = 'a date and time with offset (ISO 8601), such as 2025-05-31T14:05:00+02:00';

function expectedDateFor(found: unknown): string {
  const text = String(found);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${expectedDate}; the time and the offset are missing`;
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?$/.test(text)
    ? `${expectedDate}; the offset is missing`
    : expectedDate;
}

/** A point in time with its offset (receipt-service.md 2.3). Other notations are corrected (`corrections.ts`). */
export const dateTime = z
  .string(expectedDate)
  .refine((text) => completeDate(text) === text, {
    error: ({ input }) => expectedDateFor(input),
    params: { code: 'format' },
  })
  .meta({ format: 'date-time' });

export const timeOfDay = z.iso.time({ precision: 0, error: 'a time of day as HH:MM:SS, such as 14:05:00' });

export const currencyCode = z
  .string('a currency code of 3 letters (ISO 4217), such as EUR')
  .regex(/^[A-Za-z]{3}$/, 'a currency code of 3 letters (ISO 4217), such as EUR')
  .describe('exactly 3 letters, ISO 4217');

/** An enumeration that the interface shows only in part, so any name and any integer is accepted. */
export const openName = z.union(
  [z.string().min(1, 'a name as text, not empty'), z.int()],
  'a name as text (its integer also passes)',
);

/** One of these names, or an integer, because the service also has a number for each name (receipt-service.md 9). */
export function oneOfNames<const Name extends string>(names: readonly [Name, ...Name[]]) {
  const expected = `${names.map((name) => JSON.stringify(name)).join(' or ')} (exact spelling; its integer also passes)`;
  return z.union([z.enum(names), z.int()], expected);
}
