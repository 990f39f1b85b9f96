import { holdsCardNumber } from './card-number.ts';
import logFields from './log-fields.json' with { type: 'json' };

/** Removes secrets from logs as a last protection. Do not log secrets: unknown forms are not detected. */

export const removed = '[removed]';
const limits = { depth: 6, items: 50, keys: 50, text: 2_000, search: 8_000 } as const;

/** Parts of field names, in any letter case. */
const privateName =
  'pass(?:word|wd|phrase)|token|authorization|cookie|secret|credential|(?:api|data|partner)[_-]?key|user[_-]?(?:name|id)|' +
  'external[_-]?(?:user[_-]?)?id|customer[_-]?id|mail|phone|card|\\bpan\\b|iban|barcode|buyer|street';
const privateNames = new RegExp(privateName, 'i');

/**
 * Matches `name=value`, `name: value` and JSON inside a text, even escaped several times. A quoted value ends at its
 * quote.
 */
const privateField = new RegExp(
  `((?:${privateName})[\\w-]{0,64}\\\\*["']?\\s*[=:]\\s*)(?:\\\\*["'][^"']*|[^\\s"'\\\\&,;{}[\\]]+)`,
  'gi',
);

const shapes: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[\w+/.=~-]+/gi, `$1 ${removed}`],
  [/eyJ[\w-]{8,}(?:\.[\w-]*)*/g, removed],
  [/(:\/\/)[^/@\s]{1,512}@/g, `$1${removed}@`],
  [/[^\s@<>"'(),;:=/]{1,64}@[^\s@<>"'(),;:=/]{1,255}\.[a-z]{2,}/giu, removed],
];

/** UUIDs match first, so that their digits are not taken for card numbers. */
const uuidOrDigits = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(\d+(?:[ -]\d+)*)/gi;

/** Removes credentials, JWTs, passwords in addresses and forms, card numbers and e-mail addresses. */
export const redactText = (text: string): string => {
  // The text is shortened after the search, so that no half of a secret stays undetected.
  const shaped = shapes.reduce(
    (before, [shape, hidden]) => before.replace(shape, hidden),
    text.slice(0, limits.search),
  );
  const safe = shaped
    .replace(privateField, `$1${removed}`)
    .replace(uuidOrDigits, (found, digits = '') => (isCardNumber(digits) ? removed : found));
  return safe.length > limits.text || text.length > limits.search
    ? `${safe.slice(0, limits.text)}... (${text.length} characters)`
    : safe;
};

/** Thirteen digits that start with 1 are a time in milliseconds until 2033. */
const isCardNumber = (digits: string): boolean => holdsCardNumber(digits.replace(/\b1\d{12}\b/g, 'time'));

export const redact = (value: unknown, depth = 0): unknown => {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return String(value);
    return Number.isInteger(value) && isCardNumber(String(value)) ? removed : value;
  }
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object') return typeof value === 'bigint' ? redactText(String(value)) : `[${typeof value}]`;
  return depth >= limits.depth ? '[deeper]' : readable(() => redactObject(value, depth));
};

const redactObject = (value: object, depth: number): unknown => {
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '[no date]' : value.toISOString();
  if (Array.isArray(value)) {
    const items = value.slice(0, limits.items).map((item) => redact(item, depth + 1));
    return value.length > limits.items ? [...items, `... ${value.length} items`] : items;
  }
  const keys = value instanceof Error ? ['name', 'code', 'message', 'stack', 'cause'] : Object.keys(value);
  const safe: [string, unknown][] = [];
  for (const key of keys.slice(0, limits.keys)) {
    const inner = readable(() => Reflect.get(value, key));
    if (inner === undefined) continue;
    const hidden = privateNames.test(key) && inner !== null && typeof inner !== 'boolean';
    safe.push([redactText(key), hidden ? removed : redact(inner, depth + 1)]);
  }
  if (keys.length > limits.keys) safe.push(['...', `${keys.length} keys`]);
  return Object.fromEntries(safe);
};

const readable = (read: () => unknown): unknown => {
  try {
    return read();
  } catch {
    return '[unreadable]';
  }
};

/** Every field of a log line. The support file can have those with `leaves`, but none with `stays` (text, paths). */
export { logFields };

type LogField = keyof typeof logFields;

export type LogFields = { readonly [Field in LogField]?: unknown };

/** The compiler checks excess members only in object literals, so this type checks spread members. */
export type OnlyLogFields<Given> = string extends keyof Given
  ? never
  : Given & { readonly [Other in Exclude<keyof Given, LogField>]: never };

export const isLogField = (name: string): name is LogField => Object.hasOwn(logFields, name);

/** Accepts a GUID, a W3C trace id or a server's counter, but no address or sentence. */
export const isTraceId = (value: unknown): boolean => typeof value === 'string' && /^[\w.:|-]{8,100}$/.test(value);
