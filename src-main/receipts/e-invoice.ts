import { field, type JsonRecord, listOf, recordOf, type Segment } from '../shared/json.ts';
import type { IssueList } from './issues.ts';
import { found } from './issues.ts';
import { lineKind } from './line.ts';

const extensionName = 'extension:service';
const buyerPath = ['head', 'buyer'] as const;

/**
 * Checks the additional needs of an e-invoice: seller VAT id, buyer format, name and postal address, and a quantity on
 * every
 * line with an item (receipt-service.md 2.3 and 2.6). The service requires them and does not show where they are. The
 * check
 * therefore searches every place with a matching name, and a missing one is a warning unless a setting makes it an
 * error.
 * `issues` are the errors or the warnings.
 *
 * A bill is an e-invoice by the name `EInvoice`. An integer has a meaning that only the service knows, so it may be
 * one,
 * except 0, the place of `Receipt`, when no format is named.
 */
export function checkEInvoice(bill: unknown, issues: IssueList): void {
  const type = field(bill, 'misc', extensionName, 'receiptType');
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
    // The schema asks default lines for it; a line whose kind is an integer may be one.
    if (item === null || lineKind(line) !== null || typeof item.quantity === 'number') continue;
    const path: readonly Segment[] = ['data', 'lines', index, 'item', 'quantity'];
    issues.add(path, 'e-invoice', message(item.quantity, path, `the quantity of line ${index + 1}`));
  }
}

const buyerName = /buyer|recipient|invoic|customer/i;
const sellerName = /seller|supplier|invoic/i;
const vatId = /^(?:vat|ust)_?(?:id|number|nr)|^vatin$/i;
const formatName = /format$|^(?:e?invoice)?_?(?:type|profile|standard)$/i;

/** The objects with a matching name around the bill's head, data and misc, and the extensions inside them. */
function places(bill: unknown, name: RegExp): readonly JsonRecord[] {
  const roots = [
    recordOf(bill),
    recordOf(field(bill, 'head')),
    ...['head', 'data', 'misc'].map((part) => recordOf(field(bill, part, extensionName))),
    recordOf(field(bill, extensionName)),
  ].filter((root) => root !== null);
  const named = roots.flatMap((root) => inside(root, name));
  const deeper = named.flatMap((place) => [...inside(place, name), ...inside(place, ownExtension)]);
  // Flat in an extension: `head.extension.format`.
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
