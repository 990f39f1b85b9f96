import type { z } from 'zod';
import { openText, record } from './fields.ts';
import { externalIdSchema } from './store-id.ts';

/** Who the customer is (interface document 2.1). Each property may be null. */
export const userIdentificationSchema = record('2.1', {
  externalId: externalIdSchema.nullable().optional().describe('at most 256 characters'),
  userId: openText.optional().describe('deprecated, passed on'),
  loyaltyCardBarcode: openText.optional().describe('deprecated, passed on'),
});

export type UserIdentification = z.infer<typeof userIdentificationSchema>;

/** Anonymous: no identification, null, or all its properties null or absent. An empty text is not null (2.1). */
export function isAnonymous(identification: UserIdentification | null | undefined): boolean {
  return Object.values(identification ?? {}).every((value) => value === null || value === undefined);
}
