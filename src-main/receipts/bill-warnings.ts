import { field, type JsonRecord, listOf, recordOf, type Segment, visit } from '../shared/json.ts';
import { smallestCents } from '../shared/minor-unit.ts';
import { centsText, exactVatCents, toCents, vatCents } from './fields.ts';
import { found, type IssueList } from './issues.ts';
import { lineKind } from './line.ts';
import { posExtensionKey } from './to-wire.ts';

/**
 * Warns about sums that do not agree. The tolerance is one cent per entry, or one whole unit in a currency without
 * decimals, plus the rounding of cash totals (in cents).
 * These are only warnings, because rounding customs differ. Lines are not compared if one is of unknown kind or an
 * article has no amount. With a tip, which is not described (receipt-service.md 2.12), only VAT is compared.
 */
export function warnAboutSums(bill: unknown, warnings: IssueList, cashRoundingCents: number): void {
  const data = field(bill, 'data');
  const total = centsOf(field(data, 'fullAmountInclVat'));
  const unitCents = smallestCents(field(data, 'currency'));
  const hasVatSums = field(data, posExtensionKey, 'disableVatAmountsValidation') !== true;
  if (total !== null && (field(data, posExtensionKey, 'tip') ?? null) === null) {
    const before = centsOf(field(data, posExtensionKey, 'fullAmountInclVatBeforeDiscounts'));
    const roundingCents = cashRounding(data, cashRoundingCents);
    const sums: Sums = { data, total, totals: [total, before ?? total], unitCents, roundingCents };
    compareLines(sums, warnings);
    comparePayments(sums, warnings);
    if (hasVatSums) compareVatGroups(sums, warnings);
  }
  if (hasVatSums) compareVat(data, unitCents, warnings);
}

interface Sums {
  readonly data: unknown;
  readonly total: number;
  readonly totals: readonly number[];
  readonly unitCents: number;
  readonly roundingCents: number;
}

const isNear = (sum: number, totals: readonly number[], tolerance: number): boolean =>
  totals.some((expected) => Math.abs(sum - expected) <= tolerance);

const doNotSum = (entries: string, sum: number, total: number, tolerance: number): string =>
  `Found ${entries}. Expected fullAmountInclVat ${centsText(total)}: the difference is ${cents(sum - total)}, the tolerance ${cents(tolerance)}.`;

/** The rounding of cash totals in cents, unless the settings change it. */
export const defaultCashRoundingCents = 5;

/**
 * The sum of the lines is the total, or the total before discounts where the bill has one. A Discount line with a
 * positive amount may be a discount without its sign, a surcharge, or a cancelled discount. One match is enough.
 */
function compareLines({ data, total, totals, unitCents, roundingCents }: Sums, warnings: IssueList): void {
  let articles = 0;
  let count = 0;
  const discounts: number[] = [];
  for (const line of listOf(field(data, 'lines'))) {
    const type = lineKind(line);
    const cents = centsOf(field(line, 'fullAmountInclVat'));
    if (type === 'Text' || type === 'keyValue' || (type === 'Discount' && cents === null)) continue;
    if (cents === null || (type !== 'Default' && type !== 'Discount')) return;
    if (type === 'Discount') discounts.push(cents);
    else articles += cents;
    count += 1;
  }
  if (count === 0) return;
  const tolerance = count * unitCents + roundingCents;
  const asWritten = sumOf(discounts);
  const withoutSign = -sumOf(discounts.map(Math.abs));
  const sums = [withoutSign, asWritten, -asWritten].map((discount) => articles + discount);
  if (sums.some((sum) => isNear(sum, totals, tolerance))) return;
  const [sum = 0] = sums.toSorted((one, other) => Math.abs(one - total) - Math.abs(other - total));
  const entries = `lines (${count}) that add up to ${centsText(sum)}`;
  warnings.add(['data', 'lines'], 'sum-lines', doNotSum(entries, sum, total, tolerance));
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** The `amount` of a payment may include the change that the customer got back, or not: both are valid. */
function comparePayments({ data, total, unitCents, roundingCents }: Sums, warnings: IssueList): void {
  const payments = listOf(field(data, 'paymentTypes'));
  let paid = 0;
  let change = 0;
  for (const payment of payments) {
    const amount = centsOf(field(payment, 'amount'));
    if (amount === null) return;
    paid += amount;
    change += centsOf(field(payment, posExtensionKey, 'paymentDetails', 'amountReturned')) ?? 0;
  }
  const count = payments.length;
  const tolerance = count * unitCents + roundingCents;
  const received = Math.abs(paid - total) < Math.abs(paid - change - total) ? paid : paid - change;
  if (count === 0 || Math.abs(received - total) <= tolerance) return;
  const less = change === 0 ? '' : ` (${centsText(paid - change)} without the change)`;
  const entries = `payments (${count}) that add up to ${centsText(paid)}${less}`;
  warnings.add(['data', 'paymentTypes'], 'sum-payments', doNotSum(entries, received, total, tolerance));
}

function compareVatGroups({ data, total, totals, unitCents, roundingCents }: Sums, warnings: IssueList): void {
  const groups = listOf(field(data, 'vatAmounts')).map((group) => centsOf(field(group, 'inclVat')));
  const amounts = groups.filter((amount) => amount !== null);
  const sum = sumOf(amounts);
  const tolerance = amounts.length * unitCents + roundingCents;
  if (groups.length === 0 || amounts.length < groups.length || isNear(sum, totals, tolerance)) return;
  const entries = `VAT groups (${amounts.length}) with inclVat ${centsText(sum)} together`;
  warnings.add(['data', 'vatAmounts'], 'sum-vat-groups', doNotSum(entries, sum, total, tolerance));
}

/** Only cash is rounded. A payment kind given as an integer may be cash. */
function cashRounding(data: unknown, roundingCents: number): number {
  const payments = listOf(field(data, 'paymentTypes'));
  const types = payments.map((payment) => field(payment, posExtensionKey, 'type'));
  const mayBeCash = types.some((type) => type === 'Cash' || typeof type === 'number');
  return mayBeCash ? roundingCents : 0;
}

function compareVat(data: unknown, unitCents: number, warnings: IssueList): void {
  for (const pattern of [
    ['vatAmounts', '*'],
    ['lines', '*', 'vatAmounts', '*'],
  ]) {
    visit(data, pattern, (entry, at) => compareVatEntry(entry, at, unitCents, warnings));
  }
}

/** `at` is the path inside `data`. */
function compareVatEntry(entry: unknown, at: readonly Segment[], unitCents: number, warnings: IssueList): void {
  const path = ['data', ...at];
  const [first, second] = at.filter((segment) => typeof segment === 'number').map((index) => index + 1);
  const name = second === undefined ? `VAT group ${first}` : `Line ${first}, VAT amount ${second}`;
  const incl = centsOf(field(entry, 'inclVat'));
  const excl = centsOf(field(entry, 'exclVat'));
  const vat = centsOf(field(entry, 'vat'));
  const percentage = field(entry, 'percentage');
  if (incl === null || excl === null || vat === null) return;
  const difference = incl - excl - vat;
  if (Math.abs(difference) > unitCents) {
    const message = `${name}: found inclVat ${centsText(incl)} with exclVat ${centsText(excl)} + vat ${centsText(vat)} = ${centsText(excl + vat)}. Expected them to be equal: the difference is ${cents(difference)}, the tolerance ${cents(unitCents)}.`;
    warnings.add(path, 'sum-vat', message, 'sum');
  }
  if (typeof percentage !== 'number' || !Number.isFinite(percentage) || percentage <= -100) return;
  const exact = exactVatCents(incl, percentage);
  if (Math.abs(vat - exact) > unitCents + 1e-6) {
    const expected = vatCents(incl, percentage, unitCents);
    const message = `${name}: found vat ${centsText(vat)}. Expected ${centsText(expected)}, which is ${percentage} % contained in inclVat ${centsText(incl)}: the difference is ${cents(vat - expected)}, the tolerance ${cents(unitCents)}.`;
    warnings.add(path, 'vat-rate', message, 'rate');
  }
}

function centsOf(value: unknown): number | null {
  return typeof value === 'number' ? toCents(value) : null;
}

function cents(count: number): string {
  return Math.abs(count) === 1 ? `${count} cent` : `${count} cents`;
}

const buyerPath = ['head', 'buyer'] as const;

/**
 * Checks the additional needs of an e-invoice: seller VAT id, buyer format, name and postal address, and a quantity on
 * every line with an item (receipt-service.md 2.3 and 2.6). The service requires them and does not show where they are.
 * The check therefore searches every place with a matching name. A missing field is a warning, or with
 * `delivery.eInvoiceBlocks` an error. `issues` are the errors or the warnings.
 *
 * A bill with the type `EInvoice` is an e-invoice. One with an integer may be, because only the service knows the
 * meaning. The exception is 0 if no format is named, because `Receipt` is the first name of the enumeration.
 */
export function checkEInvoice(bill: unknown, issues: IssueList): void {
  const type = field(bill, 'misc', posExtensionKey, 'receiptType');
  if (type !== 'EInvoice' && typeof type !== 'number') return;
  const buyers = places(bill, buyerName);
  const sellers = places(bill, sellerName);
  if (type === 0 && !buyers.some((buyer) => hasFilled(buyer, /format$/i))) return;
  const need = (path: readonly string[], isThere: boolean, what: string): void => {
    if (!isThere) issues.add(path, 'e-invoice', message(field(bill, ...path), path, what));
  };
  const has = (owners: readonly JsonRecord[], name: RegExp): boolean => owners.some((owner) => hasFilled(owner, name));
  const addresses = [...buyers, ...buyers.flatMap((buyer) => inside(buyer, /address/i))];

  need(['head', 'seller', 'vatId'], has(sellers, vatId), 'the VAT id of the seller');
  need([...buyerPath, 'name'], has(buyers, /^(?:company|full)?_?name1?$/i), 'the name of the buyer');
  need([...buyerPath, 'address', 'street'], has(addresses, /street|^(?:address)?line_?1$/i), 'the street of the buyer');
  need(
    [...buyerPath, 'address', 'postalCode'],
    has(addresses, /post(?:al)?_?code|^zip/i),
    'the postal code of the buyer',
  );
  need([...buyerPath, 'address', 'city'], has(addresses, /^(?:city|town)/i), 'the city of the buyer');
  need([...buyerPath, 'format'], has(buyers, formatName), 'the e-invoice format, such as "ZUGFeRD" or "XRechnung"');
  for (const [index, line] of listOf(field(bill, 'data', 'lines')).entries()) {
    const item = recordOf(field(line, 'item'));
    // The schema requires a quantity on default lines. A line whose `type` is an integer may be a default line.
    if (item === null || lineKind(line) !== null || typeof item.quantity === 'number') continue;
    const path: readonly Segment[] = ['data', 'lines', index, 'item', 'quantity'];
    issues.add(path, 'e-invoice', message(item.quantity, path, `the quantity of line ${index + 1}`));
  }
}

const buyerName = /buyer|recipient|invoic|customer/i;
const sellerName = /seller|supplier|invoic/i;
const vatId = /^(?:vat|ust)_?(?:id|number|nr)|^vatin$/i;
const formatName = /format$|^(?:e?invoice)?_?(?:type|profile|standard)$/i;

function places(bill: unknown, name: RegExp): readonly JsonRecord[] {
  const roots = [
    recordOf(bill),
    recordOf(field(bill, 'head')),
    ...['head', 'data', 'misc'].map((part) => recordOf(field(bill, part, posExtensionKey))),
    recordOf(field(bill, posExtensionKey)),
  ].filter((root) => root !== null);
  const named = roots.flatMap((root) => inside(root, name));
  const deeper = named.flatMap((place) => [...inside(place, name), ...inside(place, ownExtension)]);
  // An extension may have the fields itself, as in `head.extension.format`.
  const extensions = roots.slice(2);
  return [...named, ...deeper, ...deeper.flatMap((place) => inside(place, ownExtension)), ...extensions];
}

const ownExtension = /^extension/i;

const inside = (owner: JsonRecord, name: RegExp): readonly JsonRecord[] =>
  Object.keys(owner).flatMap((key) => {
    const child = name.test(key) ? recordOf(owner[key]) : null;
    return child === null ? [] : [child];
  });

const hasFilled = (owner: JsonRecord, name: RegExp): boolean =>
  Object.keys(owner).some((key) => name.test(key) && isFilled(owner[key]));

function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'number';
}

function message(value: unknown, path: readonly Segment[], what: string): string {
  return `${found(value, path.at(-1))}. Expected ${what}, here or where the service wants it: an e-invoice needs it.`;
}
