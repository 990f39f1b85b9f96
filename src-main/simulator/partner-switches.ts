import { z } from 'zod';

const access = z.enum(['key', 'token', 'none']);
const status = z.int().min(400).max(499);
/** `METHOD /path` below {partner_url}; `{name}` stands for a parameter, in the path or in the query. */
const routeTemplate = z.string().regex(/^[A-Z]+ \/\S*$/, 'METHOD /path');
/** Members down to a value, with points between them: `credentials.username`. */
const place = z.string().regex(/^[^.]+(\.[^.]+)*$/, 'names with points between them');

/** What interface document 4.7, 5.8 and 7 leave open of the partner routes. */
export const partnerSwitchShape = {
  /** Who is let in: whoever sends the partner key, or a token of section 5 with `partnerScope`, or everybody. */
  partnerAccess: access,
  onboardingAccess: access,
  partnerKeyHeader: z.string().regex(/^[\w-]+$/),
  /** The whole field `scope` of the token request; `<SCOPE_BASE>` stands for the account's. */
  partnerScope: z.string().min(1),
  partnerRefusalStatus: z.union([z.literal(401), z.literal(403)]),
  /** Shape of every error whose body the document does not show. */
  partnerErrorBody: z.enum(['problem', 'json', 'text', 'empty']),
  /** What a second creation with the same externalId gets. */
  existingUser: z.enum(['refused', 'sameUser']),
  existingUserStatus: status,
  unknownUserStatus: status,
  /** How many of the fresh users have no token at first, and for how long (section 7: 1 of 500, about a minute). */
  slowUserChance: z.number().min(0).max(1),
  slowUserMs: z.int().min(0),
  /** The frontend applications there are. With more than one a token request must name its own. */
  applicationClientIds: z.array(z.string().min(1)).readonly(),
  userTokenSeconds: z.int().min(1),
  unknownUserDelete: z.enum(['refused', 'accepted']),
  receiptListRoute: routeTemplate,
  receiptPdfRoute: routeTemplate,
  receiptAddRoute: routeTemplate,
  /** Page size without `take`; the largest one; what happens to a larger wish. */
  defaultTake: z.int().min(1),
  maxTake: z.int().min(1),
  takeBeyondMax: z.enum(['clamped', 'refused']),
  /** false: `imageResource` is null. */
  receiptPictures: z.boolean(),
  /** Stands between {partner_url} and `/onboarding`. */
  onboardingPrefix: z.string().regex(/^(\/[^/\s]+)*$/),
  /** Where the answer has what it "returns"; null: the answer has no vendorCustomerId. */
  onboardingPlaces: z.strictObject({
    registrationLink: place,
    vendorCustomerId: place.nullable(),
    username: place,
    password: place,
  }),
  /** The member of vendorCustomer with the vendor's own id for the customer; null: the service gives the id. */
  vendorCustomerIdField: z.string().min(1).nullable(),
  /** How what a merchant sends is refused until the merchant is activated. */
  notActivatedStatus: status,
  notActivatedBody: z.enum(['text', 'problem', 'empty']),
  notActivatedRoutes: z.array(z.enum(['register', 'bill', 'cancel', 'printed'])).readonly(),
};
const partnerSwitchesSchema = z.strictObject(partnerSwitchShape);
export type PartnerSwitches = Readonly<z.infer<typeof partnerSwitchesSchema>>;

export const defaultPartnerSwitches: PartnerSwitches = {
  partnerAccess: 'key',
  onboardingAccess: 'key',
  partnerKeyHeader: 'X-Api-Key',
  partnerScope: '<SCOPE_BASE>/partner offline_access',
  partnerRefusalStatus: 401,
  partnerErrorBody: 'problem',
  existingUser: 'refused',
  existingUserStatus: 409,
  unknownUserStatus: 404,
  slowUserChance: 1 / 500,
  slowUserMs: 60_000,
  applicationClientIds: [],
  userTokenSeconds: 3600,
  unknownUserDelete: 'refused',
  receiptListRoute: 'GET /api/v3/user/{userId}/receipts',
  receiptPdfRoute: 'GET /api/v3/user/{userId}/receipts/{receiptId}/pdf',
  receiptAddRoute: 'POST /api/v3/user/{userId}/receipts',
  defaultTake: 20,
  maxTake: 100,
  takeBeyondMax: 'clamped',
  receiptPictures: true,
  onboardingPrefix: '',
  onboardingPlaces: {
    registrationLink: 'registrationLink',
    vendorCustomerId: 'vendorCustomerId',
    username: 'username',
    password: 'password',
  },
  vendorCustomerIdField: null,
  notActivatedStatus: 403,
  notActivatedBody: 'text',
  notActivatedRoutes: ['register', 'bill'],
};

/**
 * The other reading. Where a client must be told how to ask (header, routes, prefix, scope) it stays as it is set:
 * what remains is what a client must bear without being told, and the places of the onboarding answer.
 */
const contraryReading: Partial<PartnerSwitches> = {
  partnerRefusalStatus: 403,
  partnerErrorBody: 'json',
  existingUserStatus: 400,
  unknownUserStatus: 400,
  defaultTake: 7,
  takeBeyondMax: 'refused',
  receiptPictures: false,
  onboardingPlaces: {
    registrationLink: 'result.registration.href',
    vendorCustomerId: 'result.customer.id',
    username: 'result.serviceAccount.name',
    password: 'result.serviceAccount.secret',
  },
  notActivatedBody: 'problem',
};

/** The partner switches in force: a contrary service reads otherwise what was left at its default. */
export function partnerSwitchesOf(switches: PartnerSwitches & { readonly contrary: boolean }): PartnerSwitches {
  if (!switches.contrary) return switches;
  const untouched = Object.entries(contraryReading).filter(([name]) => {
    const key = name as keyof PartnerSwitches;
    return JSON.stringify(switches[key]) === JSON.stringify(defaultPartnerSwitches[key]);
  });
  return { ...switches, ...Object.fromEntries(untouched) };
}
