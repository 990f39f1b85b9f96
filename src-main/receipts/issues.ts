import type { z } from 'zod';
import { guid } from '../shared/guid.ts';
import { field, type Segment } from '../shared/json.ts';
import { pointerTo } from '../shared/json-text.ts';
import codes from './issue-codes.json' with { type: 'json' };

/** The reasons for refusing a bill (422), and the warnings. docs/receipt-format.md lists both. */
export const { errorCodes, warningCodes } = codes;

type BillErrorCode = keyof typeof errorCodes;
export type BillWarningCode = keyof typeof warningCodes;

/** An error or a warning. `path` is a JSON pointer (RFC 6901); `message` has the found value and the expectation. */
export interface BillIssue {
  readonly path: string;
  readonly code: BillErrorCode | BillWarningCode;
  readonly message: string;
}

/** More issues do not help a person, and a hostile body must not cause an answer larger than itself. */
export const mostIssues = 100;
const longestSegment = 100;

export interface TillSpelling {
  path(path: readonly Segment[]): readonly Segment[];
  message(message: string): string;
}

/** Collects issues: one per path and `distinct` mark and at most 100, followed by a note if there are more. */
export class IssueList {
  readonly items: BillIssue[] = [];
  readonly #prefix: string;
  #words: TillSpelling | null = null;
  readonly #seen = new Set<string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  speak(words: TillSpelling | null): void {
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
      const more = `There are more than ${mostIssues} issues; the others are left out. Correct these first.`;
      this.items.push({ path: this.#prefix, code: 'more', message: more });
      return;
    }
    this.items.push({ path: pointer, code, message: this.#words?.message(message) ?? message });
  }
}

/** A JSON pointer. Keys that are long or look like a card number are shortened, because the sender chose them. */
export function pointerOf(path: readonly Segment[]): string {
  return pointerTo(path.map((key) => (typeof key === 'number' ? key : shortened(key, longestSegment))));
}

function shortened(text: string, length: number): string {
  const head = text.length > length ? `${text.slice(0, length)}…` : text;
  return withoutLongNumbers(head).toWellFormed();
}

const withoutLongNumbers = (text: string): string =>
  guid.safeParse(text).success ? text : text.replace(/\p{Nd}(?:[ -]?\p{Nd}){11,}/gu, '************');

/** Fields whose content a message may repeat. Any other is described only by its kind and length. */
const shownText = new Set([
  ...['date', 'deliveryPeriodStart', 'deliveryPeriodEnd', 'redeemStartDate', 'redeemEndDate', 'currency', 'id'],
  ...['type', 'codeType', 'returnBarcodeType', 'receiptType', 'receiptTransactionType', 'quantityMeasure'],
  ...['do', 'state', 'language'],
]);

const shownNumbers = new Set([
  ...['fullAmountInclVat', 'fullAmountInclVatBeforeDiscounts', 'inclVat', 'exclVat', 'vat', 'percentage', 'type'],
  ...['amount', 'foreignAmount', 'amountGiven', 'amountReturned', 'remainingAmount', 'pricePerUnit'],
  ...['quantity', 'sequenceNumber', 'positionCount', 'limit', 'take'],
]);

const numberAsText = /^[-+]?[\d.,' ]{1,12}$/;

/** The beginning of a message: `Found "31.12.2025"`, `Found text of 12 characters`, `The field is missing`. */
export function found(value: unknown, key: Segment | undefined): string {
  if (value === undefined) return 'The field is missing';
  if (value === null) return 'Found null';
  if (Array.isArray(value))
    return value.length === 0 ? 'Found an empty list' : `Found a list of length ${value.length}`;
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

type ZodIssue = z.core.$ZodIssue;

/** Turns zod's issues into ours. The schemas' error texts contain the expectation; this adds the found value. */
export function addSchemaIssues(issues: IssueList, root: unknown, zodIssues: readonly ZodIssue[]): void {
  for (const issue of zodIssues) {
    if (issues.full) return;
    addOne(issues, root, issue, []);
  }
}

function addOne(issues: IssueList, root: unknown, issue: ZodIssue, parent: readonly Segment[]): void {
  const path = [...parent, ...(issue.path as Segment[])];
  const chosen = issue.code === 'invalid_union' ? chosenOption(issue) : null;
  if (chosen !== null) {
    for (const inner of chosen) addOne(issues, root, inner, path);
    return;
  }
  const value = field(root, ...path);
  issues.add(path, codeOf(issue, value), `${found(value, path.at(-1))}. Expected ${expectedBy(issue)}.`);
}

/** Finds the option n that a union names with the message `#n`: only the errors of that option are reported. */
function chosenOption(issue: z.core.$ZodIssueInvalidUnion): readonly ZodIssue[] | null {
  const index = /^#(\d+)$/.exec(issue.message)?.[1];
  return index === undefined ? null : (issue.errors[Number(index)] ?? []);
}

/** The types of zod in words for people. */
export const plainWords: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
};

/**
 * Replaces zod's own texts, which are not written for users: "Invalid input: expected object", and its limit of whole
 * numbers.
 */
function expectedBy(issue: ZodIssue): string {
  if ((issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int')
    return `a whole number between ±${Number.MAX_SAFE_INTEGER}`;
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  return (issue.code === 'invalid_type' ? plainWords[issue.expected] : undefined) ?? 'a value';
}

const customCodes: readonly BillErrorCode[] = ['decimals', 'number', 'format'];

function codeOf(issue: ZodIssue, value: unknown): BillErrorCode {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return issue.origin === 'string' ? 'length' : 'number';
    case 'invalid_format':
      return 'format';
    case 'invalid_value':
    case 'invalid_union':
      return typeof value === 'string' ? 'value' : 'type';
    case 'custom':
      return customCodes.find((code) => code === issue.params?.code) ?? 'value';
    default:
      return 'type';
  }
}
