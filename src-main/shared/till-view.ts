import { z } from 'zod';
import { countedSchema } from './connection.ts';
import { guid } from './guid.ts';
import type { JsonText } from './json-text.ts';
import { noticeCodes } from './notice-codes.ts';
import { saleStates } from './sale-states.ts';

const jsonObject = z.record(z.string(), z.unknown());
const mark = z.enum(['queued', 'done']).nullable();
export const issueSchema = z.object({ path: z.string(), code: z.string(), message: z.string() });

export const loyaltySchema = z.object({
  state: z.enum(['active', 'cancelled', 'ended', 'unknown']),
  transactionId: z.string().nullable(),
  customerId: z.string().nullable(),
  providerType: z.string().nullable(),
  points: z.number().nullable(),
  activatedRewards: z.array(jsonObject),
  providerData: jsonObject.nullable(),
});
export type LoyaltyResource = Omit<z.infer<typeof loyaltySchema>, 'providerData'> & {
  /** The provider's data. A JsonText is passed on byte for byte. */
  readonly providerData: JsonText | Readonly<Record<string, unknown>> | null;
};

/** The service's own text of a refusal, for the person who decides. Empty without a text. */
export const refusalSchema = z.object({
  status: z.int().nullable(),
  title: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  /** The service's id of the event, for questions to its operator. */
  traceId: z.string().nullable(),
  /** Other members of the problem (`instance`, extension members) as the text of a JSON object. Empty: none. */
  extensions: z.string(),
  /** `idInUse`: the service has a bill with this id from elsewhere. `mayBeDelivered`: it may have this bill. */
  code: z.enum(['idInUse', 'mayBeDelivered']).nullable(),
});
export type Refusal = z.infer<typeof refusalSchema>;

const serviceRefusalSchema = z.object({
  /**
   * The requests that the service refused: `registration` of ids in advance, a `store`'s receipts, many `receipts` with
   * the same message, or an `unclear` message that may not be the service's own.
   */
  what: z.enum(['registration', 'store', 'receipts', 'unclear']),
  storeId: z.string(),
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  traceId: z.string().nullable(),
});
export type ServiceRefusal = z.infer<typeof serviceRefusalSchema>;

export const saleResourceSchema = z.object({
  id: guid,
  reference: z.string(),
  storeId: z.string(),
  state: z.enum(saleStates),
  acceptedAs: guid
    .nullable()
    .describe(
      'The sale that already contained this receipt, which may be this one; null for a new receipt. The app does not deliver the receipt again, and closes any other sale that was opened for it',
    ),
  billId: guid.nullable(),
  url: z.string().nullable(),
  assigned: z.boolean(),
  qrReplaced: z.boolean(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  printed: mark,
  cancelled: mark,
  loyalty: loyaltySchema.nullable(),
  attention: refusalSchema.nullable(),
  warnings: z.array(issueSchema),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SaleResource = Omit<z.infer<typeof saleResourceSchema>, 'loyalty'> & {
  readonly loyalty: LoyaltyResource | null;
};

export const statusSchema = z.object({
  mode: z.enum(['training', 'live']),
  service: z.enum(['online', 'offline', 'signInNeeded', 'unknown']),
  pool: z.object({ available: z.int(), target: z.int(), lastsMinutes: z.int().nullable() }),
  outbox: z.object({
    queued: z.int(),
    attention: z.int(),
    oldestSeconds: z.int(),
    /** The time of the next automatic attempt. Null during an attempt or if nothing waits. */
    nextTryAt: z.iso.datetime().nullable(),
    /** The end of the pause that the service requested (429 or 503 with Retry-After); null without one. */
    pacedUntil: z.iso.datetime().nullable(),
    /** The estimated time until the queue is empty; null if unknown. */
    secondsLeft: z.int().nullable(),
    /** Stores that the service does not know, at most 20. Their bills wait. Absent if there are none. */
    storesUnknown: z.array(z.string()).optional(),
  }),
  display: z.object({ connected: z.boolean(), showing: z.string().nullable(), saleId: z.string().nullable() }),
  /** `file` protects less than `keychain`, and only hosts without windows use it. */
  keyStorage: z.enum(['keychain', 'environment', 'file', 'none']),
  notices: z.array(z.enum(noticeCodes)),
  refusals: z.array(serviceRefusalSchema).optional(),
  /** Places where the service's answers differ from receipt-service.md, at most 200. They do not change `service`. */
  deviations: z.array(countedSchema),
  version: z.string(),
  /** The account and the session in which the app runs, because several may share a computer. Only in GET /v1/status. */
  user: z.string().optional(),
  session: z.string().nullable().optional(),
});
export type StatusResource = z.infer<typeof statusSchema>;

/** Events for tills. `till` is the owner of the sale (`till-names.ts`). The functions run only if a till listens. */
export type TillChange =
  | { readonly sale: () => SaleResource; readonly till: string }
  | { readonly status: () => StatusResource };

const eventOf = <Name extends string, Data extends z.ZodType>(name: Name, data: Data) =>
  z.object({ event: z.literal(name), id: z.string(), data });

/** The events of GET /v1/events, by name. */
export const eventSchemas = {
  sale: eventOf('sale', saleResourceSchema),
  status: eventOf('status', statusSchema),
  reset: eventOf('reset', z.object({ reason: z.string() })),
};
export const eventSchema = z.discriminatedUnion('event', [eventSchemas.sale, eventSchemas.status, eventSchemas.reset]);

export const withoutAge = (status: StatusResource): string =>
  JSON.stringify({
    ...status,
    deviations: status.deviations.length,
    outbox: { ...status.outbox, oldestSeconds: 0, nextTryAt: null, secondsLeft: null },
  });
