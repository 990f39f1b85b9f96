import type { AppError, FieldIssue, Result } from '../kernel/result.ts';
import type { TillScope } from '../kernel/scopes.ts';
import type { UserIdentification } from '../receipt/add-bill.ts';
import type { LoyaltyResource, SaleResource, StatusResource } from './resources.ts';

/**
 * What the POS API needs from the app. A Result is given only after the change is committed to disk. `till` is who asks
 * (`sale/till.ts`): a reference is its own. Without one the program itself asks: a till of its own where a sale is opened.
 */
export interface PosPort {
  /** `known` when the till used the reference today with the same content; `conflict` when the content differs. */
  openSale(
    request: OpenSaleRequest,
    till?: string,
  ): Promise<Result<{ readonly known: boolean; readonly sale: SaleResource }>>;
  findSale(id: string): SaleResource | null;
  /** A `cursor` that no page gave is not an error: the page is empty. With a `reference` only sales of the `till`. */
  listSales(
    query: ListSalesQuery,
    till?: string,
  ): { readonly items: readonly SaleResource[]; readonly next: string | null };
  setBasket(id: string, basket: Basket): Result<null>;
  showSale(id: string): Result<null>;
  /** `bill` is any JSON value; it is checked in here. `invalid` carries the fields; their paths start with /bill. */
  acceptBill(id: string, request: BillRequest): Promise<Result<SaleResource>>;
  markPrinted(id: string): Result<SaleResource>;
  cancelSale(id: string): Result<SaleResource>;
  /** `outcomeUnknown` when it may have been started; it is never repeated by the app. */
  startLoyalty(id: string, externalUserId: string): Promise<Result<LoyaltyResource>>;
  cancelLoyalty(id: string): Promise<Result<{ readonly transactionId: string; readonly status: string }>>;
  /** Sale and bill in one call. */
  acceptReceipt(
    request: Omit<OpenSaleRequest, 'amount' | 'currency' | 'show' | 'billId'> & BillRequest,
    till?: string,
  ): Promise<Result<SaleResource>>;
  /** What the two calls above would say against it; nothing is stored. Paths as the till sent it. */
  checkBill(request: BillRequest & Pick<OpenSaleRequest, 'customer' | 'buyerInformation'>): {
    readonly errors: readonly Issue[];
    readonly warnings: readonly Issue[];
  };
  status(): StatusResource;
  /** Why nothing about sales and receipts can be asked or changed now; null when it can. */
  closed(): AppError | null;
  /** Calls `listener` after every committed change of a sale and when the status changes. Returns the function that ends it. */
  onChange(
    listener: (change: { readonly sale: SaleResource } | { readonly status: StatusResource }) => void,
  ): () => void;
}

export interface BillRequest {
  readonly bill: unknown;
  readonly displayTarget?: string | undefined;
  readonly storeId?: string | undefined;
  readonly userIdentification?: UserIdentification | null | undefined;
  readonly doorWarnings?: readonly FieldIssue[] | undefined;
}

export interface OpenSaleRequest {
  readonly reference: string;
  /** The till's own receipt id. */
  readonly billId?: string | undefined;
  readonly storeId?: string | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly customer?: { readonly externalId: string } | undefined;
  readonly buyerInformation?: unknown;
  readonly language?: string | undefined;
  readonly show?: boolean | undefined;
  /** What was odd about the request and taken all the same: it becomes the sale's warnings. */
  readonly doorWarnings?: readonly FieldIssue[] | undefined;
}

export interface ListSalesQuery {
  readonly reference?: string | undefined;
  readonly state?: SaleResource['state'] | undefined;
  /** Milliseconds since the epoch; `to` is exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
  /** What `next` of the page before said. */
  readonly cursor?: string | undefined;
}

export interface Basket {
  readonly lines: readonly { readonly text: string; readonly quantity?: number | undefined; readonly amount: number }[];
  readonly total: number;
  readonly currency: string;
}

export interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Who has been paired, and how. */
export interface TillTokens {
  /** The token's record, or null. Compares hashes; constant time in the token. */
  find(token: string): { readonly id: string; readonly scopes: readonly TillScope[] } | null;
}

export interface PairingDoor {
  /** Trades the code for a token. `refused` says neither whether there is a code nor what was wrong with this one. */
  redeem(code: string, name: string): Redeemed;
}

export type Redeemed =
  | { readonly kind: 'paired'; readonly token: string }
  | { readonly kind: 'refused' }
  /** The token could not be kept; the code stays good. */
  | { readonly kind: 'notKept'; readonly error: AppError }
  | { readonly kind: 'tooManyTries'; readonly retryAfterSeconds: number };
