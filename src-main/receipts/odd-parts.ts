import { field, listOf } from '../shared/json.ts';
import { centsText, toCents } from './amounts.ts';
import { found, type IssueList } from './issues.ts';
import { lineKind } from './line.ts';

const extensionName = 'extension:service';

/** Warns about parts of a bill that fit the schema but are probably mistakes. Parts that cannot be judged are left out. */
export function warnAboutOddParts(bill: unknown, warnings: IssueList): void {
  for (const [index, line] of listOf(field(bill, 'data', 'lines')).entries()) {
    if (lineKind(line) === 'Default') warnAboutLine(line, index, warnings);
  }
  warnAboutTip(field(bill, 'data'), warnings);
  const date = field(bill, 'head', 'date');
  if (typeof date === 'string' && /^19[67]\d-/.test(date)) {
    const message = `${found(date, 'date')}. Expected the time of the sale: the clock of the till is not set, or seconds were read as milliseconds.`;
    warnings.add(['head', 'date'], 'date-unset', message);
  }
  const buyer = field(bill, 'head', 'buyer');
  const address = field(buyer, 'eMailAddress');
  if (field(buyer, 'sendReceiptByMail') === true && (typeof address !== 'string' || address.trim() === '')) {
    const message = 'Found true without an eMailAddress. Expected the address to which the receipt is sent.';
    warnings.add(['head', 'buyer', 'sendReceiptByMail'], 'mail-address', message);
  }
}

function warnAboutLine(line: unknown, index: number, warnings: IssueList): void {
  const amount = centsOf(field(line, 'fullAmountInclVat'));
  if (amount === null) return;
  const path = ['data', 'lines', index, 'fullAmountInclVat'];
  if (amount > 0 && field(line, extensionName, 'isReturn') === true) {
    const message = `Found ${centsText(amount)} on a line that isReturn marks as a return. Expected a negative amount.`;
    warnings.add(path, 'return-positive', message);
  }
  const expected = priceOf(line);
  if (expected === null || Math.abs(Math.abs(amount) - Math.abs(expected)) <= 1) return;
  const message = `Found ${centsText(amount)}. Expected ${centsText(expected)}, which is quantity times pricePerUnit; the tolerance is 1 cent.`;
  warnings.add(path, 'line-price', message, 'price');
}

/** Null for weighed or measured goods, because their price may be for another unit, and for a line with a discount. */
function priceOf(line: unknown): number | null {
  const item = field(line, 'item');
  const measure = field(item, 'quantityMeasure') ?? 'Count';
  const isReduced =
    listOf(field(line, extensionName, 'discounts')).length > 0 ||
    (field(line, extensionName, 'fullAmountInclVatBeforeDiscounts') ?? null) !== null ||
    (field(item, extensionName, 'pricePerUnitBeforeDiscounts') ?? null) !== null;
  const [quantity, price] = [field(item, 'quantity'), field(item, 'pricePerUnit')];
  if (measure !== 'Count' || isReduced || !Number.isInteger(quantity) || typeof price !== 'number') return null;
  return Math.round(Number(quantity) * price * 100);
}

/** A tip is in no payment if the lines alone are the total and the payments exactly that (receipt-service.md 2.12). */
function warnAboutTip(data: unknown, warnings: IssueList): void {
  const given = field(data, extensionName, 'tip');
  const tip = centsOf(field(given, 'amount') ?? given);
  const total = centsOf(field(data, 'fullAmountInclVat'));
  if (tip === null || tip <= 0 || total === null) return;
  const lines = sumOf(listOf(field(data, 'lines')).map((line) => field(line, 'fullAmountInclVat') ?? 0));
  const payments = sumOf(listOf(field(data, 'paymentTypes')).map((payment) => field(payment, 'amount')));
  if (lines !== total || payments !== total) return;
  const message = `Found a tip of ${centsText(tip)}, while lines and payments are both ${centsText(total)}. Expected the tip in a payment.`;
  warnings.add(['data', extensionName, 'tip'], 'tip-unpaid', message);
}

const sumOf = (amounts: readonly unknown[]): number =>
  amounts.reduce<number>((sum, amount) => sum + (centsOf(amount) ?? Number.NaN), 0);

const centsOf = (value: unknown): number | null => (typeof value === 'number' ? toCents(value) : null);
