import { found, type IssueList } from './issues.ts';
import { field, listOf, visit } from './json.ts';
import { lineKinds } from './line.ts';
import { fiscalizationKinds } from './security.ts';

const inBill: readonly (readonly [pattern: readonly string[], successor: string])[] = [
  [['security', 'tse'], 'fiscalization'],
  [['security', 'extension:service', 'tseFailure'], 'failure'],
  [['security', 'extension:service', 'tseRequired'], 'required'],
];

const inRequest: readonly (readonly [pattern: readonly string[], successor: string])[] = [
  [['userIdentification', 'userId'], 'externalId'],
  [['userIdentification', 'loyaltyCardBarcode'], 'externalId'],
];

/** Warns about deprecated fields of a bill (interface document 9); to-wire.ts sends them on under their successors. */
export function warnAboutDeprecated(bill: unknown, warnings: IssueList): void {
  for (const [pattern, successor] of inBill) {
    visit(bill, pattern, (value, path) => {
      if (value === null) return;
      const both = (field(bill, ...pattern.slice(0, -1), successor) ?? null) !== null;
      const then = both ? 'both are there and sent on as they are' : 'it is sent on under that name';
      const message = `Found the deprecated field "${path.at(-1)}". Expected "${successor}"; ${then}.`;
      warnings.add(path, 'deprecated', message);
    });
  }
}

/** The same for the request around the bill; these two are passed on as they are. */
export function warnAboutDeprecatedIdentification(request: unknown, warnings: IssueList): void {
  for (const [pattern, successor] of inRequest) {
    visit(request, pattern, (value, path) => {
      if (value === null) return;
      const message = `Found the deprecated field "${path.at(-1)}". Expected "${successor}"; it is passed on unchanged.`;
      warnings.add(path, 'deprecated', message);
    });
  }
}

const extensionName = 'extension:service';

/** Every enumeration of the document. Integers are supported, names recommended (interface document 9). */
const enumerations: readonly (readonly string[])[] = [
  ['data', 'paymentTypes', '*', extensionName, 'type'],
  ['data', extensionName, 'discounts', '*', 'type'],
  ['data', 'lines', '*', extensionName, 'type'],
  ['data', 'lines', '*', extensionName, 'discounts', '*', 'type'],
  ['data', 'lines', '*', 'item', 'quantityMeasure'],
  ['security', 'fiscalization', 'type'],
  ['security', 'tse', 'type'],
  ['misc', 'additionalReceipts', '*', 'type'],
  ['misc', extensionName, 'receiptType'],
  ['misc', extensionName, 'afterSalesCoupons', '*', 'codeType'],
  ['misc', extensionName, 'returnBarcodeType'],
  ['misc', extensionName, 'receiptTransactionType'],
  ['misc', extensionName, 'countrySpecificAttributes', 'type'],
];

const lineKindNames = [...Object.keys(lineKinds), 'Custom'];

/** Warns about integers in enumerations and about kinds that nobody here can judge. */
export function warnAboutEnumerations(bill: unknown, warnings: IssueList): void {
  for (const pattern of enumerations) {
    visit(bill, pattern, (value, path) => {
      if (typeof value !== 'number') return;
      const message = `Found the integer ${value}. Expected the name of the enumeration as text; only the service knows what the integer means.`;
      warnings.add(path, 'integer-enum', message);
    });
  }
  for (const [index, line] of listOf(field(bill, 'data', 'lines')).entries()) {
    const type = field(line, extensionName, 'type');
    if (typeof type === 'number' || (typeof type === 'string' && lineKindNames.includes(type))) continue;
    const then = typeof type === 'string' ? 'sent on without being checked' : 'read as a Default line';
    const message = `${found(type, 'type')}. Expected "Default", "Text", "Discount", "keyValue" or "Custom"; line ${index + 1} is ${then}.`;
    warnings.add(['data', 'lines', index, extensionName, 'type'], 'line-kind', message);
  }
  for (const name of ['fiscalization', 'tse']) {
    const type = field(bill, 'security', name, 'type');
    if (typeof type !== 'string' || Object.hasOwn(fiscalizationKinds, type)) continue;
    const message = `${found(type, 'type')}. Expected ${Object.keys(fiscalizationKinds).join(', ')}; the service reads it as Tse.`;
    warnings.add(['security', name, 'type'], 'fiscalization-kind', message);
  }
}
