import { z } from 'zod';
import { guid } from '../../shared/guid.ts';
import {
  consentKinds,
  type IssuanceEntry,
  issueKinds,
  type ReconciliationStatus,
  saleStates,
} from '../../shared/sale-states.ts';
import { issueSchema, loyaltySchema, refusalSchema } from '../../shared/till-view.ts';

const at = z.int();

/** One line of a sale's log, as it is stored. */
const handoverEntry = z.discriminatedUnion('what', [
  z.object({ at, what: z.enum(['agreed', 'agreementTakenBack']), how: z.enum(consentKinds) }),
  z.object({ at, what: z.literal('issued'), how: z.enum(issueKinds) }),
  z.object({ at, what: z.literal('paperTakenBack'), how: z.literal('paper') }),
]) satisfies z.ZodType<IssuanceEntry>;

/** One sale as the app stores it. Amounts are integer cents, times are milliseconds since the epoch. */

const mark = z.enum(['queued', 'done']).nullable();
const record = z.record(z.string(), z.unknown());
/** A JSON object as text, byte for byte as it came. */
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

export const saleSchema = z.object({
  id: guid,
  /** The till's own id of the sale: together with till and business day it is the idempotency key. */
  reference: z.string(),
  /** The till that opened it (`lib/till-names.ts`). */
  till: z.string(),
  /** `YYYY-MM-DD`, at the time when the sale was opened. */
  businessDay: z.string(),
  origin: z.enum(['till', 'hand', 'file']),
  storeId: z.string(),
  /** The till chose the store. Otherwise it came from the settings and follows their correction. */
  storeFixedByTill: z.boolean(),
  state: saleStateSchema,
  /** The receipt id registered in advance; null until there is one. */
  billId: guid.nullable(),
  url: z.string().nullable(),
  assigned: z.boolean(),
  /** The id in the shown QR code became invalid, and another one replaced it. */
  qrReplaced: z.boolean(),
  /** Its events may happen in the other copy of these files. Sending under `billId` stores it at most once. */
  restoredFromBackup: z.object({ billId: z.guid().nullable() }).nullable().default(null),
  /** The hash of the accepted bill. */
  receiptNumber: z.string().nullable(),
  amountCents: z.int().nullable(),
  currency: z.string().nullable(),
  /** As opened or changed; the two members above belong to the bill. Null currency: the till sent none. */
  openedCents: z.int().nullable().default(null),
  openedCurrency: z.string().nullable().default(null),
  language: z.string().nullable(),
  externalId: z.string().nullable(),
  /** The external id was scanned here, and the till does not know it. */
  customerScanned: z.boolean().default(false),
  /** The service knows this customer: it assigns the receipt when the bill comes. */
  accountExpected: z.boolean().default(false),
  /** The store and the customer in the accepted bill (receipt-service.md 2.1); null if it has neither. */
  billedFor: z
    .object({ storeId: z.string().optional(), userIdentification: record.nullable().optional() })
    .nullable()
    .default(null),
  buyerInformation: jsonText,
  /** The till's request that opened the sale, to distinguish a repeat from another sale under the same reference. */
  openedWith: z.string(),
  billHash: z.string().nullable(),
  displayTarget: z.string().nullable(),
  printed: mark,
  cancelled: mark,
  /** The sale was left open for too long and was cancelled automatically. Its bill is still accepted. */
  abandoned: z.boolean().default(false),
  /** The sale as which its receipt was accepted earlier: this sale was closed. */
  acceptedAs: guid.nullable().default(null),
  /** A cancelled refund counts nothing. */
  refunds: z.array(z.object({ saleId: guid, cents: z.int() })).default([]),
  refundOf: guid.nullable().default(null),
  /** The time of the customer's consent to the digital receipt; null again after it was withdrawn. */
  consentAt: z.int().nullable(),
  /** Each consent with its kind, and each receipt handed over, oldest first. It only grows (`issuance-log.ts`). */
  issuanceLog: z.array(handoverEntry).default([]),
  /** The time when the customer touched "Paper, please"; null again once the cashier has answered. */
  paperAskedAt: z.int().nullable().default(null),
  /** The times at which the current bill was accepted and delivered. Null if unknown. */
  billedAt: z.int().nullable().default(null),
  deliveredAt: z.int().nullable().default(null),
  /** The time at which the current code was first on the customer display. */
  codeShownAt: z.int().nullable().default(null),
  loyalty: saleLoyaltySchema.nullable(),
  attention: refusalSchema.nullable(),
  warnings: z.array(issueSchema),
  /** A mark that can be undone until `until`; `before` is the state to which it returns. */
  undo: z.object({ action: z.enum(['printed', 'cancel']), until: z.int(), before: saleStateSchema }).nullable(),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type Sale = Readonly<z.infer<typeof saleSchema>>;

/** The members of a sale before its first event. */
const untouched = {
  billedFor: null,
  state: 'open',
  billId: null,
  url: null,
  assigned: false,
  qrReplaced: false,
  restoredFromBackup: null,
  billHash: null,
  receiptNumber: null,
  displayTarget: null,
  printed: null,
  cancelled: null,
  abandoned: false,
  acceptedAs: null,
  refunds: [],
  refundOf: null,
  consentAt: null,
  issuanceLog: [],
  customerScanned: false,
  accountExpected: false,
  paperAskedAt: null,
  billedAt: null,
  deliveredAt: null,
  codeShownAt: null,
  loyalty: null,
  attention: null,
  warnings: [],
  undo: null,
} satisfies Partial<Sale>;
type NewSale = Omit<Sale, keyof typeof untouched | 'openedCents' | 'createdAt' | 'updatedAt'>;

/** An open sale without an id yet. */
export const newSale = (start: NewSale & Partial<Pick<Sale, 'refundOf'>>, now: number): Sale => ({
  ...untouched,
  ...start,
  openedCents: start.amountCents,
  createdAt: now,
  updatedAt: now,
});

/** Whether the digital receipt reached its customer: in the account, or by a code that was shown. */
export const isHandedOver = ({ assigned, codeShownAt, url }: Pick<Sale, 'assigned' | 'codeShownAt' | 'url'>): boolean =>
  assigned || (codeShownAt !== null && url !== null);

type Reconciled = Pick<Sale, 'state' | 'printed' | 'assigned' | 'codeShownAt' | 'url'>;

/** The place of a sale in the day's reconciliation: each sale has exactly one. */
export function reconciliationStatusOf(sale: Reconciled): ReconciliationStatus {
  const isPrinted = sale.printed !== null;
  switch (sale.state) {
    case 'open':
    case 'attention':
    case 'cancelled':
      return sale.state;
    case 'delivered':
      if (isHandedOver(sale)) return isPrinted ? 'both' : 'delivered';
      return isPrinted ? 'printed' : 'neither';
    case 'queued':
      return isPrinted ? 'printed' : 'neither';
  }
}
