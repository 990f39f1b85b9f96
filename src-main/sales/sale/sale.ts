import { z } from 'zod';
import { fromCents } from '../../receipts/fields.ts';
import { guid } from '../../shared/guid.ts';
import { JsonText } from '../../shared/json-text.ts';
import { done, type Result } from '../../shared/result.ts';
import {
  type ConsentEntry,
  consentKinds,
  type IssuanceEntry,
  issueKinds,
  type ReconciliationStatus,
  saleStates,
} from '../../shared/sale-states.ts';
import {
  issueSchema,
  type LoyaltyResource,
  loyaltySchema,
  type Refusal,
  refusalSchema,
  type SaleResource,
} from '../../shared/till-view.ts';

const issuanceEntry = z.discriminatedUnion('what', [
  z.object({ at: z.int(), what: z.enum(['agreed', 'agreementTakenBack']), how: z.enum(consentKinds) }),
  z.object({ at: z.int(), what: z.literal('issued'), how: z.enum(issueKinds) }),
  z.object({ at: z.int(), what: z.literal('paperTakenBack'), how: z.literal('paper') }),
]) satisfies z.ZodType<IssuanceEntry>;

const mark = z.enum(['queued', 'done']).nullable().default(null);
const flag = z.boolean().default(false);
const time = z.int().nullable().default(null);
const record = z.record(z.string(), z.unknown());
/** A JSON object as text, byte for byte as the till sent it. */
const jsonText = z.string().nullable();

const saleStateSchema = z.enum(saleStates);

const saleLoyaltySchema = loyaltySchema.extend({
  /** `starting`: the intent is on disk, and the request may be running; after a crash it reads as `unknown`. */
  state: z.enum(['starting', 'active', 'cancelled', 'ended', 'unknown']),
  providerData: jsonText,
});
export type SaleLoyalty = z.infer<typeof saleLoyaltySchema>;
export const noLoyalty = {
  transactionId: null,
  customerId: null,
  providerType: null,
  points: null,
  activatedRewards: [],
  providerData: null,
} satisfies Omit<SaleLoyalty, 'state'>;

/** The values from the opening of a sale. Amounts are integer cents, times are milliseconds since the epoch. */
const opening = z.object({
  id: guid,
  /** The till's own id of the sale: together with till and business day it is the idempotency key. */
  reference: z.string(),
  till: z.string(),
  /** `YYYY-MM-DD`, at the time when the sale was opened. */
  businessDay: z.string(),
  origin: z.enum(['till', 'hand', 'file']),
  storeId: z.string(),
  /** True if the till chose the store. Otherwise the store follows the settings. */
  storeFixedByTill: z.boolean(),
  amountCents: z.int().nullable(),
  currency: z.string().nullable(),
  /** The currency at the opening or its last change; null if the till sent none. `currency` is that of the bill. */
  openedCurrency: z.string().nullable(),
  language: z.string().nullable(),
  externalId: z.string().nullable(),
  buyerInformation: jsonText,
  /** The request that opened the sale, to distinguish a repetition from another sale under the same reference. */
  openedWith: z.string(),
});

/** Values that events of the sale change, with their defaults. */
const untouched = z.object({
  state: saleStateSchema.default('open'),
  billId: guid.nullable().default(null),
  url: z.string().nullable().default(null),
  assigned: flag,
  qrReplaced: flag,
  /** Something that was not sent from here is stored under `billId`, so no cancel deletes it. */
  idInUse: flag,
  /** Set in a copy or restored backup: another copy may send this sale, too. The service stores `billId` only once. */
  restoredFromBackup: z.object({ billId: z.guid().nullable() }).nullable().default(null),
  receiptNumber: z.string().nullable().default(null),
  /** The amount at the opening or its last change. `amountCents` is that of the bill. */
  openedCents: z.int().nullable().default(null),
  /** The external id was scanned here, so the till does not know it. */
  customerScanned: flag,
  /** The service knows this customer and assigns the receipt when the bill arrives. */
  accountExpected: flag,
  /** The store and the customer in the accepted bill (receipt-service.md 2.1); null if it has neither. */
  billedFor: z
    .object({ storeId: z.string().optional(), userIdentification: record.nullable().optional() })
    .nullable()
    .default(null),
  billHash: z.string().nullable().default(null),
  displayTarget: z.string().nullable().default(null),
  printed: mark,
  cancelled: mark,
  /** The sale was open for too long and was cancelled automatically. Its bill is still accepted. */
  abandoned: flag,
  /** The id of the sale under which this receipt was accepted earlier. This sale was closed. */
  acceptedAs: guid.nullable().default(null),
  /** Refunds of this receipt. Those of cancelled sales do not count. */
  refunds: z.array(z.object({ saleId: guid, cents: z.int() })).default([]),
  refundOf: guid.nullable().default(null),
  /** The address is for this bill only, and is deleted once the bill is delivered or a person or a till cancels. */
  email: z.object({ address: z.string(), isConfirmed: z.boolean() }).nullable().default(null),
  /** Each consent with its kind, and each receipt handed over, oldest first. It only grows. */
  issuanceLog: z.array(issuanceEntry).default([]),
  /** The time when the customer touched "Paper, please"; null again once the cashier has answered. */
  paperRequestedAt: time,
  billedAt: time,
  deliveredAt: time,
  codeShownAt: time,
  loyalty: saleLoyaltySchema.nullable().default(null),
  /** The refusal of the bill. */
  attention: refusalSchema.nullable().default(null),
  /** The refusals of other requests, until a person sends them again. */
  refusedActions: z.partialRecord(z.enum(['printed', 'cancel', 'loyaltyCancel']), refusalSchema).default({}),
  warnings: z.array(issueSchema).default([]),
  /** The last action, which can be undone until `until`; `before` is the state to which it returns. */
  undo: z
    .object({ action: z.enum(['printed', 'cancel']), until: z.int(), before: saleStateSchema })
    .nullable()
    .default(null),
});

export const saleSchema = z.object({ ...opening.shape, ...untouched.shape, createdAt: z.int(), updatedAt: z.int() });
export type Sale = Readonly<z.infer<typeof saleSchema>>;

const beforeEvents = untouched.parse({});

export const newSale = (
  start: Readonly<z.infer<typeof opening>> & Partial<Pick<Sale, 'refundOf'>>,
  now: number,
): Sale => ({ ...beforeEvents, ...start, openedCents: start.amountCents, createdAt: now, updatedAt: now });

export const isHandedOver = ({ assigned, codeShownAt, url }: Sale): boolean =>
  assigned || (codeShownAt !== null && url !== null);

export const isEmailed = ({ issuanceLog }: Sale): boolean => issuanceLog.some(({ how }) => how === 'email');

export function reconciliationStatusOf(sale: Sale): ReconciliationStatus {
  const { state, printed } = sale;
  if (state !== 'delivered' && state !== 'queued') return state;
  const isDigital = state === 'delivered' && (isHandedOver(sale) || isEmailed(sale));
  if (printed !== null) return isDigital ? 'both' : 'printed';
  return isDigital ? 'delivered' : 'neither';
}

/** The customer's consent to the digital receipt; null without one. Germany requires it (AO 146a 2). */
export function consentOf({ issuanceLog }: Sale): ConsentEntry | null {
  const last = issuanceLog.findLast(isConsent);
  return last?.what === 'agreed' ? last : null;
}

export const isConsent = (entry: IssuanceEntry): entry is ConsentEntry =>
  entry.what === 'agreed' || entry.what === 'agreementTakenBack';

/** The service can find this customer, so the receipt reaches them without a code. */
export const isKnown = (sale: Sale): boolean => sale.externalId !== null || sale.buyerInformation !== null;

/** Whether the receipt goes to the account. Before delivery this is expected, afterwards it is certain. */
export const isForAccount = ({ assigned, accountExpected, state }: Sale): boolean =>
  assigned || (accountExpected && state !== 'delivered');

/** Texts of the service and warnings are removed as well, because they quote the bill. */
export const withoutCustomer = (sale: Sale): Sale => ({
  ...sale,
  externalId: null,
  customerScanned: false,
  buyerInformation: null,
  email: null,
  billedFor: sale.billedFor?.storeId === undefined ? null : { storeId: sale.billedFor.storeId },
  openedWith: '',
  loyalty: sale.loyalty && { ...noLoyalty, state: sale.loyalty.state, providerType: sale.loyalty.providerType },
  attention: null,
  refusedActions: {},
  warnings: [],
});

/** The refusal that a person sees first. */
export const refusalOf = ({ attention, refusedActions: { cancel, loyaltyCancel, printed } }: Sale): Refusal | null =>
  cancel ?? attention ?? loyaltyCancel ?? printed ?? null;

const ofCustomer = /customer|buyer|user|loyalty|card|mail|person|account|extern|phone|recipient/i;

const alike = (value: unknown, id: string): boolean =>
  (typeof value === 'string' || typeof value === 'number') &&
  String(value).trim().toLowerCase() === id.trim().toLowerCase();

/** Searches only fields about a customer: a customer with the id `cash` is not found in the payments. */
export function namesCustomer(value: unknown, id: string, isOfCustomer = false): boolean {
  if (Array.isArray(value)) return value.some((entry) => namesCustomer(entry, id, isOfCustomer));
  if (typeof value !== 'object' || value === null) return isOfCustomer && alike(value, id);
  return Object.entries(value).some(([key, member]) => namesCustomer(member, id, isOfCustomer || ofCustomer.test(key)));
}

export const isSameId = (value: string | null, id: string): boolean => value !== null && alike(value, id);

const noCode = {
  path: '/url',
  code: 'no-code',
  message: 'Found no receipt address yet. Expected one to show as a QR code; the app asks for it again automatically.',
};

export function saleResource(sale: Sale): SaleResource {
  // If this sale was closed as a repetition of another one, its code leads to no receipt.
  const isRepeat = sale.acceptedAs !== null && sale.acceptedAs !== sale.id;
  // Before payment the customer should see a code, unless the receipt goes to an account.
  const lacksCode = sale.state === 'open' && sale.url === null && !isForAccount(sale);
  return {
    id: sale.id,
    reference: sale.reference,
    storeId: sale.storeId,
    state: sale.state,
    acceptedAs: sale.acceptedAs,
    billId: isRepeat ? null : sale.billId,
    url: isRepeat ? null : sale.url,
    assigned: sale.assigned,
    qrReplaced: sale.qrReplaced,
    amount: sale.amountCents === null ? null : fromCents(sale.amountCents),
    currency: sale.currency,
    printed: sale.printed,
    cancelled: sale.cancelled,
    loyalty: sale.loyalty === null ? null : loyaltyResource(sale.loyalty),
    attention: refusalOf(sale),
    warnings: lacksCode ? [...sale.warnings, noCode] : [...sale.warnings],
    createdAt: new Date(sale.createdAt).toISOString(),
    updatedAt: new Date(sale.updatedAt).toISOString(),
  };
}

/** A till reads `starting` as unknown, because there is no outcome yet. */
export function loyaltyResource(loyalty: SaleLoyalty): LoyaltyResource {
  const { state, providerData, ...rest } = loyalty;
  return {
    ...rest,
    state: state === 'starting' ? 'unknown' : state,
    providerData: providerData === null ? null : new JsonText(providerData),
  };
}

export const toResource = (result: Result<Sale>): Result<SaleResource> =>
  result.ok ? done(saleResource(result.value)) : result;
