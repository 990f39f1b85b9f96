import { z } from 'zod';

const typed = z.string().max(2_048);

/** A connection that is being typed: half an address is no fault yet. */
export const draftConnectionSchema = z.strictObject({
  mode: z.enum(['training', 'live']),
  baseUrl: typed,
  authUrl: typed,
  partnerUrl: typed,
  clientId: typed,
  scopeBase: typed,
  storeId: typed,
  extensionKey: typed,
  selfGeneratedIds: z.boolean(),
});
