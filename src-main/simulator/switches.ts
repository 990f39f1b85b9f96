import { z } from 'zod';

const access = z.enum(['key', 'token', 'none']);
/** `METHOD /path` relative to {partner_url}; `{name}` is a parameter in the path or query. */
const routeTemplate = z.string().regex(/^[A-Z]+ \/\S*$/, 'METHOD /path');
/** The members on the way to a value, with dots between them: `credentials.username`. */
const place = z.string().regex(/^[^.]+(\.[^.]+)*$/, 'names with points between them');

/** Switches for behaviour that receipt-service.md leaves open. Faults produce all other answers. */
export const switchesSchema = z.strictObject({
  /** If false, the identity provider refuses user name and password, and every refresh token. */
  acceptsSignIn: z.boolean().default(true),
  accessTokenSeconds: z.int().min(1).default(86_400),
  /** Accepts ids that the app generates (receipt-service.md 4.2 rule 3). */
  selfGeneratedIds: z.boolean().default(false),
  /** Creates unknown users while it accepts a bill (receipt-service.md 4.2 rule 1). */
  transparentUserCreation: z.boolean().default(false),
  knownExternalIds: z.array(z.string().min(1).max(256)).readonly().default([]),
  /** If false, loyalty routes answer 403. */
  loyaltyModule: z.boolean().default(true),
  loyaltyUsers: z.union([z.literal('any'), z.array(z.string()).readonly()]).default('any'),

  // The following switches are for the partner routes (receipt-service.md 4.7 and 5.8).

  /** The required authentication: the partner key, a token of receipt-service.md 5 with `partnerScope`, or none. */
  partnerAccess: access.default('key'),
  onboardingAccess: access.default('key'),
  partnerKeyHeader: z
    .string()
    .regex(/^[\w-]+$/)
    .default('X-Api-Key'),
  /** The field `scope` of the token request; `<SCOPE_BASE>` is replaced by that of the account. */
  partnerScope: z.string().min(1).default('<SCOPE_BASE>/partner offline_access'),
  /** The share of new users who get a token only after a minute (receipt-service.md 8). */
  slowUserChance: z
    .number()
    .min(0)
    .max(1)
    .default(1 / 500),
  /** Existing frontend applications. If there are several, a token request must name one. */
  applicationClientIds: z.array(z.string().min(1)).readonly().default([]),
  receiptListRoute: routeTemplate.default('GET /api/v3/user/{userId}/receipts'),
  receiptPdfRoute: routeTemplate.default('GET /api/v3/user/{userId}/receipts/{receiptId}/pdf'),
  receiptAddRoute: routeTemplate.default('POST /api/v3/user/{userId}/receipts'),
  /** The path between {partner_url} and `/onboarding`. */
  onboardingPrefix: z
    .string()
    .regex(/^(\/[^/\s]+)*$/)
    .default(''),
  /** The paths of the values in the answer; null: the answer has no vendorCustomerId. */
  onboardingPlaces: z
    .strictObject({ registrationLink: place, vendorCustomerId: place.nullable(), username: place, password: place })
    .default({
      registrationLink: 'registrationLink',
      vendorCustomerId: 'vendorCustomerId',
      username: 'username',
      password: 'password',
    }),
  /** The member of vendorCustomer with the vendor's own customer id; null: the service creates the id. */
  vendorCustomerIdField: z.string().min(1).nullable().default(null),
});
export type Switches = Readonly<z.infer<typeof switchesSchema>>;

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
