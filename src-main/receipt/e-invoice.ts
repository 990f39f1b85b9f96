import type { IssueList } from './issues.ts';
import { found } from './issues.ts';
import type { Segment } from './json.ts';
import { field, listOf } from './json.ts';
import { lineKind } from './line.ts';

const BUYER = ['head', 'buyer'] as const;

/**
 * What an e-invoice (receiptType `EInvoice`) needs beyond the schema (interface document 2.3, 2.6): seller VAT id, buyer
 * format, name and postal address, a quantity on every default line. The document does not show where the format goes:
 * it is looked for in the buyer, its extension and the extension of the head.
 */
export function checkEInvoice(bill: unknown, errors: IssueList): void {
  if (field(bill, 'misc', 'extension:service', 'receiptType') !== 'EInvoice') return;
  const need = (path: readonly string[], what: string): void => {
    const value = field(bill, ...path);
    if (!isFilled(value)) errors.add(path, 'e-invoice', message(value, path, what));
  };
  need(['head', 'seller', 'vatId'], 'the VAT id of the seller');
  need([...BUYER, 'name'], 'the name of the buyer');
  need([...BUYER, 'address', 'street'], 'the street of the buyer');
  need([...BUYER, 'address', 'postalCode'], 'the postal code of the buyer');
  need([...BUYER, 'address', 'city'], 'the city of the buyer');
  const formats = [
    field(bill, ...BUYER, 'format'),
    field(bill, ...BUYER, 'extension:service', 'format'),
    field(bill, 'head', 'extension:service', 'format'),
    field(bill, 'head', 'extension:service', 'buyer', 'format'),
  ];
  if (!formats.some(isFilled)) {
    const path = [...BUYER, 'format'];
    errors.add(path, 'e-invoice', message(formats[0], path, 'the e-invoice format, such as "ZUGFeRD" or "XRechnung"'));
  }
  for (const [index, line] of listOf(field(bill, 'data', 'lines')).entries()) {
    const quantity = field(line, 'item', 'quantity');
    if (lineKind(line) !== 'Default' || typeof quantity === 'number') continue;
    const path: readonly Segment[] = ['data', 'lines', index, 'item', 'quantity'];
    errors.add(path, 'e-invoice', message(quantity, path, `the quantity of line ${index + 1}`));
  }
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'number';
}

function message(value: unknown, path: readonly Segment[], what: string): string {
  return `${found(value, path.at(-1))}. Expected ${what}: an e-invoice (receiptType EInvoice) needs it.`;
}
