import { holdsCardNumber } from './card-number.ts';
import logFields from './log-fields.json' with { type: 'json' };

/** Removes secrets from logs as a last protection. Do not log secrets: unknown forms are not detected. */

export const removed = '[removed]';
const mostItems = 50;
const mostShown = 2_000;
const mostSearched = 8_000;

/** Parts of field names, in any letter case. */
const privateName =
  'pass(?:word|wd|phrase)|token|authorization|cookie|secret|credential|(?:api|data|partner)[_-]?key|user[_-]?(?:name|id)|' +
  'external[_-]?(?:user[_-]?)?id|customer[_-]?id|mail|phone|card|\\bpan\\b|iban|barcode|buyer|street';

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
  const shaped = shapes.reduce((before, [shape, hidden]) => before.replace(shape, hidden), text.slice(0, mostSearched));
  const safe = shaped
    .replace(privateField, `$1${removed}`)
    .replace(uuidOrDigits, (found, digits = '') => (isCardNumber(digits) ? removed : found));
  return safe.length > mostShown || text.length > mostSearched
    ? `${safe.slice(0, mostShown)}... (${text.length} characters)`
    : safe;
};

/** Thirteen digits that start with 1 are a time in milliseconds until 2033. */
const isCardNumber = (digits: string): boolean => holdsCardNumber(digits.replace(/\b1\d{12}\b/g, 'time'));

/** A value of a log line. It has no members, so no secret can be below an unlisted name. */
export type LogValue = string | number | boolean | null | undefined | readonly string[];

/** Redacts a value of a log line. Any other value, which bypassed the compiler, becomes the name of its type. */
export const redact = (value: unknown): LogValue => {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => redactText(String(item)));
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return String(value);
    return Number.isInteger(value) && isCardNumber(String(value)) ? removed : value;
  }
  return value === null || value === undefined || typeof value === 'boolean' ? value : `[${typeof value}]`;
};

/** Every field of a log line. The support file can have those with `leaves`, but none with `stays` (text, paths). */
export { logFields };

type LogField = keyof typeof logFields;

export type LogFields = { readonly [Field in LogField]?: LogValue };

/** The compiler checks excess members only in object literals, so this type checks spread members. */
export type OnlyLogFields<Given> = string extends keyof Given
  ? never
  : Given & { readonly [Other in Exclude<keyof Given, LogField>]: never };

export const isLogField = (name: string): name is LogField => Object.hasOwn(logFields, name);

/** Accepts a GUID, a W3C trace id or a server's counter, but no address or sentence. */
export const isTraceId = (value: unknown): boolean => typeof value === 'string' && /^[\w.:|-]{8,100}$/.test(value);
