import type { Segment } from '../lib/json.ts';
import { deepestNesting } from '../lib/json-text.ts';
import { posExtensionKey } from './extension-key.ts';
import { type BillIssue, found, IssueList } from './issues.ts';

const shortestCardNumber = 13;

const smallestCardNumber = 1e12;
const beyondCardNumbers = 1e19;

/**
 * What holds for every field, known or not (service rules, Bills): finite numbers, no visible card number, no
 * clash with the configured extension key. Numbers of any length pass: they travel as they were written. One pass over
 * the tree; returns false when it is too deep.
 */
export function scan(root: unknown, extensionKey: string | undefined, issues: IssueList): boolean {
  const path: Segment[] = [];
  const wireKey = extensionKey === posExtensionKey ? undefined : extensionKey;

  const see = (value: unknown, key: string): boolean => {
    switch (typeof value) {
      case 'string':
        seeText(value, key);
        return true;
      case 'number':
        seeNumber(value, key);
        return true;
      case 'object':
        return value === null || seeInside(value, key);
      case 'boolean':
        return true;
      default:
        if (value !== undefined) issues.add(path, 'type', 'Found something that is not JSON. Expected a JSON value.');
        return true;
    }
  };

  const seeInside = (value: object, key: string): boolean => {
    if (path.length >= deepestNesting) {
      issues.add(
        path,
        'depth',
        `Found more than ${deepestNesting} levels of nesting. Expected at most ${deepestNesting}.`,
      );
      return false;
    }
    if (Array.isArray(value)) return value.every((entry, index) => seeAt(index, entry, key));
    if (wireKey !== undefined && Object.hasOwn(value, wireKey) && Object.hasOwn(value, posExtensionKey)) {
      issues.add(
        [...path, wireKey],
        'extension-key',
        `Found this key beside "${posExtensionKey}", which is sent on under the same name. Expected one of the two.`,
      );
    }
    return Object.keys(value).every((name) => seeAt(name, (value as Record<string, unknown>)[name], name));
  };

  const seeAt = (segment: Segment, value: unknown, key: string): boolean => {
    path.push(segment);
    const goesOn = see(value, key);
    if (goesOn) path.pop();
    return goesOn;
  };

  const seeText = (value: string, key: string): void => {
    if (isCardPan(key)) {
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
      // The last digits of a longer number are not known here, so its check digit proves nothing.
      const isLong = value > Number.MAX_SAFE_INTEGER;
      if (isLong || holdsCardNumber(String(value))) issues.add(path, 'card-number', visibleCardNumber);
    }
  };

  return see(root, '');
}

/**
 * Free JSON beside a bill, such as buyerInformation: what is found against it, with `path` before every pointer. It is
 * looked at like a field of a bill that nobody knows.
 */
export function scanFreeJson(value: unknown, path: string): readonly BillIssue[] {
  const issues = new IssueList(path);
  scan(value, undefined, issues);
  return issues.items;
}

function isCardPan(key: string): boolean {
  return key.length === 7 && key.toLowerCase() === 'cardpan';
}

const visibleCardNumber =
  'Found a card number with all its digits. Expected none, or only the first 6 and the last 4 digits, such as 123456******1234.';

/**
 * Card numbers must not reach the service, the disk or a log: only a masked PAN may (interface document 2.5 and 8: at
 * most the first 6 and the last 4 digits). Digits of every script count.
 */

const separators = /[\s-]/gu;
const digitRun = /\p{Nd}+/gu;
const firstVisible = 6;
const lastVisible = 4;

/**
 * Whether a cardPan shows no more than the first 6 and the last 4 digits. Anything that is not a digit masks; spaces and
 * hyphens only group. Digits without any mask may be the first six or the last four: seven and more show too much.
 */
export function isMaskedPan(pan: string): boolean {
  const compact = pan.replace(separators, '');
  const runs = [...compact.matchAll(digitRun)].map((run) => ({
    digits: [...run[0]].length,
    first: run.index === 0,
    last: run.index + run[0].length === compact.length,
  }));
  return runs.every(({ digits, first, last }) => (first && digits <= firstVisible) || (last && digits <= lastVisible));
}

const cardWords = 'card|karten?|carte|tarjeta|kort|cart[aã]o|credit|debit';
const cardNumberName = new RegExp(
  `(?:${cardWords}).*(?:num|nr$|no$|pan$|account)|num[a-zé]*(?:${cardWords})|^cc(?:n|no|nr|num.*)$`,
  'u',
);
/** Cards that nobody pays with over a card network; their numbers may pass the Luhn check by chance. */
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

/**
 * Whether text holds a 13-19 digit number with a valid Luhn check digit. Groups of digits with one space or hyphen
 * between them count together, in every combination that is long enough. Linear, also for megabytes of single digits:
 * each group is compared with the few groups behind it that are not too far.
 */
export function holdsCardNumber(text: string): boolean {
  const chain = new Chain();
  let space = spaceNone;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    const digit = digitOf(code);
    if (digit !== null) chain.push(digit, space);
    else if (space === spaceNone && chain.endsWithCardNumber()) return true;
    space = digit === null ? spaceAfter(space, code) : spaceNone;
  }
  return space === spaceNone && chain.endsWithCardNumber();
}

const spaceAfter = (space: number, code: number): number =>
  space === spaceNone && isSeparator(code) ? spaceOne : spaceMany;

const otherSpace = /^\s$/u;

/** A hyphen or a space of any script. */
const isSeparator = (code: number): boolean =>
  code < 0x80
    ? code === 0x2d || code === 0x20 || (code >= 0x09 && code <= 0x0d)
    : otherSpace.test(String.fromCodePoint(code));

const spaceNone = 0;
const spaceOne = 1;
const spaceMany = 2;

/** Digits in a row, in groups, with the sums that make the Luhn check of any part of them one subtraction. */
class Chain {
  readonly #starts = [0];
  /** Of the digits so far, with those at odd places doubled, and with those at even places doubled. */
  readonly #oddDoubled = [0];
  readonly #evenDoubled = [0];
  /** The last group has more digits than a card number: nothing that holds it is one. */
  #isOverlong = false;

  clear(): void {
    this.#isOverlong = false;
    for (const list of [this.#starts, this.#oddDoubled, this.#evenDoubled]) list.splice(1);
  }

  startGroup(): void {
    if (this.#isOverlong) this.clear();
    const start = this.#oddDoubled.length - 1;
    if (start > 0) this.#starts.push(start);
  }

  /** `space`: what stands before it. */
  push(digit: number, space: number): void {
    if (space === spaceMany) this.clear();
    if (space !== spaceNone) this.startGroup();
    const index = this.#oddDoubled.length - 1;
    if (index - (this.#starts.at(-1) ?? 0) >= longest) this.#isOverlong = true;
    if (this.#isOverlong) return;
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    const isOdd = index % 2 === 1;
    this.#oddDoubled.push((this.#oddDoubled[index] ?? 0) + (isOdd ? doubled : digit));
    this.#evenDoubled.push((this.#evenDoubled[index] ?? 0) + (isOdd ? digit : doubled));
  }

  /** Whether some group starts a card number that ends with the last digit. */
  endsWithCardNumber(): boolean {
    if (this.#isOverlong) return false;
    const end = this.#oddDoubled.length - 1;
    // The last digit is not doubled, the one before it is.
    const sums = (end - 1) % 2 === 0 ? this.#oddDoubled : this.#evenDoubled;
    for (let at = this.#starts.length - 1; at >= 0; at -= 1) {
      const start = this.#starts[at] ?? 0;
      if (end - start > longest) return false;
      if (end - start >= shortest && ((sums[end] ?? 0) - (sums[start] ?? 0)) % 10 === 0) return true;
    }
    return false;
  }
}

const otherDigit = /^\p{Nd}$/u;
const otherDigits = new Map<number, number>();

/** The value 0-9 of a decimal digit of any script, null for anything else. */
function digitOf(code: number): number | null {
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? code - 0x30 : null;
  const known = otherDigits.get(code);
  if (known !== undefined) return known;
  if (!otherDigit.test(String.fromCodePoint(code))) return null;
  // Each script's ten digits lie in a row. There are some hundred digits in the world: all may be remembered.
  let zero = code;
  while (code - zero < 9 && otherDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  otherDigits.set(code, code - zero);
  return code - zero;
}
