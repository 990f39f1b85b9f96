import type { Language } from './languages.ts';
import type { Money } from './money.ts';
import type { NoticeCode } from './notice-codes.ts';
import type { PrinterView } from './print-view.ts';
import type { ConsentEntry, Finding, IssueEntry, SaleState } from './sale-states.ts';
import type { WindowSettingsView } from './settings.ts';
import type { OwnWords } from './shop-look.ts';
import type { Refusal, ServiceRefusal } from './till-view.ts';

/** Whole snapshots, JSON only. Amounts have at most two decimals. Times are milliseconds since the epoch. */

export interface Snapshot<View> {
  /** The revision, which grows with every snapshot of this role; a smaller one is out of date. */
  readonly rev: number;
  readonly view: View;
}

export interface BasketLine {
  readonly text: string;
  readonly quantity: number | null;
  readonly amount: number;
}

/** The customer still has to pay (`before`), has paid and the service does not have the receipt yet (`after`), or it has it (`ready`). */
export type ReceiptPhase = 'before' | 'after' | 'ready';

/** The content of the customer display. It never contains notes, external ids, the name of the cashier or errors. */
export type CustomerScreen =
  | { readonly kind: 'idle' }
  | { readonly kind: 'basket'; readonly total: Money | null; readonly lines: readonly BasketLine[] }
  | {
      readonly kind: 'qr';
      readonly phase: ReceiptPhase;
      /** The service can be reached, so a paid receipt arrives in a moment. Otherwise no time is promised. */
      readonly soon: boolean;
      readonly url: string;
      readonly total: Money | null;
      readonly lines: readonly BasketLine[];
      /** True if this QR code replaces an earlier one of this sale, which became invalid. */
      readonly replaced: boolean;
      /** The customer has asked for paper; the code stays until the paper is taken. */
      readonly paperAsked: boolean;
    }
  | { readonly kind: 'account'; readonly phase: ReceiptPhase; readonly total: Money | null }
  /** A known customer without an id yet: the receipt goes to the account as soon as it can. */
  | { readonly kind: 'follows'; readonly total: Money | null }
  /**
   * The screen is also shown if nothing else reliably reaches the customer: no code and no known customer, or a refused
   * receipt.
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
    /** The code that was scanned is shown again. */
    readonly again: boolean;
  };
  /** The country of the shop (ISO 3166), for numbers and money; null: the home of the language. */
  readonly country: string | null;
  readonly brand: Brand;
  readonly texts: OwnWords;
  /** The diagonal of the display in inches. Null while it is not set. */
  readonly inches: number | null;
  /** Whether the screen says that receipts are printed on request. */
  readonly paperNotice: boolean;
  /** The e-mail address that also gets the receipt of this sale. */
  readonly email?: EmailView | null;
  readonly screen: CustomerScreen;
}

/** The values for a display without touch, or for a screen where a touch would have no effect. */
export const noTouch = { languages: [], touch: { agree: false, scanned: false, paper: false, again: false } } as const;

export interface Brand {
  readonly shopName: string;
  /** `#rrggbb`; the renderer derives colours of guaranteed contrast from it. */
  readonly accent: string;
  readonly logo: string | null;
  readonly pictures: readonly string[];
}

/** The address is masked; the whole one is in no view. */
export interface EmailView {
  readonly masked: string;
  /** The customer has confirmed it; otherwise nothing is sent there. */
  readonly isConfirmed: boolean;
}

type MarkView = null | 'queued' | 'done';
export type ServiceStateView = 'online' | 'offline' | 'signInNeeded' | 'unknown';

export interface LoyaltyView {
  readonly state: 'starting' | 'active' | 'cancelled' | 'ended' | 'unknown';
  /** Null when the provider has no points. */
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
  /** The receipt number of the bill; null before there is one. */
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
  /** The sale is paid, and the law requires the customer's agreement to a digital receipt: ask, or give paper. */
  readonly needsConsent: boolean;
  /** The customer touched "Paper, please", and the cashier has not answered yet. */
  readonly asksForPaper: boolean;
  /** The customer is unknown and no code leads to the receipt, so only paper reaches them. */
  readonly needsPaper: boolean;
  readonly loyalty: LoyaltyView | null;
  readonly attention: Omit<Refusal, 'errors'> | null;
  /** The warnings about the bill, each once. */
  readonly findings: readonly Finding[];
  /** The opened amount, if the bill has another amount or currency. Otherwise null. */
  readonly openedTotal: Money | null;
  /** A mark that is sent at `until` unless it is undone before. */
  readonly undo: { readonly action: 'printed' | 'cancel'; readonly until: number } | null;
  readonly can: {
    readonly pay: boolean;
    readonly show: boolean;
    /** Whether it may be shown on the customer display, with or without a code. */
    readonly bringBack: boolean;
    readonly consent: boolean;
    readonly takeBackConsent: boolean;
    readonly print: boolean;
    /** Paper is wanted for a sale that is not paid yet; the customer may change their mind. */
    readonly takeBackPaper: boolean;
    readonly cancel: boolean;
    readonly startLoyalty: boolean;
    readonly cancelLoyalty: boolean;
  };
}

export interface SaleRowView
  extends Pick<SaleView, 'id' | 'reference' | 'state' | 'total' | 'createdAt' | 'printed' | 'number'> {
  /**
   * The till of the reference, if several tills are paired, because they may use the same references. Otherwise null.
   */
  readonly till: string | null;
}

/** Every sale of a day is in exactly one of these groups. Amounts are per currency. */
export interface DayView {
  readonly day: string;
  readonly counts: {
    /** The delivered receipts without paper. */
    readonly delivered: number;
    /** The receipts given on paper whose delivery is still in progress. */
    readonly printed: number;
    /** The delivered receipts that were also given on paper. */
    readonly both: number;
    /** The paid sales that are neither delivered nor printed yet. */
    readonly neither: number;
    readonly open: number;
    readonly attention: number;
    readonly cancelled: number;
  };
  /** The part of `delivered` whose customers have agreed to it. */
  readonly agreed: number;
  /** Receipts that went to an e-mail address typed or scanned here. */
  readonly emailed: number;
  readonly totals: readonly Money[];
  /** Agreements to the digital receipt and their withdrawals, newest first, without data of the person. */
  readonly consents: readonly (IssuanceOf & ConsentEntry)[];
  /** The issued receipts, newest first. */
  readonly issues: readonly (IssuanceOf & IssueEntry)[];
}

interface IssuanceOf {
  readonly reference: string;
  readonly till: string | null;
}

export type OtherSale = Pick<SaleView, 'id' | 'reference' | 'total'>;

export interface WaitingElsewhere {
  /** Null if the address is unknown. */
  readonly address: string | null;
  readonly count: number;
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
    /** The screen that the customer window has painted last; null before its first report. */
    readonly showing: CustomerScreen['kind'] | null;
    /** True if the painted snapshot is the latest one. */
    readonly current: boolean;
    /** The painted screen with the exact texts that the customer sees; null before the first report. */
    readonly screen: CustomerScreen | null;
    readonly language: Language | null;
    readonly saleId: string | null;
    readonly total: Money | null;
  };
  readonly posApi: {
    readonly url: string | null;
    /** Another program has this address. `holder`: its account or its name, if the system shows it. */
    readonly taken: { readonly address: string; readonly holder: string | null } | null;
    readonly pairedTills: number;
    readonly lastTill: {
      readonly what: 'paired' | 'paired-again' | 'removed';
      readonly name: string;
      readonly at: number;
    } | null;
  };
  readonly notices: readonly NoticeCode[];
  /** Stores that the service does not know: their bills wait until the setting is right. */
  readonly storesUnknown: readonly string[];
  readonly refusals: readonly ServiceRefusal[];
  /** Receipts of another account or address that wait in this data folder until it is back. */
  readonly elsewhere: readonly WaitingElsewhere[];
}

/** The state of Customer service (receipt-service.md 4.7), without data of the customer. */
export interface PartnerView {
  readonly configured: boolean;
  /** The service is still creating a user: the next attempt is at `nextTryAt`, the last one at `until`. */
  readonly wait: { readonly until: number; readonly nextTryAt: number } | null;
  /** A registered merchant is activated and the account is in the keychain: `onboarding.finish` adopts it. */
  readonly merchantWaits: boolean;
}

export interface PinView {
  readonly isSet: boolean;
  /** The time when this window locks itself unless it is used. Null while it is locked, and without a PIN. */
  readonly unlockedUntil: number | null;
  /** After too many wrong attempts, none is possible before this time. Usually null. */
  readonly nextTryAt: number | null;
}

export interface DisplayView {
  readonly id: number;
  /** The name that the system gives to the display; it may be empty. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** The form of the window. */
  readonly use: 'cashier' | 'customer' | null;
  readonly isChosen: boolean;
}

export interface CashierView {
  readonly training: boolean;
  readonly language: Language;
  /** The country of the shop (ISO 3166), for numbers, money and dates; null: the home of the language. */
  readonly country: string | null;
  readonly form: 'dock' | 'full';
  readonly status: StatusView;
  readonly keychain: 'ok' | 'missing';
  /**
   * The reason why nothing is accepted: a person has to choose between live and training, or the app is being opened.
   * Usually null.
   */
  readonly setupRequired:
    | ('settingsLost' | 'addressMissing' | 'keychainMissing' | 'policyUntested' | 'policyUnread')
    | ('restarting' | 'notOpened')
    | null;
  readonly sale: SaleView | null;
  /** An open sale that is covered by an older receipt on the customer display. It returns automatically. */
  readonly beneath: OtherSale | null;
  /** An action on another sale that is sent at `until` unless it is undone before. */
  readonly undoOther: (OtherSale & NonNullable<SaleView['undo']>) | null;
  /** The sale whose customer asks for paper by touch, wherever the cashier is now; null as a rule. */
  readonly paperAsk: OtherSale | null;
  /**
   * The number of a waiting sound, which changes with every new one. `sounds.take` returns the sound; null while none
   * waits.
   */
  readonly cue: number | null;
  /** On a display without touch the cashier chooses for the customer of the current sale. Empty if that is impossible. */
  readonly customerLanguages: readonly Language[];
  readonly recent: readonly SaleRowView[];
  readonly till: { readonly currency: string; readonly vatPercents: readonly number[] };
  readonly partner: PartnerView;
  /** The code that a till sends to be paired, while one is valid. */
  readonly pairing: {
    readonly code: string;
    readonly until: number;
    /** The till for which the code was made; null for a new till. */
    readonly till: string | null;
    /** The number of wrong codes meanwhile; more than 5 are no typing errors. */
    readonly wrongCodes: number;
  } | null;
  readonly pin: PinView;
  readonly brand: Brand;
  /** The first set-up was not finished, and no choice between training and live has replaced it. */
  readonly setupOffered: boolean;
  /** The displays to choose from, from left to right: the first is number 1. Empty if windows cannot be placed. */
  readonly displays: readonly DisplayView[];
  /** The name of the display that was chosen for customers, also while it is not connected; null if none was chosen. */
  readonly chosenDisplay: string | null;
  /** The author of the policy, and the keys that it locks (`section.key`, `mode`, `account`, `pin`). */
  readonly policy: { readonly by: string | null; readonly locked: readonly string[] } | null;
  readonly settings: WindowSettingsView;
  /** The port for a till that prints. */
  readonly printer: PrinterView;
}

export interface ViewOf {
  readonly cashier: CashierView;
  readonly customer: CustomerView;
}
