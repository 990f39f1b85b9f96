import { z } from 'zod';

/** The only schema of an id: a GUID of any version, because tills make ids that RFC 9562 does not define. */
export const guid = z.guid('a UUID, such as 7d9f3c1e-5b1a-4c7e-9f55-0c6a1d2e3f40');
