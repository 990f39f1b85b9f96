import type { AddBill } from './add-bill.ts';
import { addBillSchema } from './add-bill.ts';
import { toCents } from './amounts.ts';
import type { Bill } from './bill.ts';
import { billSchema } from './bill.ts';
import { warnAboutDeprecated, warnAboutDeprecatedIdentification } from './deprecated.ts';
import { checkEInvoice } from './e-invoice.ts';
import { warnAboutEnumerations } from './enumerations.ts';
import type { BillIssue } from './issues.ts';
import { found, IssueList } from './issues.ts';
import { field, recordOf, visit } from './json.ts';
import { scan } from './scan.ts';
import { addSchemaIssues } from './schema-issues.ts';
import { warnAboutSums } from './sums.ts';

export type { BillIssue } from './issues.ts';

export interface CheckBillOptions {
  /** In live mode a bill that calls itself an example gets a warning. Default: no such check. */
  readonly mode?: 'training' | 'live';
  /** The id of the sale; a bill with another id is refused. Absent or null: not compared. */
  readonly saleBillId?: string | null;
  /** Whether warnings block as well (a setting): they are then among the errors. */
  readonly warningsBlock?: boolean;
  /** JSON pointer of the bill inside what was sent, such as `/bill`; put before every path. */
  readonly path?: string;
  /** The extension key on the wire; when given, a bill that uses it beside `extension:service` is refused. */
  readonly extensionKey?: string;
}

export interface BillCheck {
  readonly errors: readonly BillIssue[];
  readonly warnings: readonly BillIssue[];
  /** The very value that was given (not a copy, nothing reordered), or null when there are errors. */
  readonly bill: Bill | null;
}

/**
 * Judges a bill by the interface document 2.2-2.8, 8, 9 and the service rules. Never throws for a JSON value; the cost is
 * linear in its size; no message repeats a card number or personal data. Errors empty <=> the bill can be sent.
 */
export function checkBill(input: unknown, options: CheckBillOptions = {}): BillCheck {
  const prefix = options.path ?? '';
  const errors = new IssueList(prefix);
  const warnings = new IssueList(prefix);
  if (scan(input, options.extensionKey, errors)) {
    const parsed = billSchema.safeParse(input);
    if (!parsed.success) addSchemaIssues(errors, input, parsed.error.issues);
    checkId(input, options.saleBillId, errors);
    checkEInvoice(input, errors);
    warnAbout(input, options, warnings);
  }
  const findings = verdict(errors, warnings, options);
  return { ...findings, bill: findings.errors.length === 0 ? (input as Bill) : null };
}

export interface AddBillCheck {
  readonly errors: readonly BillIssue[];
  readonly warnings: readonly BillIssue[];
  readonly request: AddBill | null;
}

const requestSchema = addBillSchema.omit({ bill: true });

/** The same for a whole add-receipt request (interface document 2.1). */
export function checkAddBill(input: unknown, options: CheckBillOptions = {}): AddBillCheck {
  const prefix = options.path ?? '';
  const bill = checkBill(field(input, 'bill'), { ...options, path: `${prefix}/bill` });
  const errors = new IssueList(prefix);
  const warnings = new IssueList(prefix);
  const around = recordOf(input) === null ? input : { ...recordOf(input), bill: null };
  if (scan(around, options.extensionKey, errors)) {
    const parsed = requestSchema.safeParse(input);
    if (!parsed.success) addSchemaIssues(errors, input, parsed.error.issues);
    warnAboutDeprecatedIdentification(input, warnings);
  }
  const own = verdict(errors, warnings, options);
  const all = { errors: [...own.errors, ...bill.errors], warnings: [...own.warnings, ...bill.warnings] };
  return { ...all, request: all.errors.length === 0 ? (input as AddBill) : null };
}

function verdict(errors: IssueList, warnings: IssueList, options: CheckBillOptions): Omit<BillCheck, 'bill'> {
  return options.warningsBlock === true
    ? { errors: [...errors.items, ...warnings.items], warnings: [] }
    : { errors: errors.items, warnings: warnings.items };
}

function checkId(bill: unknown, saleBillId: string | null | undefined, errors: IssueList): void {
  const id = field(bill, 'id');
  if (typeof id !== 'string' || typeof saleBillId !== 'string' || id.toLowerCase() === saleBillId.toLowerCase()) return;
  const message = `${found(id, 'id')}. Expected "${saleBillId}", the id of this sale; or leave the id out, it is set for you.`;
  errors.add(['id'], 'id-mismatch', message);
}

function warnAbout(bill: unknown, options: CheckBillOptions, warnings: IssueList): void {
  warnAboutSums(bill, warnings);
  warnAboutDeprecated(bill, warnings);
  warnAboutEnumerations(bill, warnings);
  const currency = field(bill, 'data', 'currency');
  if (typeof currency === 'string' && currency !== currency.toUpperCase()) {
    const message = `${found(currency, 'currency')}. Expected capital letters: ISO 4217 writes "${currency.slice(0, 3).toUpperCase()}".`;
    warnings.add(['data', 'currency'], 'currency-case', message);
  }
  visit(bill, ['data', 'lines', '*', 'item', 'pricePerUnit'], (price, path) => {
    if (typeof price !== 'number' || toCents(price) !== null) return;
    const message = `${found(price, 'pricePerUnit')}. Expected at most 2 decimals; a unit price with more is sent on as it is.`;
    warnings.add(path, 'unit-price', message);
  });
  const isExample = field(bill, 'misc', 'extension:service', 'isExample');
  if (options.mode === 'live' && isExample === true) {
    const message = 'Found true. Expected no isExample in live mode: the customer gets a receipt marked as an example.';
    warnings.add(['misc', 'extension:service', 'isExample'], 'example', message);
  }
}
