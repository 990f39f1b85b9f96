/**
 * JSON that has to go on as it came. `JSON.parse` and `JSON.stringify` turn 12345678901234567890 into
 * 12345678901234567000 and 1.10 into 1.1; what a provider or a till gave as free JSON must not change on its way
 * (service rules, "Bills"). Three things keep it: the text an object was read from (`textOf`), numbers that remember how
 * they were written (`parseKeepingNumbers`), and a piece of text that is written into other JSON as it is (`JsonText`).
 */

/** TypeScript's library does not know these yet; V8 does (JSON.parse source text access, ES2026). */
interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
}
const json = JSON as unknown as JsonWithSource;

/** A number as it is written, of any length: `JSON.stringify` gives it back digit by digit. */
export const rawNumber = (digits: string): unknown => json.rawJSON(digits);

/** Whether this is a number that is kept as it was written. */
export const isRawNumber = (value: unknown): boolean => json.isRawJSON(value);

/** One JSON value as text. `writeJson` puts it in byte for byte; a plain JSON.stringify keeps every digit at least. */
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

/** Whether what was written last has one inside. */
let hasText = false;

/** JSON.stringify, with every JsonText inside as it stands. The depth is that of what was let in. */
export function writeJson(value: unknown): string {
  hasText = false;
  // Most has none, and the long way costs ten times as much.
  const text = JSON.stringify(value);
  return (hasText ? written(value) : text) ?? 'null';
}

function written(value: unknown): string | undefined {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map((entry) => written(entry) ?? 'null').join(',')}]`;
  if (value === null || typeof value !== 'object' || json.isRawJSON(value) || hasToJson(value)) {
    return JSON.stringify(value);
  }
  const members = Object.entries(value).flatMap(([key, member]) => {
    const text = written(member);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${members.join(',')}}`;
}

/** Cheap, and true too often: a number of many digits or with an exponent, or a text that looks like one. */
const mayLoseDigits = /[:[,]\s*-?(?:[\d.]{16}|[\d.]+[eE])/;
/** The same of its form: 1.10, -0, 0.0000001. */
const mayBeWrittenOtherwise = /(?:^|[:[,])\s*-?(?:[\d.]{16}|[\d.]+[eE]|\d+\.\d*0(?!\d)|0\.0{6}|(?<=-)0(?![.\d]))/;
/** As many significant digits as a JSON number keeps for certain. */
const sureDigits = 15;

function losesDigits(source: string, value: number): boolean {
  if (String(value) === source) return false;
  if (!Number.isFinite(value)) return true;
  const count = significantDigits(source);
  return count > sureDigits || (value === 0 && count > 0);
}

/** Without the zeros at both ends. Counted in loops, because `/0+$/` starts again at every zero of a long number. */
function significantDigits(source: string): number {
  const exponent = source.search(/e/i);
  const digits = (exponent < 0 ? source : source.slice(0, exponent)).replace(/[-.]/g, '');
  let first = 0;
  let end = digits.length;
  while (digits[first] === '0') first += 1;
  while (end > first && digits[end - 1] === '0') end -= 1;
  return end - first;
}

/** JSON.parse in which the numbers that `isOther` tells stay as they were written; none, where `maybe` finds nothing. */
const parseKeeping =
  (maybe: RegExp, isOther: (source: string, value: number) => boolean) =>
  (text: string): unknown =>
    maybe.test(text)
      ? json.parse(text, (_key, value, { source }) =>
          typeof value === 'number' && source !== undefined && isOther(source, value) ? json.rawJSON(source) : value,
        )
      : JSON.parse(text);

/** Those that would be written otherwise. For data that nobody counts with. */
export const parseKeepingNumbers = parseKeeping(mayBeWrittenOtherwise, (source, value) => String(value) !== source);

/** Those whose value a JSON number cannot hold; 1.10 is 1.1. Two texts of the same content are the same after it. */
export const parseKeepingValues = parseKeeping(mayLoseDigits, losesDigits);

/** The same of the text that a value was read from: the value itself where it holds every number. */
export function keepingValues(value: unknown): unknown {
  const text = textOf(value);
  return text === undefined || mayLoseDigits.test(text) ? parseKeepingValues(text ?? writeJson(value)) : value;
}

/** The content of a JSON value in an order of its own: the same, whatever order its members were written in. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.keys(value)
    .sort()
    .map((key) => [key, inOrder((value as Readonly<Record<string, unknown>>)[key])]);
}

const hasToJson = (value: object): boolean => 'toJSON' in value && typeof value.toJSON === 'function';

const texts = new WeakMap<object, string>();

/** Remembers the text that an object was read from. The object must not be changed afterwards. */
function rememberText(value: unknown, text: string): void {
  if (typeof value === 'object' && value !== null) texts.set(value, text);
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? texts.get(value) : undefined;

/** The text that the value was read from, or the JSON of a value that was made here. */
export const jsonTextOf = (value: unknown): string => textOf(value) ?? writeJson(value);

/** JSON.parse of an object; it and its members that are objects remember their text. `signs`: its own, where they are known. */
export function parseRemembering(text: string, signs = signsOf(text)): unknown {
  const value: unknown = JSON.parse(text);
  rememberText(value, text.trim());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  for (const [key, member] of namedParts(text, signs)) rememberText((value as Record<string, unknown>)[key], member);
  return value;
}

/** The members of the object that `text`, which is valid JSON, holds: each value as text, the last one of a name. */
export const membersOf = (text: string): ReadonlyMap<string, string> => namedParts(text, signsOf(text));

function namedParts(text: string, signs: readonly number[] = []): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  const all = partsOf(text, '{', signs);
  for (let at = 0; at + 1 < all.length; at += 2) {
    const [name = '', value = ''] = [all[at], all[at + 1]];
    parts.set(name.includes('\\') ? JSON.parse(name) : name.slice(1, -1), value);
  }
  return parts;
}

/** The entries of the list that `text`, which is valid JSON, holds, each as text. */
export const entriesOf = (text: string): readonly string[] =>
  partsOf(text, '[', signsOf(text)).filter((part) => part !== '');

/** What stands between the signs of an object or a list, as it is written. */
const partsOf = (text: string, bracket: '{' | '[', signs: readonly number[] = []): readonly string[] =>
  text[signs[0] ?? -1] !== bracket
    ? []
    : signs.slice(1).map((end, before) => text.slice((signs[before] ?? 0) + 1, end).trim());

/** How much of a stranger's JSON is read; it bounds every loop and every recursion over it. */
interface JsonBudget {
  readonly levels: number;
  /** Values and names, counted by what stands between them. */
  readonly values?: number;
}

/**
 * Where the brackets, colons and commas of the outermost object or list stand; undefined for more than the budget. Counts in one
 * pass, outside of texts: cheap enough to run before the parser, which recurses. Of what is no JSON they mean nothing.
 */
export function signsOf(text: string, budget: JsonBudget = { levels: Number.POSITIVE_INFINITY }) {
  const { levels, values = Number.POSITIVE_INFINITY } = budget;
  const signs: number[] = [];
  let depth = 0;
  let count = 0;
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
    if (depth === 1) signs.push(at);
    depth -= Number(isClosing);
    count += Number(isComma);
    if (depth > levels || count > values) return undefined;
  }
  return signs;
}

/** The index of the quote that ends the text which starts at `start`, or the end of the input. */
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
export const pointerTo = (path: readonly (string | number)[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The keys on the way that a JSON pointer names. */
export const keysOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** What stands at a JSON pointer (RFC 6901); undefined for nothing. */
export function atPointer(value: unknown, pointer: string): unknown {
  let at: unknown = value;
  for (const key of keysOf(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/**
 * The deepest nesting of objects and lists that is read, in a body and in a bill (pos-api.md "Admission" 4): it bounds
 * every recursion over what a stranger sent.
 */
export const deepestNesting = 64;
