import { z } from 'zod';
import { type JsonRecord, recordOf, type Segment } from '../lib/json.ts';
import type { FieldIssue } from '../lib/result.ts';
import { pointerOf } from '../receipts/issues.ts';

/**
 * What becomes of a member that is not known. `refused`, before payment: one that seems to name store, customer or amount
 * is refused, so that nobody pays for what was misspelt. `understood`, with and after payment: nothing is lost to a
 * spelling; the one that can only be the store or the customer is read as that. Whatever else is not known is left out. All warn.
 */
export type UnknownMembers = 'refused' | 'understood';

/** What readers see of a body with members that nobody knows; the paths are those of `input`. */
interface Judged {
  /** `input`, with the names that are known. */
  readonly value: unknown;
  readonly errors: readonly FieldIssue[];
  readonly warnings: readonly FieldIssue[];
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** What a till may mean: the names that it has here, and how others begin that seem to mean it. */
const subjects = [
  { names: ['storeId', 'stores'], others: /^(?:store|shop|branch|outlet)/ },
  {
    names: ['customer', 'userIdentification', 'externalId', 'externalUserId', 'buyerInformation', 'loyaltyCards'],
    others: /^(?:customer|buyer|member|e?mail|loyalty|external|userid)/,
  },
  { names: ['amount', 'total'], others: /^(?:amount|total|sum$)/ },
];

/** Amounts are not guessed: the bill has its own. */
const guessed = subjects.slice(0, 2).flatMap(({ names }) => names);

const mostTold = 20;

/** Looks for members that the schema does not know, wherever it would drop them. */
export function judgeUnknownMembers(
  schema: z.core.$ZodType,
  input: unknown,
  unknownMembers: UnknownMembers | undefined,
): Judged {
  const errors = new Map<string, FieldIssue>();
  const warnings = new Map<string, FieldIssue>();

  /** Of a list the first entry speaks for all. */
  function tell(into: Map<string, FieldIssue>, path: readonly Segment[], code: string, expected: string): void {
    const key = JSON.stringify(path.filter((segment) => typeof segment === 'string'));
    if (into.has(key) || into.size >= mostTold) return;
    into.set(key, { path: pointerOf(path), code, message: `Found a field that is not known here. ${expected}` });
  }

  function read(outer: z.core.$ZodType, value: unknown, path: readonly Segment[]): unknown {
    let schema = outer;
    while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) schema = schema.unwrap();
    if (schema instanceof z.ZodArray && Array.isArray(value)) {
      const { element } = schema;
      return sameUnless(value, (entry, index) => read(element, entry, [...path, index]));
    }
    const record = recordOf(value);
    return schema instanceof z.ZodObject && record !== null ? readMembers(schema, record, path) : value;
  }

  function readMembers({ shape, def }: z.ZodObject, record: JsonRecord, path: readonly Segment[]): unknown {
    const strange = Object.keys(record).filter((key) => !Object.hasOwn(shape, key));
    const guesses = unknownMembers === 'understood' ? guessesOf(shape, record, strange) : new Map<string, string>();
    let isRenamed = false;
    const entries = Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
      const at = [...path, key];
      const name = Object.hasOwn(shape, key) ? key : guesses.get(key);
      if (name === undefined) {
        // What is not known here is known to whoever it is passed on to, or a window's.
        if (def.catchall !== undefined) return [[key, value]];
        leaveOut(shape, value, at);
        return [];
      }
      if (name !== key) tell(warnings, at, 'misspelt-field', `Expected ${name}; it is read as that.`);
      const inner = read(shape[name] as z.core.$ZodType, value, at);
      isRenamed ||= name !== key || inner !== value;
      return [[name, inner]];
    });
    return isRenamed ? Object.fromEntries(entries) : record;
  }

  function leaveOut(shape: Shape, value: unknown, at: readonly Segment[]): void {
    // A serializer's null says nothing, and no body neither.
    if (value === null || value === undefined) return;
    const key = String(at.at(-1));
    // What comes with a request that needs nothing.
    if (key === 'sent' && at.length === 1 && recordOf(value) !== null) return void read(nothing, value, at);
    const meant = unknownMembers === 'refused' ? meantBy(shape, key) : null;
    const known = Object.keys(shape).join(', ');
    if (meant !== null) tell(errors, at, 'unknown', `Expected ${meant}, which it seems to mean, or neither.`);
    else tell(warnings, at, 'unknown-field', `Expected ${known === '' ? 'none' : `only ${known}`}; it is left out.`);
  }

  const value = unknownMembers === undefined ? input : read(schema, input, []);
  return { value, errors: [...errors.values()], warnings: [...warnings.values()] };
}

const nothing = z.object({});

function sameUnless(list: readonly unknown[], read: (entry: unknown, index: number) => unknown): readonly unknown[] {
  const entries = list.map(read);
  return entries.some((entry, index) => entry !== list[index]) ? entries : list;
}

/** By the name that was written: the one that is known, where it can be no other and fits. */
function guessesOf(shape: Shape, record: JsonRecord, strange: readonly string[]): ReadonlyMap<string, string> {
  const near = strange.flatMap((key) => {
    const name = guessed.find((each) => Object.hasOwn(shape, each) && (isNear(key, each) || isOtherName(key, each)));
    return name === undefined || Object.hasOwn(record, name) ? [] : [{ key, name }];
  });
  const single = near.filter(({ name }) => near.filter((other) => other.name === name).length === 1);
  return new Map(
    single.filter(({ key, name }) => fits(shape[name], record[key])).map(({ key, name }) => [key, name] as const),
  );
}

/** Also with a spelling of its own inside. */
function fits(schema: z.core.$ZodType | undefined, value: unknown): boolean {
  if (schema === undefined || value === null) return false;
  return z.safeParse(schema, judgeUnknownMembers(schema, value, 'understood').value).success;
}

/** What the other calls, and the interface document, call the customer. */
const isOtherName = (key: string, name: string): boolean => key === 'customer' && name === 'userIdentification';

/** The known name that it seems to mean: the nearest of those that mean the same. */
function meantBy(shape: Shape, key: string): string | null {
  for (const { names, others } of subjects) {
    const known = names.filter((name) => Object.hasOwn(shape, name));
    if (!known.some((name) => isNear(key, name)) && !wordsOf(key).some((word) => others.test(word))) continue;
    const [nearest] = known.toSorted((one, other) => distance(key, one) - distance(key, other));
    if (nearest !== undefined) return nearest;
  }
  return null;
}

const isNear = (key: string, name: string): boolean => distance(key, name) <= (name.length < 7 ? 1 : 2);

const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

const wordsOf = (name: string): readonly string[] => [
  plain(name),
  ...name.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/).map(plain),
];

/** Longer ones mean nothing here, and comparing them would cost. */
const longestName = 40;

/** How many letters have to be put in, left out, replaced or exchanged with their neighbour; capitals and signs count for nothing. */
function distance(written: string, name: string): number {
  const [one, other] = [plain(written.slice(0, longestName)), plain(name)];
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const at = (up: number, left: number): number => (up === 0 ? line : rows[row - up])?.[column - left] ?? row;
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (isSame ? 0 : 1), isSwapped ? at(2, 2) + 1 : Infinity));
    }
    rows.push(line);
  }
  return rows[one.length]?.[other.length] ?? Infinity;
}
