import type { IssueList } from './issues.ts';
import { found } from './issues.ts';
import { field, listOf, visit } from './json.ts';
import { lineKinds } from './line.ts';
import { fiscalizationKinds } from './security.ts';

const EXTENSION = 'extension:service';

/** Every enumeration of the document. Integers are supported, names recommended (interface document 9). */
const ENUMERATIONS: readonly (readonly string[])[] = [
  ['data', 'paymentTypes', '*', EXTENSION, 'type'],
  ['data', EXTENSION, 'discounts', '*', 'type'],
  ['data', 'lines', '*', EXTENSION, 'type'],
  ['data', 'lines', '*', EXTENSION, 'discounts', '*', 'type'],
  ['data', 'lines', '*', 'item', 'quantityMeasure'],
  ['security', 'fiscalization', 'type'],
  ['security', 'tse', 'type'],
  ['misc', 'additionalReceipts', '*', 'type'],
  ['misc', EXTENSION, 'receiptType'],
  ['misc', EXTENSION, 'afterSalesCoupons', '*', 'codeType'],
  ['misc', EXTENSION, 'returnBarcodeType'],
  ['misc', EXTENSION, 'receiptTransactionType'],
  ['misc', EXTENSION, 'countrySpecificAttributes', 'type'],
];

const LINE_KINDS = [...Object.keys(lineKinds), 'Custom'];

/** Warns about integers in enumerations and about kinds that nobody here can judge. */
export function warnAboutEnumerations(bill: unknown, warnings: IssueList): void {
  for (const pattern of ENUMERATIONS) {
    visit(bill, pattern, (value, path) => {
      if (typeof value !== 'number') return;
      const message = `Found the integer ${value}. Expected the name of the enumeration as text; only the service knows what the integer means.`;
      warnings.add(path, 'integer-enum', message);
    });
  }
  for (const [index, line] of listOf(field(bill, 'data', 'lines')).entries()) {
    const type = field(line, EXTENSION, 'type');
    if (typeof type === 'number' || (typeof type === 'string' && LINE_KINDS.includes(type))) continue;
    const then = typeof type === 'string' ? 'sent on without being checked' : 'read as a Default line';
    const message = `${found(type, 'type')}. Expected "Default", "Text", "Discount", "keyValue" or "Custom"; line ${index + 1} is ${then}.`;
    warnings.add(['data', 'lines', index, EXTENSION, 'type'], 'line-kind', message);
  }
  for (const name of ['fiscalization', 'tse']) {
    const type = field(bill, 'security', name, 'type');
    if (typeof type !== 'string' || Object.hasOwn(fiscalizationKinds, type)) continue;
    const message = `${found(type, 'type')}. Expected ${Object.keys(fiscalizationKinds).join(', ')}; the service reads it as Tse.`;
    warnings.add(['security', name, 'type'], 'fiscalization-kind', message);
  }
}
