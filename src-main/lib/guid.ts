import { z } from 'zod';

/**
 * The one schema of an id, whoever made it: the app, the receipt service, a till, later a partner. A GUID of any version
 * and variant, capital letters included: the interface document says "UUID" and shows no more (2.2, 2.9, 2.11), and tills
 * and services make ids that RFC 9562 does not know. Nothing stricter may read back what this has let in.
 */
export const guid = z.guid('a UUID, such as 7d9f3c1e-5b1a-4c7e-9f55-0c6a1d2e3f40');

export const isGuid = (value: unknown): value is string => guid.safeParse(value).success;
