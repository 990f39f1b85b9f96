import { z } from 'zod';
import { routeNameSchema } from './route-names.ts';

const access = z.enum(['key', 'token', 'none']);
/** `METHOD /path` below {partner_url}; `{name}` stands for a parameter, in the path or in the query. */
const routeTemplate = z.string().regex(/^[A-Z]+ \/\S*$/, 'METHOD /path');
/** Members down to a value, with points between them: `credentials.username`. */
const place = z.string().regex(/^[^.]+(\.[^.]+)*$/, 'names with points between them');

/**
 * The behaviour of the service if receipt-service.md leaves it open or describes several ways. Faults produce all other
 * answers.
 */
export const switchesSchema = z.strictObject({
  /** false: the identity provider refuses user name and password, and every refresh token. */
  acceptsSignIn: z.boolean().default(true),
  accessTokenSeconds: z.int().min(1).default(86_400),
  singleUseRefreshTokens: z.boolean().default(false),
  /** Routes that answer 403 (receipt-service.md 5.6). */
  forbiddenRoutes: z.array(routeNameSchema).readonly().default([]),
  /** receipt-service.md 4.2 rule 3. */
  selfGeneratedIds: z.boolean().default(false),
  /** receipt-service.md 4.2 rule 1. */
  transparentUserCreation: z.boolean().default(false),
  knownExternalIds: z.array(z.string().min(1).max(256)).readonly().default([]),
  /** The `type` of an answer for a known user, instead of `externalId` (receipt-service.md 2.9). */
  legacyResponseType: z.enum(['userId', 'bankCard']).nullable().default(null),
  /** The delay in milliseconds between the 204 and the execution of a cancel. */
  cancelDelayMs: z.int().min(0).default(0),
  /** false: loyalty routes answer 403. */
  loyaltyModule: z.boolean().default(true),
  /** false: the provider has no points; they are null. */
  loyaltyPoints: z.boolean().default(true),
  loyaltyUsers: z.union([z.literal('any'), z.array(z.string()).readonly()]).default('any'),

  // The parts of the partner routes that receipt-service.md 4.7 and 5.8 leave open.

  /** The required authentication: the partner key, a token of section 5 with `partnerScope`, or none. */
  partnerAccess: access.default('key'),
  onboardingAccess: access.default('key'),
  partnerKeyHeader: z
    .string()
    .regex(/^[\w-]+$/)
    .default('X-Api-Key'),
  /** The whole field `scope` of the token request; `<SCOPE_BASE>` stands for the account's. */
  partnerScope: z.string().min(1).default('<SCOPE_BASE>/partner offline_access'),
  /** The share of new users that have no token for a minute (section 7: 1 of 500). */
  slowUserChance: z
    .number()
    .min(0)
    .max(1)
    .default(1 / 500),
  /** The existing frontend applications. If there are several, a token request must name one. */
  applicationClientIds: z.array(z.string().min(1)).readonly().default([]),
  receiptListRoute: routeTemplate.default('GET /api/v3/user/{userId}/receipts'),
  receiptPdfRoute: routeTemplate.default('GET /api/v3/user/{userId}/receipts/{receiptId}/pdf'),
  receiptAddRoute: routeTemplate.default('POST /api/v3/user/{userId}/receipts'),
  /** The part of the path between {partner_url} and `/onboarding`. */
  onboardingPrefix: z
    .string()
    .regex(/^(\/[^/\s]+)*$/)
    .default(''),
  /** The places of the returned values; null: the answer has no vendorCustomerId. */
  onboardingPlaces: z
    .strictObject({ registrationLink: place, vendorCustomerId: place.nullable(), username: place, password: place })
    .default({
      registrationLink: 'registrationLink',
      vendorCustomerId: 'vendorCustomerId',
      username: 'username',
      password: 'password',
    }),
  /** The member of vendorCustomer with the vendor's own id for the customer; null: the service gives the id. */
  vendorCustomerIdField: z.string().min(1).nullable().default(null),
});
export type Switches = Readonly<z.infer<typeof switchesSchema>>;

export type SwitchBoard = ReturnType<typeof createSwitchBoard>;

export function createSwitchBoard(initial: Partial<Switches>) {
  let current = switchesSchema.parse(initial);
  return {
    current: (): Switches => current,
    set(patch: Partial<Switches>): Switches {
      current = switchesSchema.parse({ ...current, ...patch });
      return current;
    },
  };
}
