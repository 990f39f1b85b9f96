import { z } from 'zod';

/**
 * What the interface document leaves open about the partner interface (4.7 and 5.8), one setting each. The key is no
 * setting: it is in the keychain.
 */

const placeholder = /\{([^{}]*)\}/g;

/** `GET /a/{userId}?x={take}`: what the path does not place goes into the query under its own name. */
const route = (...known: readonly string[]) =>
  z
    .string()
    .max(500)
    .regex(/^(?:GET|POST|PUT|DELETE) \/?[^\s#]*$/, 'expected a method and a path such as "GET /api/v3/user/{userId}"')
    .refine(
      (text) => [...text.matchAll(placeholder)].every(([, name = '']) => known.includes(name)),
      `expected no other names in braces than ${known.join(', ')}`,
    );

/** A JSON pointer (RFC 6901). */
const place = z
  .string()
  .max(200)
  .regex(/^(?:\/(?:[^/~]|~[01])*)*$/, 'expected a JSON pointer such as /credentials/username');

export const partnerSchema = z.object({
  /** `key`: a fixed key in a header. `token`: the bearer token of section 5 with a scope of its own. */
  authentication: z.enum(['key', 'token']).default('key'),
  keyHeader: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'expected the name of a header')
    .default('X-Api-Key'),
  /** Stands before the key, for instance `ApiKey `. */
  keyPrefix: z
    .string()
    .regex(/^[\x20-\x7e]{0,50}$/)
    .default(''),
  /** Of the token; `<SCOPE_BASE>` is the scope base of the connection. The document does not list the scopes (5.7). */
  tokenScope: z.string().max(1_000).default('<SCOPE_BASE>/partner offline_access'),
  listReceipts: route('userId', 'take', 'continuation').default('GET /api/v3/user/{userId}/receipts'),
  receiptPdf: route('userId', 'receiptId').default('GET /api/v3/user/{userId}/receipts/{receiptId}/pdf'),
  addReceipt: route('userId').default('POST /api/v3/user/{userId}/receipts'),
  /** `object`: `{"receiptId": "..."}`; `text`: the id alone, as JSON text. */
  addReceiptBody: z.enum(['object', 'text']).default('object'),
  /** Before `onboarding`, which the document writes without one. */
  onboardingPrefix: z
    .string()
    .max(200)
    .regex(/^[^\s?#{}]*$/, 'expected a path such as /api/v3')
    .default(''),
  /** Receipts of a page; the document shows no bounds (8), these are ours. */
  take: z.int().min(1).max(1_000).default(50),
  /** Sent with the question for a token where nobody names another; empty: none. */
  applicationClientId: z.string().max(200).default(''),
  /** Where the onboarding answer holds what it returns (4.7). */
  registrationLinkPlace: place.default('/registrationLink'),
  vendorCustomerIdPlace: place.default('/vendorCustomerId'),
  usernamePlace: place.default('/username'),
  passwordPlace: place.default('/password'),
  /** Where the request holds the id of the customer, for an answer that does not. */
  requestedVendorCustomerIdPlace: place.default('/vendorCustomer/vendorCustomerId'),
  /** A fresh user is asked for again this often, and for this long (section 7: about a minute, one or two). */
  userRetrySeconds: z.number().min(1).max(60).default(10),
  userWaitSeconds: z.number().min(1).max(600).default(120),
});

const prefix = 'partner.';
/** Some of them by their whole names, such as `partner.listReceipts`. */
export const foundPartnerSettings = z
  .record(z.string().startsWith(prefix), z.string())
  .refine(
    (found) => partnerSchema.strict().safeParse(withoutPrefix(found)).success,
    'settings of the partner interface',
  );

export const withoutPrefix = (found: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(found).map(([name, value]) => [name.slice(prefix.length), value]));
