import { z } from 'zod';
import { routeNameSchema } from './route-names.ts';

/** One switch: its values, its default, and the value of the alternate reading, if there is one. */
const turn = <Schema extends z.ZodType>(
  schema: Schema,
  first: z.output<Schema>,
  alternateReading: z.output<Schema> = first,
) => ({ schema, first, alternateReading });

const flag = (first: boolean, alternateReading = first) => turn(z.boolean(), first, alternateReading);
const texts = z.array(z.string().min(1)).readonly();
const status = z.int().min(400).max(499);
const access = z.enum(['key', 'token', 'none']);
/** `METHOD /path` below {partner_url}; `{name}` stands for a parameter, in the path or in the query. */
const routeTemplate = z.string().regex(/^[A-Z]+ \/\S*$/, 'METHOD /path');
/** Members down to a value, with points between them: `credentials.username`. */
const place = z.string().regex(/^[^.]+(\.[^.]+)*$/, 'names with points between them');

const table = {
  /** false: the identity provider refuses user name and password, and every refresh token. */
  acceptsSignIn: flag(true),
  accessTokenSeconds: turn(z.int().min(1), 86_400),
  refreshTokenSeconds: turn(z.int().min(1), 1_209_600),
  singleUseRefreshTokens: flag(false),
  /** Routes that answer 403 (receipt-service.md 5.6). */
  forbiddenRoutes: turn(z.array(routeNameSchema).readonly(), []),
  /** receipt-service.md 4.2 rule 3. */
  selfGeneratedIds: flag(false),
  /** receipt-service.md 4.2 rule 1. */
  transparentUserCreation: flag(false),
  knownExternalIds: turn(z.array(z.string().min(1).max(256)).readonly(), []),
  /** The `type` of an answer for a known user, instead of `externalId` (receipt-service.md 2.9). */
  legacyResponseType: turn(z.enum(['userId', 'bankCard']).nullable(), null),
  /** How long after the 204 a cancellation is carried out, in milliseconds. */
  cancelDelayMs: turn(z.int().min(0), 0),
  /** false: loyalty routes answer 403. */
  loyaltyModule: flag(true),
  /** false: the provider has no points; they are null. */
  loyaltyPoints: flag(true),
  loyaltyUsers: turn(z.union([z.literal('any'), z.array(z.string()).readonly()]), 'any'),
  /** The provider's refusal of every start, sent as 400 plain text. */
  loyaltyRejection: turn(z.string().min(1).nullable(), null),
  /** true: a transaction has already ended when it is cancelled. */
  loyaltyTransactionsEnd: flag(false),

  // The parts of the partner routes that receipt-service.md 4.7, 5.8 and 7 leave open.

  /** The required authentication: the partner key, a token of section 5 with `partnerScope`, or none. */
  partnerAccess: turn(access, 'key'),
  onboardingAccess: turn(access, 'key'),
  partnerKeyHeader: turn(z.string().regex(/^[\w-]+$/), 'X-Api-Key'),
  /** The whole field `scope` of the token request; `<SCOPE_BASE>` stands for the account's. */
  partnerScope: turn(z.string().min(1), '<SCOPE_BASE>/partner offline_access'),
  partnerRefusalStatus: turn(z.union([z.literal(401), z.literal(403)]), 401, 403),
  /** Shape of every error whose body the document does not show. */
  partnerErrorBody: turn(z.enum(['problem', 'json', 'text', 'empty']), 'problem', 'json'),
  /** The answer to a second creation with the same externalId. */
  existingUser: turn(z.enum(['refused', 'sameUser']), 'refused'),
  existingUserStatus: turn(status, 409, 400),
  unknownUserStatus: turn(status, 404, 400),
  /** The share of new users that have no token at first, and for how long (section 7: 1 of 500, about a minute). */
  slowUserChance: turn(z.number().min(0).max(1), 1 / 500),
  slowUserMs: turn(z.int().min(0), 60_000),
  /** The existing frontend applications. If there are several, a token request must name one. */
  applicationClientIds: turn(texts, []),
  userTokenSeconds: turn(z.int().min(1), 3600),
  unknownUserDelete: turn(z.enum(['refused', 'accepted']), 'refused'),
  receiptListRoute: turn(routeTemplate, 'GET /api/v3/user/{userId}/receipts'),
  receiptPdfRoute: turn(routeTemplate, 'GET /api/v3/user/{userId}/receipts/{receiptId}/pdf'),
  receiptAddRoute: turn(routeTemplate, 'POST /api/v3/user/{userId}/receipts'),
  /** The page size without `take`, the largest page size, and the treatment of a larger `take`. */
  defaultTake: turn(z.int().min(1), 20, 7),
  maxTake: turn(z.int().min(1), 100),
  takeBeyondMax: turn(z.enum(['clamped', 'refused']), 'clamped', 'refused'),
  /** false: `imageResource` is null. */
  receiptPictures: flag(true, false),
  /** The part of the path between {partner_url} and `/onboarding`. */
  onboardingPrefix: turn(z.string().regex(/^(\/[^/\s]+)*$/), ''),
  /** The places of the returned values; null: the answer has no vendorCustomerId. */
  onboardingPlaces: turn(
    z.strictObject({ registrationLink: place, vendorCustomerId: place.nullable(), username: place, password: place }),
    {
      registrationLink: 'registrationLink',
      vendorCustomerId: 'vendorCustomerId',
      username: 'username',
      password: 'password',
    },
    {
      registrationLink: 'result.registration.href',
      vendorCustomerId: 'result.customer.id',
      username: 'result.serviceAccount.name',
      password: 'result.serviceAccount.secret',
    },
  ),
  /** The member of vendorCustomer with the vendor's own id for the customer; null: the service gives the id. */
  vendorCustomerIdField: turn(z.string().min(1).nullable(), null),
  /** The answer to requests of a merchant who is not activated. */
  notActivatedStatus: turn(status, 403),
  notActivatedBody: turn(z.enum(['text', 'problem', 'empty']), 'text', 'problem'),
  notActivatedRoutes: turn(z.array(z.enum(['register', 'bill', 'cancel', 'printed'])).readonly(), ['register', 'bill']),

  /** true: reads the document otherwise wherever it leaves room; see alternate-reading.ts. */
  alternateReading: flag(false),
};
type Table = typeof table;
type Name = keyof Table;
const names = Object.keys(table) as readonly Name[];
const each = <Part extends keyof Table[Name]>(part: Part) =>
  Object.fromEntries(names.map((name) => [name, table[name][part]])) as { [Key in Name]: Table[Key][Part] };

export const switchesSchema = z.strictObject(each('schema'));
export type Switches = Readonly<z.infer<typeof switchesSchema>>;

export type SwitchBoard = ReturnType<typeof createSwitchBoard>;

export function createSwitchBoard(initial: Partial<Switches>) {
  let asSet: Switches = switchesSchema.parse({ ...each('first'), ...initial });
  let inForce = asSet;
  const read = (): void => {
    const untouched = names.filter((name) => JSON.stringify(asSet[name]) === JSON.stringify(table[name].first));
    const others = untouched.map((name) => [name, table[name].alternateReading]);
    inForce = asSet.alternateReading ? { ...asSet, ...Object.fromEntries(others) } : asSet;
  };
  read();
  return {
    set: (patch: Partial<Switches>): Switches => {
      asSet = switchesSchema.parse({ ...asSet, ...patch });
      read();
      return asSet;
    },
    asSet: () => asSet,
    /**
     * The effective values: a service with the alternate reading changes all switches that still have their default.
     */
    current: () => inForce,
  };
}
