import type { BillWarningCode } from '../../receipts/issues.ts';
import type { Finding } from '../../shared/sale-states.ts';
import type { Sale } from './sale.ts';

/** Warnings of this app beside the rules of a bill. The windows have their own sentences for the first two. */
export const amountDiffers = 'amount-differs';
export const currencyDiffers = 'currency-differs';
export const otherTransaction = 'other-transaction';
export const idReplaced = 'id-replaced';
export const sentBefore = 'looks-sent-before';
export const storeUnknownCode = 'store-unknown';
export const registrationRefused = 'registration-refused';

/** `technical` means that the till's software writes something incorrectly, which the people at the till cannot change. */
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
  'date-far': 'technical',
  'date-unset': 'technical',
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

/** Null: the window has its own sentence, with both amounts or for all receipts of the store. */
const ofSale: Readonly<Record<string, Finding | null>> = {
  [amountDiffers]: null,
  [currencyDiffers]: null,
  [otherTransaction]: 'otherLoyalty',
  [idReplaced]: 'idReplaced',
  [sentBefore]: 'sentBefore',
  [storeUnknownCode]: null,
  [registrationRefused]: 'technical',
};

/** A code of another version of this app is unknown here and becomes `technical`. */
export function findingsOf(warnings: Sale['warnings']): readonly Finding[] {
  const known: Readonly<Record<string, Finding | null>> = { ...ofBill, ...ofSale };
  const found = warnings.map(({ code }) => (Object.hasOwn(known, code) ? known[code] : 'technical'));
  return [...new Set(found.filter((finding) => finding !== null && finding !== undefined))];
}
