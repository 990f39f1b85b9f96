import { z } from 'zod';

const expectedStoreId = 'text of 1 to 36 characters';
const expectedExternalId = 'text of at most 256 characters';

/** Store of the vendor (interface document 2.1 and 8): 1-36 characters. */
export const storeIdSchema = z.string(expectedStoreId).min(1, expectedStoreId).max(36, expectedStoreId);

/** Identifier of a customer from the merchant's own system (interface document 2.1 and 8): at most 256 characters. */
export const externalIdSchema = z.string(expectedExternalId).max(256, expectedExternalId);
