import type { Finding } from '../lib/sale-states.ts';
import type { BillWarningCode } from '../receipts/issues.ts';
import type { Sale } from './sale.ts';

/** Warnings of this program beside those of a bill's own rules; the windows say the first two in words of their own. */
export const amountDiffers = 'amount-differs';
export const currencyDiffers = 'currency-differs';
export const otherTransaction = 'other-transaction';
export const idReplaced = 'id-replaced';
export const sentBefore = 'looks-sent-before';
export const storeUnknownCode = 'store-unknown';
export const registrationRefused = 'registration-refused';

/** `technical`: the till's software writes something in another way than it should; nobody at the till can change it. */
const ofBill: Readonly<Record<BillWarningCode, Finding>> = {
  'sum-lines': 'linesSum',
  'sum-payments': 'paymentsSum',
  'sum-vat': 'vat',
  'vat-rate': 'vat',
  deprecated: 'technical',
  'integer-enum': 'technical',
  'line-kind': 'technical',
  'fiscalization-kind': 'technical',
  'unit-price': 'technical',
  'currency-case': 'technical',
  'currency-unknown': 'currency',
  'null-field': 'technical',
  'binary-noise': 'technical',
  'vat-decimals': 'technical',
  'date-form': 'technical',
  'empty-list': 'technical',
  'sum-vat-groups': 'vat',
  'line-price': 'linesSum',
  'return-positive': 'linesSum',
  'tip-unpaid': 'paymentsSum',
  'mail-address': 'technical',
  'e-invoice': 'eInvoice',
  example: 'example',
  more: 'technical',
};

/** Null: the window says it with both amounts, or for all receipts of the store. */
const ofSale: Readonly<Record<string, Finding | null>> = {
  [amountDiffers]: null,
  [currencyDiffers]: null,
  [otherTransaction]: 'otherLoyalty',
  [idReplaced]: 'idReplaced',
  [sentBefore]: 'sentBefore',
  [storeUnknownCode]: null,
  [registrationRefused]: 'technical',
};

/** Each once, however many fields it is about. A code of another version of this program is somebody else's to read, too. */
export function findingsOf(warnings: Sale['warnings']): readonly Finding[] {
  const known: Readonly<Record<string, Finding | null>> = { ...ofBill, ...ofSale };
  const found = warnings.map(({ code }) => (Object.hasOwn(known, code) ? known[code] : 'technical'));
  return [...new Set(found.filter((finding) => finding !== null && finding !== undefined))];
}
