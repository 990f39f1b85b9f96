import { z } from 'zod';
import { discountSchema } from './discount.ts';
import { amount, currencyCode, list, openAmount, openFlag, openText, record, whole } from './fields.ts';
import { lineSchema } from './line.ts';
import { paymentSchema } from './payment.ts';
import { vatGroupSchema } from './vat.ts';

const dataExtensionSchema = record('2.4', {
  discounts: list(discountSchema).nullable().optional(),
  fullAmountInclVatBeforeDiscounts: openAmount.optional(),
  tip: z.unknown().optional(),
  disableVatAmountsValidation: openFlag.optional().describe('true: VAT sums are not compared'),
  equivalentValueName: openText.optional(),
  fullEquivalentValue: z.unknown().optional(),
});

/** bill.data (interface document 2.4). */
export const dataSchema = record('2.4', {
  currency: currencyCode,
  fullAmountInclVat: amount,
  paymentTypes: list(paymentSchema).optional(),
  vatAmounts: list(vatGroupSchema).optional(),
  lines: list(lineSchema).optional(),
  positionCount: whole.nullable().optional(),
  'extension:service': dataExtensionSchema.optional(),
});
