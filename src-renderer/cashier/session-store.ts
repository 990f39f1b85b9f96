import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RepairDraft } from '../../src-main/shared/record-views.ts';
import type { AppErrorCode } from '../../src-main/shared/result.ts';
import type { ReconciliationStatus, SaleState } from '../../src-main/shared/sale-states.ts';
import type { Doubt, UsableCode } from '../../src-main/shared/scanned-code.ts';
import type { CommandName } from '../../src-main/shared/window-commands.ts';
import type { TypedAmount } from './sale/amount-entry.ts';

/** One polite line below the work; it stays until the next command or a tap, and never blocks. */
export type Notice =
  /** `said`: the service's own words, where it gave any. */
  | { readonly kind: 'error'; readonly code: AppErrorCode; readonly said?: string }
  /** The service's answer about a scanned customer code. */
  | { readonly kind: 'identified'; readonly as: 'account' | 'unknown' | 'later' }
  | { readonly kind: 'scanNotUsed' | 'scanProduct' | 'scanSetupCode' | 'amountRefused' | 'pageNotOpened' }
  /** The scanned code or its customer is unclear, so nothing was sent. */
  | { readonly kind: 'scanAgain' | 'scanSeveral' | 'scanOtherCard' }
  | { readonly kind: 'scanDoubt'; readonly because: Doubt; readonly use: UsableCode | null }
  /** The sale has a customer, and this code is another one's. */
  | { readonly kind: 'otherCustomer'; readonly saleId: string; readonly code: string }
  | { readonly kind: 'done'; readonly words: 'customerAdded' | 'customerDeleted' }
  | { readonly kind: 'exported'; readonly path: string }
  | { readonly kind: 'pdfNotOpened'; readonly path: string }
  | { readonly kind: 'resent'; readonly count: number };

export type Place = 'sale' | 'receipts' | 'attention' | 'customers' | 'day' | 'settings';

/** The filter of the listed receipts. `day` is `YYYY-MM-DD`; null lists all. */
export interface ReceiptFilter {
  readonly search: string;
  readonly state: SaleState | null;
  /** The place in the reconciliation of the day. */
  readonly place: ReconciliationStatus | null;
  readonly day: string | null;
}

export const everything: ReceiptFilter = { search: '', state: null, place: null, day: null };

export interface Refund {
  /** The refunded receipt; null for a refund without a receipt. */
  readonly of: string | null;
  readonly currency: string;
  readonly mostCents: number;
  /** VAT rates of the receipt, in percent; empty: the shop's are offered. */
  readonly percents: readonly number[];
  /** No part was refunded before: a full refund has the VAT of the receipt. */
  readonly isUntouched: boolean;
}

/** An amount that is being typed: for a sale that is not there yet, another one for the open sale `beside`, or a refund. */
export interface Composing {
  readonly cents: number;
  /** The digits that were typed after a separator; absent: there was none. */
  readonly decimals?: number | null;
  readonly changes?: true;
  readonly refund?: Refund;
  /** The previous amount is still shown: the first digit replaces it. */
  readonly isPreset?: boolean;
  /** The current sale when typing began. Any other one arrived meanwhile. */
  readonly beside: string | null;
}

/** The time until which a code waits for a sale, and the sale that was present before. */
export interface Waiting {
  readonly until: number;
  readonly beside: string | null;
}

/** The last scanned or typed card. It belongs to one sale and is gone with it. */
export interface Card {
  /** Null: it waits for the sale that comes. */
  readonly saleId: string | null;
  readonly number: string;
  /** `tried` means that the start failed; only a person may try again. */
  readonly from: 'scan' | 'hand' | 'tried';
  /** Null: it waits for nothing. */
  readonly waiting: Waiting | null;
}

/** The cash given, for the change. The keypad types it once `isTyped`, otherwise its first digit begins the next sale. */
export interface CashGiven extends TypedAmount {
  readonly saleId: string;
  readonly isTyped: boolean;
}

/** An unusual amount that needs one confirmation before a customer sees it. */
export interface LargeAmount {
  readonly cents: number;
  readonly then: 'open' | 'Cash' | 'CardPayment';
  readonly isSure: boolean;
}

/** State of this window only: the open page, typed and scanned values, running commands. */
const atStart = () => ({
  place: 'sale' as Place,
  /** Null if nothing is being typed; without a sale the keypad is shown nevertheless. */
  composing: null as Composing | null,
  /** Main is opening the sale of the amount. */
  isOpening: false,
  /** The sale that main has opened for the amount, until it is shown. */
  opened: null as string | null,
  largeAmount: null as LargeAmount | null,
  /** The sale for which Enter has asked how it was paid; 1 and 2 answer. */
  asksPayment: null as string | null,
  /** The last sale that was paid in cash, and how much the customer has given. */
  cash: null as CashGiven | null,
  /** The rate chosen for the present sale by hand; null for the first one of the shop. */
  vatPercent: null as number | null,
  notice: null as Notice | null,
  card: null as Card | null,
  /** The running start of a card, for which a payment waits. */
  starting: null as Promise<void> | null,
  /** A customer's own code that was scanned and has not gone to a sale yet. */
  customerCode: null as { readonly number: string; readonly waiting: Waiting } | null,
  qrHere: null as string | null,
  /** The displayed day, `YYYY-MM-DD`; null for today. */
  day: null as string | null,
  receipts: everything,
  receipt: null as string | null,
  /** The page Receipts lists the last prints of the till. */
  prints: false,
  attention: null as string | null,
  /** Refused receipts that are being corrected, by sale: the next sale must not take them away. */
  repairs: {} as Readonly<Record<string, RepairDraft>>,
  /** The code scanned in Customer service, until its page has used it. */
  scanned: null as string | null,
  busy: new Set() as ReadonlySet<CommandName>,
  /** The open page of Settings; null: the first one. Leaving by a tap resets it. */
  settingsPage: null as string | null,
  /** The welcome was opened or closed by a person; null: it is shown as long as the main process offers it. */
  welcome: null as boolean | null,
  /** The page for set-up codes is open, with a scanned code until the page has read it. */
  asksSetupCode: false,
  setupCode: null as string | null,
  /** The PIN dialog is open; called with the result. */
  pinAsked: null as ((isUnlocked: boolean) => void) | null,
});

export type CashierSession = Readonly<ReturnType<typeof atStart>>;
export type SessionStore = StoreApi<CashierSession>;

export const createSession = (): SessionStore => createStore<CashierSession>(atStart);
