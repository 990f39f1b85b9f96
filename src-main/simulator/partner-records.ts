/** `partner`: created through 4.7; `bill`: on the way (4.2 rule 1); `listed`: by the switch `knownExternalIds`. */
export type UserOrigin = 'partner' | 'bill' | 'listed';

export interface User {
  /** In lower case. */
  readonly userId: string;
  /** Stands for the externalId, which itself is kept nowhere but in the ledger. */
  readonly externalKey: string;
  readonly origin: UserOrigin;
  /** When there is a token for the user (interface document 7). */
  readonly availableAt: number;
}

/** Interface document 2.11, without what differs from request to request. */
export interface UserReceipt {
  readonly receiptId: string;
  readonly userId: string;
  /** Rises with every receipt that any user gets. */
  readonly position: number;
  readonly item: {
    readonly storeId: string;
    readonly amount: number;
    readonly currency: string;
    readonly date: string;
    readonly vendorName: string | null;
    readonly vendorAddress: Readonly<Record<'street' | 'city' | 'postalCode' | 'countryCode', string | null>> | null;
  };
}

/** An onboarded merchant. What the request said of him is kept nowhere but in the ledger. */
export interface Merchant {
  readonly vendorCustomerId: string;
  readonly customerId: string;
  readonly username: string;
  /** Digests: link and password are told once. */
  readonly passwordDigest: string;
  readonly linkDigest: string;
  /** Null: not activated (interface document 3). */
  readonly activatedAt: number | null;
}
