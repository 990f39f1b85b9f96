import { pointerTo } from '../lib/json-text.ts';
import type { BillErrorCode, BillWarningCode } from './issue-codes.ts';
import type { Segment } from './json.ts';

/** One finding. `path` is a JSON pointer (RFC 6901); `message` says what was found and what is expected. */
export interface BillIssue {
  readonly path: string;
  readonly code: BillErrorCode | BillWarningCode;
  readonly message: string;
}

/** More findings than a person reads help nobody, and a hostile body must not buy an answer larger than itself. */
export const mostIssues = 100;
const longestSegment = 100;

/** How a finding is told to a till that calls something otherwise than the rules do. */
export interface TillsWords {
  path(path: readonly Segment[]): readonly Segment[];
  message(message: string): string;
}

/** Collects findings: one per path and `distinct` mark, 100 at most, then one that says there are more. */
export class IssueList {
  readonly items: BillIssue[] = [];
  readonly #prefix: string;
  #words: TillsWords | null = null;
  readonly #seen = new Set<string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** What comes from now on is told in these words. */
  speak(words: TillsWords | null): void {
    this.#words = words;
  }

  get full(): boolean {
    return this.items.length > mostIssues;
  }

  add(path: readonly Segment[], code: BillIssue['code'], message: string, distinct = ''): void {
    if (this.full) return;
    const pointer = this.#prefix + pointerOf(this.#words?.path(path) ?? path);
    const key = `${distinct} ${pointer}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (this.items.length === mostIssues) {
      const more = `There are more than ${mostIssues} findings; the others are left out. Correct these first.`;
      this.items.push({ path: this.#prefix, code: 'more', message: more });
      return;
    }
    this.items.push({ path: pointer, code, message: this.#words?.message(message) ?? message });
  }
}

/** A JSON pointer. Keys that are long or look like a card number are shortened: they are the sender's, not ours. */
export function pointerOf(path: readonly Segment[]): string {
  return pointerTo(path.map((key) => (typeof key === 'number' ? key : shortened(key, longestSegment))));
}

/** At most `length` characters, with the digits of anything that could be a card number replaced. */
function shortened(text: string, length: number): string {
  const head = text.length > length ? `${text.slice(0, length)}…` : text;
  return withoutLongNumbers(head).toWellFormed();
}

function withoutLongNumbers(text: string): string {
  return uuidPattern.test(text) ? text : text.replace(/\p{Nd}(?:[ -]?\p{Nd}){11,}/gu, '************');
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Fields whose content a message may repeat: dates, names of enumerations, money. Everything else (names, addresses,
 * identifiers of customers, card data, fields nobody knows) is described by its kind and length alone.
 */
const shownText = new Set([
  'date',
  'deliveryPeriodStart',
  'deliveryPeriodEnd',
  'redeemStartDate',
  'redeemEndDate',
  'currency',
  'type',
  'codeType',
  'returnBarcodeType',
  'receiptType',
  'receiptTransactionType',
  'quantityMeasure',
  'id',
]);

const shownNumbers = new Set([
  'fullAmountInclVat',
  'fullAmountInclVatBeforeDiscounts',
  'amount',
  'foreignAmount',
  'amountGiven',
  'amountReturned',
  'remainingAmount',
  'inclVat',
  'exclVat',
  'vat',
  'percentage',
  'quantity',
  'pricePerUnit',
  'sequenceNumber',
  'positionCount',
  'type',
]);

const numberAsText = /^[-+]?[\d.,' ]{1,12}$/;

/** What was found, as the start of a message: `Found "31.12.2025"`, `Found text of 12 characters`, `The field is missing`. */
export function found(value: unknown, key: Segment | undefined): string {
  if (value === undefined) return 'The field is missing';
  if (value === null) return 'Found null';
  if (Array.isArray(value)) return value.length === 0 ? 'Found an empty list' : 'Found a list';
  if (typeof value === 'object') return 'Found an object';
  if (typeof value === 'boolean') return `Found ${value}`;
  if (typeof value === 'string') return foundText(value, String(key));
  if (typeof value !== 'number') return 'Found something that is not JSON';
  return shownNumbers.has(String(key)) ? `Found the number ${value}` : 'Found a number';
}

function foundText(value: string, name: string): string {
  if (value === '') return 'Found empty text';
  const isShown = shownText.has(name) || (shownNumbers.has(name) && numberAsText.test(value));
  if (isShown) return `Found the text "${shortened(value, 60)}"`;
  return `Found text of ${value.length} character${value.length === 1 ? '' : 's'}`;
}
