/** What a call to the receipt service can end in. These are values: nothing here is thrown. */

/** The service's own words on a refusal: a problem detail where it sent one, else its text. */
export interface ServiceProblem {
  readonly status: number;
  /** The last segment of the problem type, for instance `pregeneratedbill-notfound`; null without one. */
  readonly type: string | null;
  readonly title: string;
  readonly detail: string;
  /** `path` is a JSON pointer into what was sent, guessed from `property`, the service's own name for the field. */
  readonly errors: readonly { readonly path: string; readonly message: string; readonly property?: string }[];
  readonly traceId: string | null;
  /** What else it held (its whole type, `instance`, extension members) as JSON text of at most 1,000 characters; empty: nothing. */
  readonly extensions: string;
}

/** Why there is no usable answer. */
export type NoAnswerReason =
  | 'no-connection' // refused, DNS, TLS, no network
  | 'time-out'
  | 'connection-lost' // after the request may have been sent
  | 'server-error' // 5xx or 429
  | 'not-the-service' // redirect, web page, a proxy's 407: something between here and the service
  | 'not-understood'; // an answer, and not what the interface describes: no JSON, no id, another billId

export type Answer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** POST bill 409: something is stored under this id (interface document 4.2 rule 2). Whether it is this bill, the caller knows. */
  | { readonly kind: 'alreadyThere'; readonly problem: ServiceProblem }
  /** `pregeneratedbill-notfound`: the id died (interface document 4.2 rule 3). */
  | { readonly kind: 'registrationExpired'; readonly problem: ServiceProblem }
  /** A 404 that names no id of ours: a setting is wrong, not this receipt. In the service's words, whatever they are. */
  | { readonly kind: 'storeUnknown'; readonly problem: ServiceProblem }
  /** Any other 4xx: do not repeat. */
  | { readonly kind: 'refused'; readonly problem: ServiceProblem }
  /** Refresh and password sign-in were refused, or a second 401 came after a fresh token. */
  | {
      readonly kind: 'signInNeeded';
      readonly detail: string;
      /** OAuth's own code for a refusal. */
      readonly code?: string;
      /** Milliseconds until the sign-in is asked for again, where it is not asked for at every call. */
      readonly askAgainMs?: number;
    }
  | {
      readonly kind: 'noAnswer';
      readonly reason: NoAnswerReason;
      readonly detail: string;
      /** What the system, Chromium or the service calls it, verbatim: `ECONNREFUSED`. Absent where the words are ours. */
      readonly said?: string;
      /** What stood in the way, where that is known. */
      readonly inTheWay?: 'redirect' | 'proxy' | 'webPage';
      /** The status that came, if any. A clear 5xx means the outcome is known to be a failure. */
      readonly status: number | null;
      /** False only when the request certainly never left this machine. */
      readonly mayHaveArrived: boolean;
      readonly retryAfterMs: number | null;
      /** What the service calls this failure, where it told. */
      readonly traceId: string | null;
    };

/** What a call of the partner interface can end in (interface document 4.7 and 7). */
export type PartnerAnswer<T> = { readonly kind: 'ok'; readonly value: T } | PartnerFailure;

export type PartnerFailure =
  | Extract<Answer<never>, { readonly kind: 'refused' | 'signInNeeded' | 'noAnswer' }>
  /** A file that is longer than this program takes; it was given up. */
  | { readonly kind: 'tooLarge'; readonly mostBytes: number }
  /** `user-temporarily-not-available`: the service is still making this user. */
  | { readonly kind: 'userNotYetAvailable'; readonly retryAfterMs: number | null }
  /** Nothing was asked: there is no address, or no key for it. */
  | { readonly kind: 'notConfigured'; readonly lacks: 'address' | 'key' };

/** Interface document 2.9. Legacy answers `userId` and `bankCard` read as `assigned`. */
export type Registration =
  | { readonly type: 'url'; readonly billId: string; readonly url: string }
  | { readonly type: 'assigned'; readonly billId: string };

/** A bill is there as soon as the answer has its id; where it is shown the answer may not tell. */
export type StoredBill = Registration | { readonly type: 'stored'; readonly billId: string };

/** Interface document 2.10. What the provider says is passed through: no digit changes, nor any byte of `providerData`. */
export interface LoyaltyStart {
  readonly transactionId: string;
  readonly customerId: string | null;
  readonly providerType: string | null;
  readonly points: number | null;
  readonly activatedRewards: readonly Readonly<Record<string, unknown>>[];
  /** A JSON object as text. */
  readonly providerData: string | null;
}

export interface LoyaltyCancel {
  readonly transactionId: string;
  readonly status: 'CANCELED' | 'TRANSACTION_NOT_ACTIVE_ANYMORE';
}

/** The vendor interface, section 4.1 to 4.6. `timeoutMs` overrides the total time-out of one call. */
export interface VendorClient {
  registerReceipt(
    request: { readonly storeId: string; readonly buyerInformation?: unknown },
    options?: CallOptions,
  ): Promise<Answer<Registration>>;
  /** `body` is the whole AddBillDto as it goes on the wire. */
  addBill(
    body: {
      readonly storeId: string;
      readonly userIdentification?: unknown;
      readonly bill: { readonly id?: unknown };
    },
    options?: CallOptions & { readonly displayTarget?: string },
  ): Promise<Answer<StoredBill>>;
  cancelReceipt(billId: string, options?: CallOptions): Promise<Answer<null>>;
  markPrinted(billId: string, options?: CallOptions): Promise<Answer<null>>;
  /** One try, never repeated in here: the start is not idempotent (4.5). */
  startLoyalty(externalUserId: string, options?: CallOptions): Promise<Answer<LoyaltyStart>>;
  cancelLoyalty(transactionId: string, options?: CallOptions): Promise<Answer<LoyaltyCancel>>;
}

export interface CallOptions {
  readonly timeoutMs?: number;
}
