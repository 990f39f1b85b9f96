import type { RouteName } from './route-names.ts';

/** `gone`: cancelled before its bill came. */
export type ReceiptStatus = 'registered' | 'stored' | 'cancelled' | 'gone';
export type LoyaltyState = 'active' | 'cancelled' | 'ended';

/** The effects of the partner routes (receipt-service.md 4.7) and the created users, without tokens. */
type PartnerAction =
  | { readonly kind: 'userCreated'; readonly userId: string; readonly externalId: string }
  | { readonly kind: 'userDeleted'; readonly userId: string }
  | { readonly kind: 'activated'; readonly vendorCustomerId: string };

export interface Entries {
  registrations: {
    readonly billId: string;
    readonly storeId: string;
    readonly assigned: boolean;
    readonly buyerInformation: unknown;
  };
  bills: {
    readonly billId: string;
    readonly storeId: string;
    readonly assigned: boolean;
    /** The query parameter DisplayTarget. receipt-service.md does not show its values. */
    readonly displayTarget: string | null;
    /** The whole AddBillDto as it arrived. */
    readonly body: unknown;
  };
  cancels: { readonly billId: string; readonly known: boolean };
  printed: { readonly billId: string };
  loyalty: { readonly transactionId: string; readonly externalUserId: string; state: LoyaltyState };
  /** `error`: the OAuth error code, or null if tokens were issued. */
  tokenRequests: { readonly grantType: string; readonly error: string | null };
  partner: PartnerAction;
  complaints: {
    readonly kind: 'malformed' | 'deprecated' | 'suspicious';
    readonly method: string;
    readonly path: string;
    readonly message: string;
  };
  requests: {
    readonly route: RouteName | null;
    readonly method: string;
    readonly path: string;
    /** The status of the answer. Null before it was sent, and also if a fault suppressed it. */
    status: number | null;
    readonly fault: string | null;
  };
}
export type ComplaintKind = Entries['complaints']['kind'];

/** `at`: the time in milliseconds since the epoch by the Clock port. */
export type Noted<Name extends keyof Entries> = Entries[Name] & { readonly at: number };

/** The entries are not copied, so do not change them. */
export type Ledger = { readonly [Name in keyof Entries]: readonly Readonly<Noted<Name>>[] };

/** At twice its limit a list drops its oldest entries, so that a training service can run for weeks. */
export type Journals = { readonly [Name in keyof Entries]: Noted<Name>[] };

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
