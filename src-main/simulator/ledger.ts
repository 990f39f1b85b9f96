import type { RouteName } from './route-names.ts';

/** `gone`: cancelled before its bill came. */
export type ReceiptStatus = 'registered' | 'stored' | 'cancelled' | 'gone';
export type LoyaltyState = 'active' | 'cancelled' | 'ended';
/** What created a user: the partner interface, a bill (receipt-service.md 4.2 rule 1), or `knownExternalIds`. */
export type UserOrigin = 'partner' | 'bill' | 'listed';

/** The effects of the partner routes (receipt-service.md 4.7) and the created users, without tokens. */
export type PartnerAction = { readonly at: number } & (
  | { readonly kind: 'userCreated'; readonly userId: string; readonly externalId: string }
  | { readonly kind: 'userDeleted'; readonly userId: string }
  | { readonly kind: 'activated'; readonly vendorCustomerId: string }
);

/** Times (`at`) are milliseconds since the epoch by the Clock port. */
export interface Entries {
  registrations: {
    readonly billId: string;
    readonly storeId: string;
    readonly assigned: boolean;
    readonly buyerInformation: unknown;
    readonly at: number;
  };
  bills: {
    readonly billId: string;
    readonly storeId: string;
    readonly assigned: boolean;
    /** The query parameter DisplayTarget. receipt-service.md does not show its values. */
    readonly displayTarget: string | null;
    /** The whole AddBillDto as it arrived. */
    readonly body: unknown;
    readonly at: number;
  };
  cancels: {
    readonly billId: string;
    readonly known: boolean;
    readonly at: number;
  };
  printed: { readonly billId: string; readonly at: number };
  loyalty: {
    readonly transactionId: string;
    readonly externalUserId: string;
    state: LoyaltyState;
    readonly at: number;
  };
  /** `error`: the OAuth error code, or null if tokens were issued. */
  tokenRequests: { readonly grantType: string; readonly error: string | null; readonly at: number };
  partner: PartnerAction;
  complaints: {
    readonly kind: 'malformed' | 'deprecated' | 'suspicious';
    readonly method: string;
    readonly path: string;
    readonly message: string;
    readonly at: number;
  };
  requests: {
    readonly route: RouteName | null;
    readonly method: string;
    readonly path: string;
    /** The status of the answer. Null before it was sent, and also if a fault suppressed it. */
    status: number | null;
    readonly fault: string | null;
    readonly at: number;
  };
}
export type ComplaintKind = Entries['complaints']['kind'];

/** The entries are not copied, so do not change them. */
export type Ledger = { readonly [Name in keyof Entries]: readonly Readonly<Entries[Name]>[] };

/** At twice its limit a list drops its oldest entries, so that a training service can run for weeks. */
export type Journals = { readonly [Name in keyof Entries]: Entries[Name][] };

export const createJournals = (): Journals => ({
  registrations: [],
  bills: [],
  cancels: [],
  printed: [],
  loyalty: [],
  tokenRequests: [],
  partner: [],
  complaints: [],
  requests: [],
});

export function readJournals({ journals, keep }: { readonly journals: Journals; readonly keep: number }): Ledger {
  const lists: object = Object.fromEntries(Object.entries(journals).map(([name, list]) => [name, list.slice(-keep)]));
  return lists as Ledger;
}
