import { z } from 'zod';
import { guid } from '../shared/guid.ts';
import {
  amount,
  currencyCode,
  dateTime,
  flag,
  foreignAmount,
  identifier,
  list,
  oneOfNames,
  openAmount,
  openFlag,
  openIdentifier,
  openName,
  openNumber,
  openObject,
  openText,
  record,
  something,
  text,
  timeOfDay,
  toCents,
  whole,
} from './fields.ts';
import { securitySchema } from './fiscalization.ts';
import { discountSchema, lineSchema, vatGroupSchema } from './line.ts';

const additionalReceiptSchema = record('2.8', {
  type: oneOfNames(['BasicReceipt', 'VendorReceipt']),
  contentType: text.describe('for example `text/plain`'),
  content: text.optional().describe('it may be base64 text'),
  isPrimaryReceipt: openFlag.optional(),
  isPrintBuffer: openFlag.optional(),
});

const afterSalesCouponSchema = record('2.8', {
  title: text,
  codeType: openName,
  code: identifier,
  description: openText.optional(),
  redeemStartDate: dateTime.optional(),
  redeemEndDate: dateTime.optional(),
});

const redeemedRewardSchema = record('2.8', {
  identifier,
  name: openText.optional(),
  description: openText.optional(),
  value: z.unknown().optional(),
});

const couponingInformationSchema = record('2.8', {
  type: z.literal('Generic', '"Generic" (exact spelling)').describe('it is always `Generic`'),
  transactionId: openText.optional().describe('the app sets it if it started the transaction'),
  redeemedRewards: list(redeemedRewardSchema).nullable().optional(),
  collectedPoints: openNumber.optional(),
  usedPoints: openNumber.optional().describe('null means that the provider has no points'),
  providerData: openObject.optional(),
});

const customSectionSchema = record('2.8', { position: something, section: something, data: something });

const countrySpecificAttributesSchema = record('2.8', { type: openName });

const miscExtensionSchema = record('2.8', {
  receiptType: oneOfNames(['Receipt', 'EInvoice']).nullable().optional(),
  receiptLanguage: openText.optional(),
  isExample: openFlag.optional().describe('the app sets it to true in training'),
  isInvoice: openFlag.optional(),
  isHospitalityBill: openFlag.optional(),
  isCopy: openFlag.optional(),
  couponingInformation: couponingInformationSchema.nullable().optional(),
  categories: z.unknown().optional(),
  afterSalesCoupons: list(afterSalesCouponSchema).nullable().optional(),
  returnBarcode: openIdentifier.optional(),
  returnBarcodeType: openName.nullable().optional(),
  cashierName: openText.optional(),
  customSections: list(customSectionSchema).nullable().optional(),
  countrySpecificAttributes: countrySpecificAttributesSchema.nullable().optional(),
  receiptTransactionType: openName.nullable().optional(),
  merchantPrintingInformation: z.unknown().optional(),
});

const miscSchema = record('2.8', {
  footerText: text.optional(),
  additionalReceipts: list(additionalReceiptSchema).optional(),
  'extension:service': miscExtensionSchema.optional(),
});

/** bill.head.seller.address: street, postal code and city are required once an address is sent. */
const sellerAddressSchema = record('2.3', {
  street: text,
  postalCode: text,
  city: text,
  countryCode: openText.optional(),
});

const sellerSchema = record('2.3', {
  name: text,
  vatId: openText.optional().describe('required for an e-invoice'),
  taxNumber: openText.optional(),
  address: sellerAddressSchema.optional(),
});

const buyerAddressSchema = record('2.3', {
  street: openText.optional().describe('required for an e-invoice'),
  postalCode: openText.optional().describe('required for an e-invoice'),
  city: openText.optional().describe('required for an e-invoice'),
  countryCode: openText.optional(),
});

const buyerSchema = record('2.3', {
  customerNumber: openIdentifier.optional(),
  name: openText.optional().describe('required for an e-invoice'),
  taxNumber: openText.optional(),
  address: buyerAddressSchema.nullable().optional().describe('required for an e-invoice'),
  eMailAddress: openText.optional(),
  sendReceiptByMail: flag.optional(),
});

const headSchema = record('2.3', {
  id: text.optional(),
  number: text.optional(),
  date: dateTime.describe('ISO 8601 with offset'),
  deliveryPeriodStart: timeOfDay.optional(),
  deliveryPeriodEnd: timeOfDay.optional(),
  seller: sellerSchema.optional(),
  buyerText: text.nullable().optional(),
  buyer: buyerSchema.nullable().optional(),
  'extension:service': openObject.optional(),
});

/** receipt-service.md 2.5 does not say which payment type has which fields, so one schema has all of them. */
const paymentDetailsSchema = record('2.5', {
  cardNumber: openIdentifier.optional().describe('never a full card number'),
  bankName: openText.optional(),
  terminalId: openIdentifier.optional(),
  terminalDateTime: openIdentifier.optional(),
  terminalTime: openIdentifier.optional(),
  terminalDate: openIdentifier.optional(),
  traceNumber: z.int('a whole number').nullable().optional(),
  cardPan: openText.optional().describe('at most the first 6 and the last 4 digits are visible'),
  cardExpiryDate: openIdentifier.optional(),
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

const paymentSchema = record('2.5', {
  name: text,
  amount: amount,
  foreignAmount: foreignAmount.optional(),
  foreignCurrency: text.optional(),
  'extension:service': paymentExtensionSchema,
});

const dataExtensionSchema = record('2.4', {
  discounts: list(discountSchema).nullable().optional(),
  fullAmountInclVatBeforeDiscounts: openAmount.optional(),
  tip: z.unknown().optional(),
  disableVatAmountsValidation: openFlag.optional().describe('if true, the app does not compare them'),
  equivalentValueName: openText.optional(),
  fullEquivalentValue: z.unknown().optional(),
});

const dataSchema = record('2.4', {
  currency: currencyCode,
  fullAmountInclVat: amount,
  paymentTypes: list(paymentSchema).optional(),
  vatAmounts: list(vatGroupSchema).optional(),
  lines: list(lineSchema).optional(),
  positionCount: whole.nullable().optional(),
  'extension:service': dataExtensionSchema.optional(),
});

const cashRegisterSchema = record('2.2', {
  serialNumber: text.optional(),
  number: openIdentifier.optional(),
  version: openIdentifier.optional(),
});

/**
 * The receipt (receipt-service.md 2.2) in the form that the till sends: the extension key is `extension:service`. Use
 * `checkBill` to check a bill: the schema alone checks neither sums nor card numbers, and the output of `parse` has its
 * fields in another order.
 */
export const billSchema = record('2.2', {
  countryCode: text.nullable().optional(),
  id: guid.nullable().optional().describe('the app sets it'),
  cashRegister: cashRegisterSchema.optional(),
  head: headSchema,
  data: dataSchema,
  security: securitySchema,
  misc: miscSchema.optional(),
});

export type Bill = z.infer<typeof billSchema>;

export type BillSummary = ReturnType<typeof billSummary>;

/** The facts that lists and windows show of a bill that has passed `checkBill`; no customer data. */
export const billSummary = ({ head, data }: Bill) => ({
  totalCents: toCents(data.fullAmountInclVat) ?? 0,
  currency: data.currency,
  number: head.number || head.id || null,
});
