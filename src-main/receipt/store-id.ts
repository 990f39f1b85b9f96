import { z } from 'zod';

const STORE_ID = 'text of 1 to 36 characters';
const EXTERNAL_ID = 'text of at most 256 characters';

/** Store of the vendor (interface document 2.1 and 8): 1-36 characters. */
export const storeIdSchema = z.string(STORE_ID).min(1, STORE_ID).max(36, STORE_ID);

/** Identifier of a customer from the merchant's own system (interface document 2.1 and 8): at most 256 characters. */
export const externalIdSchema = z.string(EXTERNAL_ID).max(256, EXTERNAL_ID);
