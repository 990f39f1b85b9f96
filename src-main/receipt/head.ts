import { dateTime, flag, openIdentifier, openObject, openText, record, text, timeOfDay } from './fields.ts';

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

/** bill.head (interface document 2.3). */
export const headSchema = record('2.3', {
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
