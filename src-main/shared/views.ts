import type { Language } from './languages.ts';
import type { Money } from './money.ts';
import type { NoticeCode } from './notice-codes.ts';
import type { PrinterView } from './print-view.ts';
import type { ConsentEntry, IssueEntry, ReconciliationStatus, SaleState, SaleWarning } from './sale-states.ts';
import type { WindowSettingsView } from './settings.ts';
import type { OwnWords } from './shop-look.ts';
import type { Refusal, ServiceRefusal } from './till-view.ts';

/** A complete snapshot in JSON. Amounts have at most two decimals. Times are milliseconds since the epoch. */

export interface Snapshot<View> {
  /** The revision grows with every snapshot of this role. A smaller one is out of date. */
  readonly rev: number;
  readonly view: View;
}

export interface BasketLine {
  readonly text: string;
  readonly quantity: number | null;
  readonly amount: number;
}

/** `before` payment, `after` payment while the service lacks the receipt, or `ready` at the service. */
export type ReceiptPhase = 'before' | 'after' | 'ready';

/** The content of the customer display. It never contains notes, external ids, the cashier's name or errors. */
export type CustomerScreen =
  | { readonly kind: 'idle' }
  | { readonly kind: 'basket'; readonly total: Money | null; readonly lines: readonly BasketLine[] }
  | {
      readonly kind: 'qr';
      readonly phase: ReceiptPhase;
      /** The service can be reached, so a paid receipt arrives soon. Otherwise no time is promised. */
      readonly soon: boolean;
      readonly url: string;
      readonly total: Money | null;
      readonly lines: readonly BasketLine[];
      /** This QR code replaces an earlier one of the sale, which became invalid. */
      readonly replaced: boolean;
      /** The customer has asked for paper; the code stays until the paper was given. */
      readonly paperRequested: boolean;
    }
  | { readonly kind: 'account'; readonly phase: ReceiptPhase; readonly total: Money | null }
  /** The customer is known, but the sale has no receipt id yet. The receipt reaches the account later. */
  | { readonly kind: 'follows'; readonly total: Money | null }
  /**
   * The notice that the receipt comes on paper. It is also shown if nothing else surely reaches the customer: there is
   * neither a code nor a known customer, or the receipt was refused.
   */
  | { readonly kind: 'paper'; readonly total: Money | null }
  | { readonly kind: 'welcome'; readonly points: number | null; readonly rewards: readonly string[] }
  /** The customer has scanned the code. `hasCode`: it can be shown again. */
  | { readonly kind: 'scanned'; readonly phase: ReceiptPhase; readonly soon: boolean; readonly hasCode: boolean }
  | { readonly kind: 'thanks'; readonly total: Money | null }
  | { readonly kind: 'cancelled' };

export interface CustomerView {
  readonly training: boolean;
  readonly language: Language;
  /** The languages to choose from by touch; empty on a display without touch. */
  readonly languages: readonly Language[];
  readonly touch: {
    readonly agree: boolean;
    readonly scanned: boolean;
    readonly paper: boolean;
    /** Whether a touch shows the scanned code again. */
    readonly again: boolean;
  };
  /** The country of the shop (ISO 3166), for numbers and money; null: the default country of the language. */
  readonly country: string | null;
  readonly brand: Brand;
  readonly texts: OwnWords;
  readonly inches: number | null;
  readonly paperNotice: boolean;
  readonly email?: EmailView | null;
  readonly screen: CustomerScreen;
}

/** The touches and languages of a display without touch, or of a screen where a touch has no effect. */
export const touchOff = { languages: [], touch: { agree: false, scanned: false, paper: false, again: false } } as const;

export interface Brand {
  readonly shopName: string;
  /** `#rrggbb`. The window derives colours of sufficient contrast from it. */
  readonly accent: string;
  readonly logo: string | null;
  readonly pictures: readonly string[];
}

/** The address is masked. No view contains the whole address. */
export interface EmailView {
  readonly masked: string;
  /** Nothing is sent until the customer has confirmed the address. */
  readonly isConfirmed: boolean;
}

type MarkView = null | 'queued' | 'done';
export type ServiceStateView = 'online' | 'offline' | 'signInNeeded' | 'unknown';

export interface LoyaltyView {
  readonly state: 'starting' | 'active' | 'cancelled' | 'ended' | 'unknown';
  readonly points: number | null;
  readonly rewards: readonly {
    readonly identifier: string;
    readonly name: string;
    readonly description: string | null;
  }[];
}

export interface SaleView {
  readonly id: string;
  readonly reference: string;
  readonly origin: 'till' | 'hand' | 'file';
  readonly state: SaleState;
  readonly total: Money | null;
  readonly createdAt: number;
  /** The receipt number of the bill; null before there is a bill. */
  readonly number: string | null;
  readonly url: string | null;
  readonly assigned: boolean;
  /** The customer's own code was scanned for this sale. No view contains the code. */
  readonly customerScanned: boolean;
  readonly qrReplaced: boolean;
  readonly printed: MarkView;
  readonly cancelled: MarkView;
  readonly email: EmailView | null;
  readonly consented: boolean;
  /** The paid sale needs paper, or the customer's agreement to a digital receipt, which the law requires. */
  readonly needsConsent: boolean;
  /** The customer touched "Paper, please", and the cashier has not answered yet. */
  readonly asksForPaper: boolean;
  /** Only paper reaches the customer: nobody knows the customer, and no code leads to the receipt. */
  readonly needsPaper: boolean;
  readonly loyalty: LoyaltyView | null;
  readonly attention: Omit<Refusal, 'errors'> | null;
  /** The warnings about the bill, without repetitions. */
  readonly warnings: readonly SaleWarning[];
  /** The amount at the opening if the bill has another amount or currency, otherwise null. */
  readonly openedTotal: Money | null;
  /** An action that takes effect at `until` unless it is undone. */
  readonly undo: { readonly action: 'printed' | 'cancel'; readonly until: number } | null;
  readonly can: {
    readonly pay: boolean;
    readonly show: boolean;
    /** Whether the sale may be shown on the customer display again, with or without a code. */
    readonly returnToDisplay: boolean;
    readonly consent: boolean;
    readonly takeBackConsent: boolean;
    readonly print: boolean;
    /** The request for paper of an unpaid sale can be withdrawn. */
    readonly takeBackPaper: boolean;
    readonly cancel: boolean;
    readonly startLoyalty: boolean;
    readonly cancelLoyalty: boolean;
  };
}

export interface SaleRowView
  extends Pick<SaleView, 'id' | 'reference' | 'state' | 'total' | 'createdAt' | 'printed' | 'number'> {
  /** The till of the reference, if several paired tills may use the same references. Otherwise null. */
  readonly till: string | null;
}

/** The sales of a day by group. Every sale is in exactly one group. Amounts are per currency. */
export interface DayView {
  readonly day: string;
  readonly counts: Readonly<Record<ReconciliationStatus, number>>;
  /** Delivered receipts with the customer's agreement. */
  readonly agreed: number;
  /** Receipts that also went to an e-mail address from the app. */
  readonly emailed: number;
  readonly totals: readonly Money[];
  /** Agreements to the digital receipt and their withdrawals, newest first, without data of the person. */
  readonly consents: readonly (IssuanceOf & ConsentEntry)[];
  readonly issues: readonly (IssuanceOf & IssueEntry)[];
}

interface IssuanceOf {
  readonly reference: string;
  readonly till: string | null;
}

export type OtherSale = Pick<SaleView, 'id' | 'reference' | 'total'>;

export interface WaitingConnection {
  readonly address: string | null;
  readonly waiting: number;
}

export interface StatusView {
  readonly service: ServiceStateView;
  readonly waiting: number;
  readonly nextTryAt: number | null;
  /** Refused receipts whose customers have no paper yet. */
  readonly attention: number;
  readonly pool: { readonly available: number; readonly target: number; readonly lastsMinutes: number | null };
  readonly display: {
    readonly connected: boolean;
    /** The screen that the customer window painted last; null before its first report. */
    readonly screen: CustomerScreen | null;
    /** Whether the painted snapshot is the latest one. */
    readonly current: boolean;
    readonly language: Language | null;
    readonly saleId: string | null;
  };
  readonly posApi: {
    readonly url: string | null;
    /** The address of the POS API that another program occupies; null if there is none. */
    readonly takenAddress: string | null;
    readonly pairedTills: number;
    readonly lastTill: {
      readonly what: 'paired' | 'paired-again' | 'removed';
      readonly name: string;
      readonly at: number;
    } | null;
  };
  readonly notices: readonly NoticeCode[];
  /** Stores that the service does not know. Their bills wait until `service.storeId` is correct. */
  readonly storesUnknown: readonly string[];
  readonly refusals: readonly ServiceRefusal[];
  /** Receipts of another account or address that wait in this data folder until that connection is open again. */
  readonly otherConnections: readonly WaitingConnection[];
}

/** The state of Customer service (receipt-service.md 4.7), without data of the customer. */
export interface PartnerView {
  readonly configured: boolean;
  /** The service is still creating a user. The next attempt is at `nextTryAt`, the last one at `until`. */
  readonly wait: { readonly until: number; readonly nextTryAt: number } | null;
  /** A merchant was activated and the account is in the keychain. `onboarding.finish` starts to use it. */
  readonly merchantWaits: boolean;
}

export interface PinView {
  readonly isSet: boolean;
  /** The time when this window locks itself without use. Null while it is locked, and without a PIN. */
  readonly unlockedUntil: number | null;
  /** The time before which no attempt is possible after too many wrong PINs. Usually null. */
  readonly nextTryAt: number | null;
}

export interface DisplayView {
  readonly id: number;
  /** The system's name of the display, which may be empty. */
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly use: 'cashier' | 'customer' | null;
  readonly isChosen: boolean;
}

export interface CashierView {
  readonly training: boolean;
  readonly language: Language;
  readonly country: string | null;
  readonly form: 'dock' | 'full';
  readonly status: StatusView;
  readonly keychain: 'ok' | 'missing';
  /** Why nothing is accepted: the connection must be chosen, or the app is being opened. Usually null. */
  readonly setupRequired:
    | ('settingsLost' | 'addressMissing' | 'keychainMissing' | 'policyUntested' | 'policyUnread')
    | ('restarting' | 'notOpened')
    | null;
  readonly sale: SaleView | null;
  /** The open sale that an older receipt covers on the customer display. It is shown again automatically. */
  readonly beneath: OtherSale | null;
  readonly undoOther: (OtherSale & NonNullable<SaleView['undo']>) | null;
  /** The sale whose customer asked for paper by touch; usually null. */
  readonly paperRequest: OtherSale | null;
  /** The languages that the cashier can choose for the customer if the display has no touch. Otherwise empty. */
  readonly customerLanguages: readonly Language[];
  readonly recent: readonly SaleRowView[];
  readonly till: { readonly currency: string; readonly vatPercents: readonly number[] };
  readonly partner: PartnerView;
  readonly pairing: {
    readonly code: string;
    readonly until: number;
    /** The paired till that gets a new token; null for a new till. */
    readonly till: string | null;
    /** The number of wrong codes. More than 5 are no typing errors. */
    readonly wrongCodes: number;
  } | null;
  readonly pin: PinView;
  readonly brand: Brand;
  /** The first set-up was not finished, and no mode was chosen elsewhere. */
  readonly setupOffered: boolean;
  /** The displays from left to right. Empty if windows cannot be placed. */
  readonly displays: readonly DisplayView[];
  /** The name of the display chosen for customers, even while it is not connected; null if none was chosen. */
  readonly chosenDisplay: string | null;
  /** The author of the policy, and the keys that it locks (`section.key`, `mode`, `account`, `pin`). */
  readonly policy: { readonly by: string | null; readonly locked: readonly string[] } | null;
  readonly settings: WindowSettingsView;
  readonly printer: PrinterView;
}

export interface ViewOf {
  readonly cashier: CashierView;
  readonly customer: CustomerView;
}
