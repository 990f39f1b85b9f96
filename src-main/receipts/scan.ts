import { holdsCardNumber, shortestCardNumber } from '../shared/card-number.ts';
import type { Segment } from '../shared/json.ts';
import { type BillIssue, found, IssueList } from './issues.ts';
import { posExtensionKey } from './to-wire.ts';

const smallestCardNumber = 1e12;
const beyondCardNumbers = 1e19;

/** Checks numbers and card numbers of a value, whose nesting the reader of JSON has limited (`deepestNesting`). */
export function scan(root: unknown, extensionKey: string | undefined, issues: IssueList): void {
  const path: Segment[] = [];
  const wireKey = extensionKey === posExtensionKey ? undefined : extensionKey;

  const see = (value: unknown, key: string): void => {
    if (typeof value === 'object' && value !== null) seeInside(value, key);
    else if (typeof value === 'string') seeText(value, key);
    else if (typeof value === 'number') seeNumber(value, key);
  };

  const seeInside = (value: object, key: string): void => {
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
      see((value as Readonly<Record<Segment, unknown>>)[segment], name);
      path.pop();
    }
  };

  const seeText = (value: string, key: string): void => {
    if (key.length === 7 && key.toLowerCase() === 'cardpan') {
      if (isMaskedPan(value)) return;
      issues.add(
        path,
        'card-number',
        `${found(value, undefined)} that shows too many digits of a card number. Expected a masked PAN with at most the first 6 and the last 4 digits visible, such as 123456******1234.`,
      );
    } else if (value.length >= shortestCardNumber && isCardNumberName(key) && holdsCardNumber(value)) {
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

  see(root, '');
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
