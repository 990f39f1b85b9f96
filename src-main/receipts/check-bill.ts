import { field, listOf, type Segment, visit } from '../shared/json.ts';
import { type Bill, billSchema } from './bill.ts';
import { checkEInvoice, defaultCashRoundingCents, warnAboutSums } from './bill-warnings.ts';
import { corrected, correctionsOf, fitsBill, warnAboutCorrections } from './corrections.ts';
import { fiscalizationKinds } from './fiscalization.ts';
import { addSchemaIssues, type BillIssue, found, IssueList } from './issues.ts';
import { lineKinds } from './line.ts';
import { scan } from './scan.ts';
import { posExtensionKey, tillsKey, withNeutralKey } from './to-wire.ts';

export type { BillIssue } from './issues.ts';

export interface CheckBillOptions {
  /** Whether a bill with `isExample` gets a warning in live mode. Absent: no such check. */
  readonly mode?: 'training' | 'live';
  /** The id of the sale; a bill with another id is refused. Absent or null: not compared. */
  readonly saleBillId?: string | null;
  readonly warningsBlock?: boolean;
  /** The JSON pointer of the bill inside the sent body, such as `/bill`; it precedes every path. */
  readonly path?: string;
  /** The service's own extension key: a till may use it instead of `extension:service`, but not both in one object. */
  readonly extensionKey?: string;
  readonly eInvoiceBlocks?: boolean;
  /** The rounding of cash totals in cents (`delivery.cashRoundingCents`). Default: 5. */
  readonly cashRoundingCents?: number;
  /** The time of this computer. Absent: the date of the bill is not compared with it. */
  readonly now?: number;
}

export interface BillCheck {
  readonly errors: readonly BillIssue[];
  readonly warnings: readonly BillIssue[];
  /**
   * The bill to read from, or null if there are errors. It is the given value itself, unless the till used the
   * service's own extension key, nulls in fields that do not admit them, or amounts that are rounded. The given value
   * is stored and sent.
   */
  readonly bill: Bill | null;
}

/**
 * Checks a bill by receipt-service.md 2.2 to 2.8 and 9. Never throws for a value of `readJson`. The cost is linear in its
 * size, and no message repeats a card number or personal data. A bill without errors can be sent.
 */
export function checkBill(input: unknown, options: CheckBillOptions = {}): BillCheck {
  const prefix = options.path ?? '';
  const errors = new IssueList(prefix);
  const warnings = new IssueList(prefix);
  scan(input, options.extensionKey, errors);
  let bill: unknown = withNeutralKey(input, options.extensionKey);
  if (bill !== input) for (const list of [errors, warnings]) list.speak(tillsKey(input, options.extensionKey));
  if (!fitsBill(bill)) bill = mended(bill, errors, warnings);
  checkId(bill, options.saleBillId, errors);
  checkEInvoice(bill, options.eInvoiceBlocks === true ? errors : warnings);
  warnAbout(bill, options, warnings);
  const [blocking, others] = options.warningsBlock === true ? [warnings.items, []] : [[], warnings.items];
  const refused = [...errors.items, ...blocking];
  // This warning never blocks: after a failure a till hands over the receipts of several days.
  const late = new IssueList(prefix);
  if (refused.length === 0) warnAboutDistance(bill, options, late);
  return { errors: refused, warnings: [...others, ...late.items], bill: refused.length === 0 ? (bill as Bill) : null };
}

/** The bill with its notation corrected. What does not fit nevertheless is an error. */
function mended(bill: unknown, errors: IssueList, warnings: IssueList): unknown {
  const corrections = correctionsOf(bill);
  warnAboutCorrections(corrections, warnings);
  const better = corrected(bill, corrections);
  if (!fitsBill(better)) addSchemaIssues(errors, better, billSchema.safeParse(better).error?.issues ?? []);
  return better;
}

function checkId(bill: unknown, saleBillId: string | null | undefined, errors: IssueList): void {
  const id = field(bill, 'id');
  if (typeof id !== 'string' || typeof saleBillId !== 'string' || id.toLowerCase() === saleBillId.toLowerCase()) return;
  const message = `${found(id, 'id')}. Expected "${saleBillId}", the id of this sale; or leave the id out, it is set for you.`;
  errors.add(['id'], 'id-mismatch', message);
}

function warnAbout(bill: unknown, options: CheckBillOptions, warnings: IssueList): void {
  warnAboutSums(bill, warnings, options.cashRoundingCents ?? defaultCashRoundingCents);
  warnAboutRenamed(bill, inBill, warnings, (both) =>
    both ? 'both are there and sent on as they are' : 'it is sent on under that name',
  );
  warnAboutEnumerations(bill, warnings);
  warnAboutCurrencies(bill, warnings);
  const isExample = field(bill, 'misc', posExtensionKey, 'isExample');
  if (options.mode === 'live' && isExample === true) {
    const message = 'Found true. Expected no isExample in live mode: the customer gets a receipt marked as an example.';
    warnings.add(['misc', posExtensionKey, 'isExample'], 'example', message);
  }
}

const twoDaysMs = 2 * 86_400_000;

/** Compares the date of a bill with the clock in live mode only: examples for training have an old date. */
function warnAboutDistance(bill: unknown, { mode, now }: CheckBillOptions, warnings: IssueList): void {
  const date = field(bill, 'head', 'date');
  const distance = now === undefined || mode !== 'live' ? 0 : Math.abs(Date.parse(String(date)) - now);
  if (distance <= twoDaysMs) return;
  const message = `${found(date, 'date')}. Expected a date at most two days from the clock of this computer; check the clock of the till.`;
  warnings.add(['head', 'date'], 'date-far', message);
}

/** Codes of funds and units of account: ISO 4217 has them, but Intl lists only money. */
const fundCodes = 'BOV CHE CHW CLF COU MXV USN UYI UYW XAG XAU XDR XPD XPT XSU XUA'.split(' ');
const moneyCodes: readonly string[] = Intl.supportedValuesOf('currency');
const knownCodes: ReadonlySet<string> = new Set([...moneyCodes, ...fundCodes]);

const letters = /^[A-Za-z]{3}$/;

/** Unlisted codes that look like ISO 4217 only get a warning, because a currency may be newer than the app. */
function warnAboutCurrencies(bill: unknown, warnings: IssueList): void {
  const currency = field(bill, 'data', 'currency');
  // The schema refuses a code without three letters.
  if (typeof currency === 'string' && letters.test(currency)) warnAboutCode(currency, ['data', 'currency'], warnings);
  for (const [index, payment] of listOf(field(bill, 'data', 'paymentTypes')).entries()) {
    warnAboutCode(field(payment, 'foreignCurrency'), ['data', 'paymentTypes', index, 'foreignCurrency'], warnings);
  }
}

function warnAboutCode(code: unknown, path: readonly Segment[], warnings: IssueList): void {
  if (typeof code !== 'string') return;
  const capitals = code.toUpperCase();
  // A JavaScript runtime may be built without the list of currencies.
  if (moneyCodes.length > 0 && !knownCodes.has(capitals)) {
    const message = `${found(code, letters.test(code) ? 'currency' : undefined)}. Expected a code of ISO 4217, such as EUR; it is sent on as it is.`;
    warnings.add(path, 'currency-unknown', message);
  } else if (code !== capitals) {
    const message = `${found(code, 'currency')}. Expected capital letters: ISO 4217 writes "${capitals}".`;
    warnings.add(path, 'currency-case', message);
  }
}

type Renamed = readonly (readonly [pattern: readonly string[], successor: string])[];

const inBill: Renamed = [
  [['security', 'tse'], 'fiscalization'],
  [['security', posExtensionKey, 'tseFailure'], 'failure'],
  [['security', posExtensionKey, 'tseRequired'], 'required'],
];
const inRequest: Renamed = [
  [['userIdentification', 'userId'], 'externalId'],
  [['userIdentification', 'loyaltyCardBarcode'], 'externalId'],
];

/** Warns about deprecated fields (receipt-service.md 9). `then` says what is sent; `both`: the bill has both names. */
function warnAboutRenamed(root: unknown, fields: Renamed, warnings: IssueList, then: (both: boolean) => string): void {
  for (const [pattern, successor] of fields) {
    visit(root, pattern, (value, path) => {
      if (value === null) return;
      const both = (field(root, ...pattern.slice(0, -1), successor) ?? null) !== null;
      const message = `Found the deprecated field "${path.at(-1)}". Expected "${successor}"; ${then(both)}.`;
      warnings.add(path, 'deprecated', message);
    });
  }
}

export const warnAboutDeprecatedIdentification = (request: unknown, warnings: IssueList): void =>
  warnAboutRenamed(request, inRequest, warnings, () => 'it is passed on unchanged');

/** Every described enumeration. Integers are accepted, names recommended (receipt-service.md 9). */
const enumerations: readonly (readonly string[])[] = [
  ['data', 'paymentTypes', '*', posExtensionKey, 'type'],
  ['data', posExtensionKey, 'discounts', '*', 'type'],
  ['data', 'lines', '*', posExtensionKey, 'type'],
  ['data', 'lines', '*', 'item', 'quantityMeasure'],
  ['security', 'fiscalization', 'type'],
  ['security', 'tse', 'type'],
  ['misc', 'additionalReceipts', '*', 'type'],
  ['misc', posExtensionKey, 'receiptType'],
  ['misc', posExtensionKey, 'afterSalesCoupons', '*', 'codeType'],
  ['misc', posExtensionKey, 'returnBarcodeType'],
  ['misc', posExtensionKey, 'receiptTransactionType'],
  ['misc', posExtensionKey, 'countrySpecificAttributes', 'type'],
];

const lineKindNames = [...Object.keys(lineKinds), 'Custom'];

function warnAboutEnumerations(bill: unknown, warnings: IssueList): void {
  for (const pattern of enumerations) {
    visit(bill, pattern, (value, path) => {
      if (typeof value !== 'number') return;
      const message = `Found the integer ${value}. Expected the name of the enumeration as text; only the service knows what the integer means.`;
      warnings.add(path, 'integer-enum', message);
    });
  }
  for (const [index, line] of listOf(field(bill, 'data', 'lines')).entries()) {
    const type = field(line, posExtensionKey, 'type');
    if (typeof type === 'number' || (typeof type === 'string' && lineKindNames.includes(type))) continue;
    const then = typeof type === 'string' ? 'sent on without being checked' : 'read as a Default line';
    const message = `${found(type, 'type')}. Expected "Default", "Text", "Discount", "keyValue" or "Custom"; line ${index + 1} is ${then}.`;
    warnings.add(['data', 'lines', index, posExtensionKey, 'type'], 'line-kind', message);
  }
  for (const name of ['fiscalization', 'tse']) {
    const type = field(bill, 'security', name, 'type');
    if (typeof type !== 'string' || Object.hasOwn(fiscalizationKinds, type)) continue;
    const message = `${found(type, 'type')}. Expected ${Object.keys(fiscalizationKinds).join(', ')}; the service reads it as Tse.`;
    warnings.add(['security', name, 'type'], 'fiscalization-kind', message);
  }
}
