import { z } from 'zod';
import {
  amount,
  foreignAmount,
  openAmount,
  openIdentifier,
  openName,
  openNumber,
  openText,
  record,
  text,
} from './fields.ts';

/**
 * Details of a card or cash payment. The document gives the fields of both, not which payment type carries which, so one
 * schema knows them all; further types (vouchers ...) bring their own fields, which pass through.
 */
const paymentDetailsSchema = record('2.5', {
  cardNumber: openText.optional().describe('never a full card number'),
  bankName: openText.optional(),
  terminalId: openIdentifier.optional(),
  terminalDateTime: openText.optional(),
  terminalTime: openText.optional(),
  terminalDate: openText.optional(),
  traceNumber: z.int('a whole number').nullable().optional(),
  cardPan: openText.optional().describe('masked: at most the first 6 and the last 4 digits'),
  cardExpiryDate: openText.optional(),
  authCode: openIdentifier.optional(),
  amountGiven: amount.optional(),
  amountReturned: amount.optional(),
});

const paymentExtensionSchema = record('2.5', {
  type: openName.describe('`CardPayment`, `Cash`, or another name; integers pass with a warning'),
  conversionFactor: openNumber.optional(),
  paymentDetails: paymentDetailsSchema.nullable().optional(),
  equivalentValue: z.unknown().optional(),
  remainingAmount: openAmount.optional(),
});

/** bill.data.paymentTypes[] (interface document 2.5). */
export const paymentSchema = record('2.5', {
  name: text,
  amount: amount,
  foreignAmount: foreignAmount.optional(),
  foreignCurrency: text.optional(),
  'extension:service': paymentExtensionSchema,
});
