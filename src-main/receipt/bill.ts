import type { z } from 'zod';
import { guid } from '../kernel/guid.ts';
import { dataSchema } from './data.ts';
import { openIdentifier, record, text } from './fields.ts';
import { headSchema } from './head.ts';
import { miscSchema } from './misc.ts';
import { securitySchema } from './security.ts';

const cashRegisterSchema = record('2.2', {
  serialNumber: text.optional(),
  number: openIdentifier.optional(),
  version: openIdentifier.optional(),
});

/**
 * The receipt (interface document 2.2). It describes the form that the till sends: the extension key is
 * `extension:service`. Use `checkBill` to judge a bill: the schema alone knows neither sums nor card numbers, and the
 * output of `parse` has its fields in another order.
 */
export const billSchema = record('2.2', {
  countryCode: text.nullable().optional(),
  id: guid.nullable().optional().describe('the id of the sale; the app sets it'),
  cashRegister: cashRegisterSchema.optional(),
  head: headSchema,
  data: dataSchema,
  security: securitySchema,
  misc: miscSchema.optional(),
});

export type Bill = z.infer<typeof billSchema>;
