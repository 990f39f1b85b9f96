import type { Connection } from '../../src-main/shared/connection.ts';
import type { AppErrorCode } from '../../src-main/shared/result.ts';
import type { ReconciliationStatus, SaleState } from '../../src-main/shared/sale-states.ts';
import type { ScanDoubt, UsableCode } from '../../src-main/shared/scanned-code.ts';
import type { CommandName } from '../../src-main/shared/window-commands.ts';
import type { TypedAmount } from './sale/amount-entry.ts';

/** `verbatim`: the service's own text, if it sent one. `saleId`: the refusal is about the customer of this sale. */
type ErrorParts = Readonly<Partial<Record<'verbatim' | 'saleId', string | undefined>>>;

/** A message below the work area. It stays until the next command or a tap, and never blocks. */
export type Notice =
  | ({ readonly kind: 'error'; readonly code: AppErrorCode } & ErrorParts)
  | { readonly kind: 'identified'; readonly saleId: string; readonly as: 'account' | 'unknown' | 'later' }
  | { readonly kind: 'scanNotUsed' | 'scanProduct' | 'scanSetupCode' | 'amountRefused' | 'pageNotOpened' }
  | { readonly kind: 'customerAdded' | 'customerDeleted' }
  /** The scanned code is unclear, so nothing was sent. */
  | { readonly kind: 'scanAgain' | 'scanSeveral' | 'scanOtherCard' }
  | {
      readonly kind: 'scanDoubt';
      readonly because: ScanDoubt;
      readonly use: UsableCode | null;
      /** The open sale whose customer the code belongs to; null if it may be for the next sale. */
      readonly saleId: string | null;
      readonly waiting: Waiting;
    }
  /** The sale has a customer, and the code belongs to another one. */
  | { readonly kind: 'otherCustomer'; readonly saleId: string; readonly code: string }
  | { readonly kind: 'exported' | 'pdfNotOpened'; readonly path: string }
  | { readonly kind: 'resent'; readonly count: number };

export type CashierTab = 'sale' | 'receipts' | 'attention' | 'customers' | 'day' | 'settings';

/** The filter of the receipt list. `day` is `YYYY-MM-DD`; null lists all days. */
export interface ReceiptFilter {
  readonly search: string;
  readonly state: SaleState | null;
  readonly place: ReconciliationStatus | null;
  readonly day: string | null;
}

export const noFilter: ReceiptFilter = { search: '', state: null, place: null, day: null };

export interface Refund {
  /** The refunded receipt; null for a refund without a receipt. */
  readonly of: string | null;
  readonly mostCents: number;
  /** The VAT rates of the receipt, in percent. Empty: offer the shop's rates. */
  readonly percents: readonly number[];
  /** Whether a full refund has the VAT of the receipt: nothing was refunded before, and its rates add up to the total. */
  readonly usesOwnRates: boolean;
}

/** Whether a large amount is right. `then`: what was tapped, and continues after the answer. */
export interface AmountQuestion {
  readonly then: 'open' | 'Cash' | 'CardPayment';
  readonly isSure: boolean;
}

/** An amount that is being typed: for a new sale, for a refund, or a new amount for the open sale `saleIdAtStart`. */
export interface SaleEntry {
  readonly cents: number;
  /** The number of digits after a separator; absent without a separator. */
  readonly decimals?: number | null;
  /** The currency of the sale or the receipt; absent: that of the shop. */
  readonly currency?: string | undefined;
  readonly changes?: true;
  readonly refund?: Refund;
  /** Whether the previous amount is still shown, which the first digit replaces. */
  readonly isPreset?: boolean;
  readonly asks?: AmountQuestion | null;
  /** The sale that was current when typing began. If the current sale is another one, it has arrived since. */
  readonly saleIdAtStart: string | null;
}

/** The time until which a code waits for a sale, and the sale that was current when it was scanned. */
export interface Waiting {
  readonly until: number;
  readonly saleIdAtStart: string | null;
}

/** The last scanned or typed card. It belongs to one sale and disappears with it. */
export interface ScannedCard {
  /** Null: the card waits for the next sale. */
  readonly saleId: string | null;
  readonly number: string;
  /** `tried`: the start failed, and only a person may try again. */
  readonly from: 'scan' | 'hand' | 'tried';
  readonly waiting: Waiting | null;
}

/** The given cash. If `isTyped`, the keypad changes it. Otherwise the first digit begins the next sale. */
export interface CashGiven extends TypedAmount {
  readonly saleId: string;
  readonly isTyped: boolean;
}

/** Percents by the id of the sale, or under `typed` for the amount that is being typed. */
export type ChosenVat = Readonly<Record<string, number>>;

export function vatWithout(vat: ChosenVat, id = 'typed'): ChosenVat {
  const { [id]: _left, ...others } = vat;
  return others;
}

/** Typed corrections of a refused bill, by their JSON pointers. */
export type Repair = Readonly<Record<string, string>>;

/** The open step of the welcome, and the connection that was typed there. */
export interface Setup {
  readonly step: number;
  readonly connection: Connection | null;
}

export const noSetup: Setup = { step: 0, connection: null };

/** The state of this window only: the open page, typed and scanned values, running commands. */
export const atStart = () => ({
  place: 'sale' as CashierTab,
  /** Null if nothing is typed. Without a sale the keypad is shown nevertheless. */
  composing: null as SaleEntry | null,
  /** Whether main has the amount and has not answered yet, or has opened a sale that is not shown yet. */
  isAmountSent: false,
  /** The sale that main has opened for the amount, until it is shown. */
  opened: null as string | null,
  /** The sale for which Enter asked for the payment. The keys 1 and 2 answer. */
  asksPayment: null as string | null,
  /** The last sale paid in cash, and the cash that was given. */
  cash: null as CashGiven | null,
  /** The VAT rates that were chosen for sales by hand and for the typed amount. Others have the shop's first rate. */
  vat: {} as ChosenVat,
  notice: null as Notice | null,
  card: null as ScannedCard | null,
  /** The loyalty start in progress. A payment waits for it. */
  starting: null as Promise<void> | null,
  /** The sale whose payment was tapped and not answered yet. */
  paying: null as string | null,
  /** A customer's own code that has not been sent to a sale yet. */
  customerCode: null as { readonly number: string; readonly waiting: Waiting } | null,
  qrHere: null as string | null,
  /** The displayed day, `YYYY-MM-DD`; null for today. */
  day: null as string | null,
  receipts: noFilter,
  receipt: null as string | null,
  prints: false,
  attention: null as string | null,
  /** Corrections of refused bills by sale and version, which the next sale must not discard. Only this window has them. */
  repairs: {} as Readonly<Record<string, Repair>>,
  /** A code scanned on the page Customer service or for the set-up, until the page has used it. */
  scanned: null as string | null,
  busy: new Set() as ReadonlySet<CommandName>,
  /** The open page of Settings; null: the first one. Leaving Settings resets it. */
  settingsPage: null as string | null,
  /** Whether a person opened or closed the welcome; null: the main process decides. */
  welcome: null as boolean | null,
  setup: noSetup,
  /** Whether the page for set-up codes is open. */
  asksSetupCode: false,
  /** Takes the answer of the open PIN dialog; null without a dialog. */
  pinPrompt: null as ((isUnlocked: boolean) => void) | null,
});

export type CashierSession = Readonly<ReturnType<typeof atStart>>;
