import { z } from 'zod';
import { openText, record } from './fields.ts';

const expectedStoreId = 'text of 1 to 36 characters';
const expectedExternalId = 'text of at most 256 characters';

export const storeIdSchema = z.string(expectedStoreId).min(1, expectedStoreId).max(36, expectedStoreId);

/** The id of a customer in the merchant's own system (receipt-service.md 2.1). */
export const externalIdSchema = z.string(expectedExternalId).max(256, expectedExternalId);

/** Many tills write blank text for no customer. As an id, it would collect the receipts of everybody in one account. */
const blankAsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);

export const userIdentificationSchema = record('2.1', {
  externalId: z.preprocess(blankAsNull, externalIdSchema.nullable()).optional().describe('at most 256 characters'),
  userId: z.preprocess(blankAsNull, openText).optional().describe('deprecated; the app passes it on'),
  loyaltyCardBarcode: z.preprocess(blankAsNull, openText).optional().describe('deprecated; the app passes it on'),
});

export type UserIdentification = z.infer<typeof userIdentificationSchema>;

/** Anonymous: null, or all properties null or absent (receipt-service.md 2.1). */
export function isAnonymous(identification: UserIdentification | null | undefined): boolean {
  return Object.values(identification ?? {}).every((value) => value === null || value === undefined);
}
