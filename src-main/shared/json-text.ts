/** JSON functions that keep every digit: JSON of a provider or till passes unchanged (receipt-service.md 2.8). */

import type { Segment } from './json.ts';

/** TypeScript's library lacks these functions, but V8 has them (ES2026). */
interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
}
const json = JSON as unknown as JsonWithSource;

/** Makes and recognizes a number that keeps its text: `JSON.stringify` gives it back digit by digit. */
export const { rawJSON: rawNumber, isRawJSON: isRawNumber } = json;

/** One JSON value as text. `writeJson` inserts it byte for byte. A plain JSON.stringify keeps at least every digit. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    hasText = true;
    return parseKeepingNumbers(this.text);
  }
}

/** Whether the value that `writeJson` writes contains a JsonText. */
let hasText = false;

/** JSON.stringify that inserts every JsonText unchanged. It recurses safely, because readers limit the nesting. */
export function writeJson(value: unknown): string {
  hasText = false;
  // Most values contain no JsonText, and the slow path costs ten times as much.
  const text = JSON.stringify(value);
  return (hasText ? written(value) : text) ?? 'null';
}

function written(value: unknown): string | undefined {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map((entry) => written(entry) ?? 'null').join(',')}]`;
  if (value === null || typeof value !== 'object' || json.isRawJSON(value)) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, member]) => {
    const text = written(member);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${members.join(',')}}`;
}

/** A cheap test that has false positives: numbers with many digits or an exponent, and texts that look like one. */
const mayLoseDigits = /[:[,]\s*-?(?:[\d.]{16}|[\d.]+[eE])/;
/** Finds numbers in another notation than JSON.stringify writes: 1.10, -0, 0.0000001. */
const mayBeWrittenOtherwise = /(?:^|[:[,])\s*-?(?:[\d.]{16}|[\d.]+[eE]|\d+\.\d*0(?!\d)|0\.0{6}|(?<=-)0(?![.\d]))/;
/** A JavaScript number always keeps this many significant digits. */
const sureDigits = 15;

function losesDigits(source: string, value: number): boolean {
  if (String(value) === source) return false;
  if (!Number.isFinite(value)) return true;
  const count = significantDigits(source);
  return count > sureDigits || (value === 0 && count > 0);
}

/** The number of digits without zeros at both ends. Loops count them, because `/0+$/` is slow for many zeros. */
function significantDigits(source: string): number {
  const exponent = source.search(/e/i);
  const digits = (exponent < 0 ? source : source.slice(0, exponent)).replace(/[-.]/g, '');
  let first = 0;
  let end = digits.length;
  while (digits[first] === '0') first += 1;
  while (end > first && digits[end - 1] === '0') end -= 1;
  return end - first;
}

const parseKeeping =
  (maybe: RegExp, isOther: (source: string, value: number) => boolean) =>
  (text: string): unknown =>
    maybe.test(text)
      ? json.parse(text, (_key, value, { source }) =>
          typeof value === 'number' && source !== undefined && isOther(source, value) ? json.rawJSON(source) : value,
        )
      : JSON.parse(text);

/** Keeps the text of numbers that JSON.stringify would change. Use it only for data without calculations. */
export const parseKeepingNumbers = parseKeeping(mayBeWrittenOtherwise, (source, value) => String(value) !== source);

/** Keeps the text of numbers that JavaScript cannot hold exactly. 1.10 becomes 1.1: equal contents compare as equal. */
export const parseKeepingValues = parseKeeping(mayLoseDigits, losesDigits);

/** Restores digits from the text that the value was read from. If none was lost, the result equals the value. */
export function keepingValues(value: unknown): unknown {
  const text = textOf(value);
  return text === undefined || mayLoseDigits.test(text) ? parseKeepingValues(text ?? writeJson(value)) : value;
}

/** Replaces each object by one list of its sorted keys and values, so that the order of keys does not matter. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const list: unknown[] = [];
  for (const key of Object.keys(value).sort())
    list.push(key, inOrder((value as Readonly<Record<string, unknown>>)[key]));
  return list;
}

const texts = new WeakMap<object, string>();

function rememberText(value: unknown, text: string): void {
  if (typeof value === 'object' && value !== null) texts.set(value, text);
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? texts.get(value) : undefined;

export const jsonTextOf = (value: unknown): string => textOf(value) ?? writeJson(value);

/** Parses JSON so that objects, and members that are objects, keep their text. `signs` are those of `text`. */
export function parseRemembering(text: string, signs = signsOf(text)): unknown {
  const value: unknown = JSON.parse(text);
  rememberText(value, text.trim());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  for (const [key, member] of namedParts(text, signs)) rememberText((value as Record<string, unknown>)[key], member);
  return value;
}

/** The members of a JSON object as texts. If a name occurs twice, the last one counts. */
export const membersOf = (text: string): ReadonlyMap<string, string> => namedParts(text, signsOf(text));

function namedParts(text: string, signs: Signs | undefined): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  const all = partsOf(text, '{', signs);
  for (let at = 0; at + 1 < all.length; at += 2) {
    const [name = '', value = ''] = [all[at], all[at + 1]];
    parts.set(nameIn(name), value);
  }
  return parts;
}

const nameIn = (quoted: string): string => (quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1));

export const entriesOf = (text: string): readonly string[] =>
  partsOf(text, '[', signsOf(text)).filter((part) => part !== '');

/** The texts between the punctuation of an object or a list. */
function partsOf(text: string, bracket: '{' | '[', signs: Signs | undefined): readonly string[] {
  const [first = -1, ...ends] = signs?.outermost ?? [];
  let start = first + 1;
  if (text[first] !== bracket) return [];
  return ends.map((end) => {
    const part = text.slice(start, end).trim();
    start = end + 1;
    return part;
  });
}

/** Limits for JSON from outside. They bound every loop and recursion over it. */
interface JsonBudget {
  readonly levels: number;
  /** The most commas, which limit the number of values and names. */
  readonly values?: number;
}

interface Signs {
  /** The positions of brackets, colons and commas of the outermost object or list. */
  readonly outermost: readonly number[];
  /** The number of colons at every depth, which is the number of written members. */
  readonly members: number;
}

/** Finds the punctuation in one pass; undefined beyond the budget. Cheap enough to run before the parser. */
export function signsOf(
  text: string,
  { levels, values = Number.POSITIVE_INFINITY }: JsonBudget = { levels: Number.POSITIVE_INFINITY },
): Signs | undefined {
  const outermost: number[] = [];
  let depth = 0;
  let commas = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfText(text, at);
      continue;
    }
    const isOpening = code === 0x7b || code === 0x5b;
    const isClosing = code === 0x7d || code === 0x5d;
    const isComma = code === 0x2c;
    if (!(isOpening || isClosing || isComma || code === 0x3a)) continue;
    depth += Number(isOpening);
    if (depth === 1) outermost.push(at);
    depth -= Number(isClosing);
    commas += Number(isComma);
    members += Number(code === 0x3a);
    if (depth > levels || commas > values) return undefined;
  }
  return { outermost, members };
}

/** Finds a repeated name. JSON.parse keeps only the last one, but the sent text has both. */
export function duplicateMember(text: string, value: unknown, signs: Signs): readonly Segment[] | null {
  // Counting is much cheaper than searching, and almost no JSON has a repeated name.
  return signs.members === countMembers(value) ? null : findDuplicate(text);
}

/** Counts without Object.values, which would cost five times as much. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const entry of value) count += countMembers(entry);
  // Parsed JSON inherits no members, so `for in` is safe.
  else for (const key in value) count += 1 + countMembers(value[key as keyof typeof value]);
  return count;
}

function findDuplicate(text: string): readonly Segment[] | null {
  const path: Segment[] = [];
  const names: Set<string>[] = [];
  let quoted = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    const level = path.length - 1;
    if (sign === '"') {
      const end = endOfText(text, at);
      quoted = text.slice(at, end + 1);
      at = end;
    } else if ('{['.includes(sign)) names[path.push(0) - 1] = new Set();
    else if ('}]'.includes(sign)) path.pop();
    // Counts the entries of a list. In an object the result is NaN, which the next name replaces.
    else if (sign === ',') path[level] = Number(path[level]) + 1;
    else if (sign === ':') {
      path[level] = nameIn(quoted);
      if (names[level]?.size === names[level]?.add(path[level]).size) return path;
    }
  }
  return null;
}

/** The index of the quote that ends the text beginning at `start`, or the end of the input. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** A JSON pointer (RFC 6901) to the value at `path`. */
export const pointerTo = (path: readonly Segment[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const keysOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

export function atPointer(value: unknown, pointer: string): unknown {
  let at: unknown = value;
  for (const key of keysOf(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** The deepest nesting that is read. It bounds every recursion over input from outside. */
export const deepestNesting = 64;
