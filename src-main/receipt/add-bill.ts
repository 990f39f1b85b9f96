import type { z } from 'zod';
import { billSchema } from './bill.ts';
import { openText, record } from './fields.ts';
import { externalIdSchema, storeIdSchema } from './store-id.ts';

/** Who the customer is (interface document 2.1). Each property may be null. */
export const userIdentificationSchema = record('2.1', {
  externalId: externalIdSchema.nullable().optional().describe('at most 256 characters'),
  userId: openText.optional().describe('deprecated, passed on'),
  loyaltyCardBarcode: openText.optional().describe('deprecated, passed on'),
});

/** The add-receipt request, AddBillDto (interface document 2.1). */
export const addBillSchema = record('2.1', {
  storeId: storeIdSchema.describe('1 to 36 characters'),
  userIdentification: userIdentificationSchema.nullable().optional(),
  bill: billSchema,
});

export type UserIdentification = z.infer<typeof userIdentificationSchema>;
export type AddBill = z.infer<typeof addBillSchema>;

/** Anonymous: no identification, null, or all its properties null or absent. An empty text is not null (2.1). */
export function isAnonymous(identification: UserIdentification | null | undefined): boolean {
  return Object.values(identification ?? {}).every((value) => value === null || value === undefined);
}
