import type { Segment } from '../shared/json.ts';
import { deepestNesting } from '../shared/json-text.ts';
import { type BillIssue, found, IssueList } from './issues.ts';
import { posExtensionKey } from './to-wire.ts';

const smallestCardNumber = 1e12;
const beyondCardNumbers = 1e19;

/** Checks depth, numbers and card numbers of a value. Returns false if its nesting is too deep. */
export function scan(root: unknown, extensionKey: string | undefined, issues: IssueList): boolean {
  const path: Segment[] = [];
  const wireKey = extensionKey === posExtensionKey ? undefined : extensionKey;

  const see = (value: unknown, key: string): boolean => {
    if (typeof value === 'object' && value !== null) {
      if (path.length < deepestNesting) return seeInside(value, key);
      const message = `Found more than ${deepestNesting} levels of nesting. Expected at most ${deepestNesting}.`;
      issues.add(path, 'depth', message);
      return false;
    }
    if (typeof value === 'string') seeText(value, key);
    else if (typeof value === 'number') seeNumber(value, key);
    else if (value !== null && value !== undefined && typeof value !== 'boolean')
      issues.add(path, 'type', 'Found something that is not JSON. Expected a JSON value.');
    return true;
  };

  const seeInside = (value: object, key: string): boolean => {
    if (wireKey !== undefined && Object.hasOwn(value, wireKey) && Object.hasOwn(value, posExtensionKey)) {
      issues.add(
        [...path, wireKey],
        'extension-key',
        `Found this key beside "${posExtensionKey}", which is sent on under the same name. Expected one of the two.`,
      );
    }
    for (const segment of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      path.push(segment);
      // The entries of a list are checked under the name of the list.
      const name = typeof segment === 'number' ? key : segment;
      if (!see((value as Readonly<Record<Segment, unknown>>)[segment], name)) return false;
      path.pop();
    }
    return true;
  };

  const seeText = (value: string, key: string): void => {
    if (key.length === 7 && key.toLowerCase() === 'cardpan') {
      if (isMaskedPan(value)) return;
      issues.add(
        path,
        'card-number',
        `${found(value, undefined)} that shows too many digits of a card number. Expected a masked PAN with at most the first 6 and the last 4 digits visible, such as 123456******1234.`,
      );
    } else if (value.length >= shortest && isCardNumberName(key) && holdsCardNumber(value)) {
      issues.add(path, 'card-number', visibleCardNumber);
    }
  };

  const seeNumber = (value: number, key: string): void => {
    if (!Number.isFinite(value)) {
      issues.add(path, 'number', 'Found a number too large for JSON software. Expected a finite number.');
    } else if (value >= smallestCardNumber && value < beyondCardNumbers && isCardNumberName(key)) {
      // The last digits of a longer number were lost in parsing, so its check digit proves nothing.
      const isLong = value > Number.MAX_SAFE_INTEGER;
      if (isLong || holdsCardNumber(String(value))) issues.add(path, 'card-number', visibleCardNumber);
    }
  };

  return see(root, '');
}

export function scanFreeJson(value: unknown, path: string): readonly BillIssue[] {
  const issues = new IssueList(path);
  scan(value, undefined, issues);
  return issues.items;
}

const visibleCardNumber =
  'Found a card number with all its digits. Expected none, or only the first 6 and the last 4 digits, such as 123456******1234.';

/** Any character but a digit, a space or a hyphen masks digits. At most the first 6 and the last 4 may be visible. */
export const isMaskedPan = (pan: string): boolean =>
  /^\p{Nd}{0,6}(?:\P{Nd}+\p{Nd}{0,4})?$/u.test(pan.replaceAll(/[\s-]/gu, ''));

const cardWords = 'card|karten?|carte|tarjeta|kort|cart[aã]o|credit|debit';
const cardNumberName = new RegExp(
  `(?:${cardWords}).*(?:num|nr$|no$|pan$|account)|num[a-zé]*(?:${cardWords})|^cc(?:n|no|nr|num.*)$`,
  'u',
);
/** Cards that are not payment cards; their numbers may pass the Luhn check by chance. */
const otherCard = /loyal|bonus|gift|voucher|member|customer|kunden|fidel/;

/** Whether a field is named like a card number: cardNumber, card_no, creditCardNr, pan, Kartennummer ... */
export function isCardNumberName(name: string): boolean {
  if (name.length > 100) return false;
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  if (words.includes('pan')) return true;
  const joined = words.join('');
  return !otherCard.test(joined) && (cardNumberName.test(joined) || joined === 'primaryaccountnumber');
}

const shortest = 13;
const longest = 19;

/** 13 to 19 digits with a valid Luhn digit, in groups of any length. Linear, also for megabytes of digits. */
export function holdsCardNumber(text: string): boolean {
  const chain: (number | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    const digit = digitOf(code);
    if (digit === null && chain.length === 0) continue;
    if (digit === null && endsWithCardNumber(chain)) return true;
    if (digit === null && (chain.at(-1) === null || !separator.test(String.fromCodePoint(code)))) chain.length = 0;
    else chain.push(digit);
  }
  return endsWithCardNumber(chain);
}

const separator = /^[\s-]$/u;

/** Whether a card number begins with some group of `chain` and ends with its last digit. */
function endsWithCardNumber(chain: readonly (number | null)[]): boolean {
  let sum = 0;
  let count = 0;
  for (let at = chain.length - 1; count <= longest; at -= 1) {
    const digit = chain[at];
    if (typeof digit === 'number') {
      // The last digit is not doubled, the one before it is.
      sum += count % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
      count += 1;
    } else if (count >= shortest && sum % 10 === 0) return true;
    else if (digit === undefined) return false;
  }
  return false;
}

const otherDigit = /^\p{Nd}$/u;
const otherDigits = new Map<number, number>();

/** The value 0-9 of a decimal digit of any script, null for anything else. */
export function digitOf(code: number): number | null {
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? code - 0x30 : null;
  const known = otherDigits.get(code);
  if (known !== undefined) return known;
  if (!otherDigit.test(String.fromCodePoint(code))) return null;
  // The ten digits of each script are consecutive. There are only some hundred digits, so all can be cached.
  let zero = code;
  while (code - zero < 9 && otherDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  otherDigits.set(code, code - zero);
  return code - zero;
}
