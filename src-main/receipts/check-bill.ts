import { toCents } from './amounts.ts';
import type { Bill } from './bill.ts';
import { billSchema } from './bill.ts';
import { checkForeignAmounts, warnAboutCurrencies } from './currency.ts';
import { warnAboutDeprecated, warnAboutEnumerations } from './deprecated.ts';
import { checkEInvoice } from './e-invoice.ts';
import { tillsKey, withNeutralKey } from './extension-key.ts';
import type { BillIssue } from './issues.ts';
import { found, IssueList } from './issues.ts';
import { field, visit } from './json.ts';
import { mended, mendsOf, warnAboutMends } from './mends.ts';
import { scan } from './scan.ts';
import { addSchemaIssues } from './schema-issues.ts';
import { defaultCashRoundingCents, warnAboutSums } from './sums.ts';

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
  /** The extension key on the wire: a till may use it instead of `extension:service`, but not both in one object. */
  readonly extensionKey?: string;
  /** Whether an e-invoice that lacks something is refused (a setting). Default: it is warned about. */
  readonly eInvoiceBlocks?: boolean;
  /** Up to how many cents a cash total may be rounded (a setting). Default: 5. */
  readonly cashRoundingCents?: number;
}

export interface BillCheck {
  readonly errors: readonly BillIssue[];
  readonly warnings: readonly BillIssue[];
  /**
   * The bill to read from, or null when there are errors: the very value that was given, unless the till used the
   * service's own extension key, nulls that no field admits, or amounts that are rounded. What is kept and sent is what was given.
   */
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
  let bill = input;
  if (scan(input, options.extensionKey, errors)) {
    bill = withNeutralKey(input, options.extensionKey);
    const words = bill === input ? null : tillsKey(input, options.extensionKey);
    errors.speak(words);
    warnings.speak(words);
    let parsed = billSchema.safeParse(bill);
    const mends = parsed.success ? [] : mendsOf(bill);
    if (mends.length > 0) {
      bill = mended(bill, mends);
      parsed = billSchema.safeParse(bill);
      warnAboutMends(mends, warnings);
    }
    if (!parsed.success) addSchemaIssues(errors, bill, parsed.error.issues);
    checkId(bill, options.saleBillId, errors);
    checkForeignAmounts(bill, errors);
    checkEInvoice(bill, options.eInvoiceBlocks === true ? errors : warnings);
    warnAbout(bill, options, warnings);
  }
  const findings = verdict(errors, warnings, options);
  return { ...findings, bill: findings.errors.length === 0 ? (bill as Bill) : null };
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
  warnAboutSums(bill, warnings, options.cashRoundingCents ?? defaultCashRoundingCents);
  warnAboutDeprecated(bill, warnings);
  warnAboutEnumerations(bill, warnings);
  warnAboutCurrencies(bill, warnings);
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
