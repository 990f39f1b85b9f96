import { z } from 'zod';
import {
  dateTime,
  list,
  nameOf,
  openFlag,
  openIdentifier,
  openName,
  openNumber,
  openObject,
  openText,
  plainValue,
  record,
  something,
  text,
} from './fields.ts';

const additionalReceiptSchema = record('2.8', {
  type: nameOf(['BasicReceipt', 'VendorReceipt']),
  contentType: text.describe('such as `text/plain`'),
  content: text.optional().describe('may be base64 text'),
  isPrimaryReceipt: openFlag.optional(),
  isPrintBuffer: openFlag.optional(),
});

const afterSalesCouponSchema = record('2.8', {
  title: text,
  codeType: openName,
  code: text,
  description: openText.optional(),
  redeemStartDate: dateTime.optional(),
  redeemEndDate: dateTime.optional(),
});

const redeemedRewardSchema = record('2.8', {
  identifier: text,
  name: openText.optional(),
  description: openText.optional(),
  value: plainValue.nullable().optional(),
});

const couponingInformationSchema = record('2.8', {
  type: z.literal('Generic', '"Generic" (exact spelling)').describe('exactly `Generic`'),
  transactionId: openText.optional().describe('set by the app when it started the loyalty transaction'),
  redeemedRewards: list(redeemedRewardSchema).nullable().optional(),
  collectedPoints: openNumber.optional(),
  usedPoints: openNumber.optional().describe('null: the provider has no points'),
  providerData: openObject.optional(),
});

const customSectionSchema = record('2.8', { position: something, section: something, data: something });

const countrySpecificAttributesSchema = record('2.8', { type: openName });

const miscExtensionSchema = record('2.8', {
  receiptType: nameOf(['Receipt', 'EInvoice']).nullable().optional(),
  receiptLanguage: openText.optional(),
  isExample: openFlag.optional().describe('set to true in training'),
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

/** bill.misc (interface document 2.8). */
export const miscSchema = record('2.8', {
  footerText: text.optional(),
  additionalReceipts: list(additionalReceiptSchema).optional(),
  'extension:service': miscExtensionSchema.optional(),
});
