import { z } from 'zod';

/**
 * The only schema of an id from the app, the receipt service, a till or a partner: a GUID of any version and variant,
 * also in capitals. The service says "UUID" and no more (receipt-service.md 2.2, 2.9, 2.11), and tills and services
 * make ids that RFC 9562 does not know. No stricter schema may read back an id that this one has accepted.
 */
export const guid = z.guid('a UUID, such as 7d9f3c1e-5b1a-4c7e-9f55-0c6a1d2e3f40');

export const isGuid = (value: unknown): value is string => guid.safeParse(value).success;
