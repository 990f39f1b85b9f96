import type { UserOrigin } from './partner-records.ts';
import type { RouteName } from './route-names.ts';

/** Times are milliseconds since the epoch by the Clock port. Nothing here is copied deeply: read it, do not write it. */
export interface Registration {
  readonly billId: string;
  readonly storeId: string;
  readonly assigned: boolean;
  readonly buyerInformation: unknown;
  readonly at: number;
}

/** `gone`: cancelled before its bill came (interface document 3). */
export type ReceiptStatus = 'registered' | 'stored' | 'cancelled' | 'gone';

export interface ReceiptRecord {
  readonly billId: string;
  readonly storeId: string;
  readonly status: ReceiptStatus;
  readonly printedAt: number | null;
  /** Whether the receipt belongs to a known user; then it has no public address. */
  readonly assigned: boolean;
}

export interface StoredBill {
  readonly billId: string;
  readonly storeId: string;
  readonly assigned: boolean;
  /** Query parameter DisplayTarget, whose values the interface document does not show. */
  readonly displayTarget: string | null;
  /** The whole AddBillDto as it came. */
  readonly body: unknown;
  readonly at: number;
}

export interface Cancel {
  readonly billId: string;
  /** Whether the id was known when the cancellation was carried out; null while it is waiting. */
  readonly known: boolean | null;
  readonly at: number;
}

export interface Printed {
  readonly billId: string;
  readonly at: number;
}

export type LoyaltyState = 'active' | 'cancelled' | 'ended';

export interface LoyaltyTransaction {
  readonly transactionId: string;
  readonly externalUserId: string;
  readonly state: LoyaltyState;
  readonly at: number;
}

export interface TokenRequest {
  readonly grantType: string;
  /** OAuth error code, or null when tokens were given. */
  readonly error: string | null;
  readonly at: number;
}

/** What happened at the partner routes (interface document 4.7), and by whom users came to be. Tokens are not told. */
export type PartnerAction = { readonly at: number } & (
  | {
      readonly kind: 'userCreated';
      readonly userId: string;
      readonly externalId: string;
      readonly origin: UserOrigin;
      readonly loyaltyCards: unknown;
    }
  | { readonly kind: 'tokenIssued'; readonly userId: string; readonly applicationClientId: string | null }
  | { readonly kind: 'userDeleted'; readonly userId: string }
  | { readonly kind: 'receiptsListed'; readonly userId: string; readonly count: number; readonly total: number }
  | { readonly kind: 'pdfMade' | 'receiptAdded'; readonly userId: string; readonly receiptId: string }
  | {
      readonly kind: 'onboardingBegun';
      readonly vendorCustomerId: string;
      readonly customerId: string;
      readonly vendorCustomer: unknown;
      readonly stores: unknown;
      readonly invoicingDetails: unknown;
    }
  | { readonly kind: 'activated'; readonly vendorCustomerId: string }
);

export type ComplaintKind = 'malformed' | 'deprecated' | 'suspicious';

/** A request that a correct client would not send. `message` names fields, never values. */
export interface Complaint {
  readonly kind: ComplaintKind;
  readonly method: string;
  readonly path: string;
  readonly message: string;
  readonly at: number;
}

export interface RequestRecord {
  readonly route: RouteName | null;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The status that was sent; null while there is none, and for good when a fault kept the answer back. */
  status: number | null;
  /** The fault that was used, if any. */
  fault: string | null;
  readonly at: number;
}

export interface Ledger {
  readonly registrations: readonly Registration[];
  readonly bills: readonly StoredBill[];
  readonly cancels: readonly Cancel[];
  readonly printed: readonly Printed[];
  readonly loyalty: readonly LoyaltyTransaction[];
  readonly tokenRequests: readonly TokenRequest[];
  readonly partner: readonly PartnerAction[];
  readonly complaints: readonly Complaint[];
  readonly requests: readonly Readonly<RequestRecord>[];
  /** External ids of users that were created on the way (interface document 4.2 rule 1). */
  readonly createdUsers: readonly string[];
}

/** A list that forgets its oldest entries beyond `limit`, so that a training service can run for weeks. */
export interface Journal<T> {
  add(entry: T): void;
  replace(before: T, after: T): void;
  entries(): readonly T[];
}

function createJournal<T>(limit: number): Journal<T> {
  let list: T[] = [];
  return {
    add: (entry) => {
      list.push(entry);
      if (list.length >= limit * 2) list = list.slice(-limit);
    },
    replace: (before, after) => {
      const index = list.lastIndexOf(before);
      if (index >= 0) list[index] = after;
    },
    entries: () => list.slice(-limit),
  };
}

export interface Journals {
  readonly registrations: Journal<Registration>;
  readonly bills: Journal<StoredBill>;
  readonly cancels: Journal<Cancel>;
  readonly printed: Journal<Printed>;
  readonly loyalty: Journal<LoyaltyTransaction>;
  readonly tokenRequests: Journal<TokenRequest>;
  readonly partner: Journal<PartnerAction>;
  readonly complaints: Journal<Complaint>;
  readonly requests: Journal<RequestRecord>;
}

export function createJournals(limit: number): Journals {
  return {
    registrations: createJournal(limit),
    bills: createJournal(limit),
    cancels: createJournal(limit),
    printed: createJournal(limit),
    loyalty: createJournal(limit),
    tokenRequests: createJournal(limit),
    partner: createJournal(limit),
    complaints: createJournal(limit),
    requests: createJournal(limit),
  };
}

export function readJournals(journals: Journals, createdUsers: readonly string[]): Ledger {
  return {
    registrations: journals.registrations.entries(),
    bills: journals.bills.entries(),
    cancels: journals.cancels.entries(),
    printed: journals.printed.entries(),
    loyalty: journals.loyalty.entries(),
    tokenRequests: journals.tokenRequests.entries(),
    partner: journals.partner.entries(),
    complaints: journals.complaints.entries(),
    requests: journals.requests.entries(),
    createdUsers,
  };
}
