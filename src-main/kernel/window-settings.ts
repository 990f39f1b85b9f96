import type { ConsentCountry, ConsentKind } from './handover.ts';
import type { Language } from './languages.ts';
import type { OfflineRule } from './offline-rule.ts';
import type { OwnTexts } from './own-texts.ts';
import type { SoundVolume } from './sounds.ts';

/**
 * The settings that a window shows and may change, and what each holds. What a value has to be, and who may change it,
 * stands in its row (`settings/window-settings.ts`); how it is drawn in `src-renderer/cashier/settings/setting-rows.ts`.
 */
export interface WindowSettings {
  readonly 'cashier.language': Language;
  /** ISO 3166; null: as the currency and the language say. */
  readonly 'cashier.country': string | null;
  readonly 'cashier.form': 'dock' | 'full';
  /** The edge of the display at which the docked window stands. */
  readonly 'cashier.dockSide': 'left' | 'right';
  /** The docked window is a tab at its edge and nothing more. */
  readonly 'cashier.dockCollapsed': boolean;
  readonly 'cashier.dockOpensOnSale': boolean;
  readonly 'computer.startAtSignIn': boolean;
  readonly 'sounds.scan': boolean;
  readonly 'sounds.delivered': boolean;
  readonly 'sounds.paper': boolean;
  readonly 'sounds.attention': boolean;
  readonly 'sounds.volume': SoundVolume;
  readonly 'screen.shopName': string;
  readonly 'screen.accent': string;
  readonly 'screen.texts': OwnTexts;
  readonly 'screen.inches': number | null;
  readonly 'screen.language': Language;
  readonly 'screen.languages': readonly Language[];
  readonly 'screen.qrTiming': 'before' | 'after';
  readonly 'screen.qrAfterSeconds': number | null;
  readonly 'screen.touch': 'auto' | 'yes' | 'no';
  readonly 'delivery.offlineRule': OfflineRule;
  readonly 'delivery.warningsBlock': boolean;
  readonly 'delivery.eInvoiceBlocks': boolean;
  readonly 'delivery.cashRoundingCents': number;
  readonly 'delivery.dayStartsAtHour': number;
  readonly 'consent.country': ConsentCountry;
  readonly 'consent.counts': readonly ConsentKind[];
  readonly 'customer.prefix': string;
  readonly 'customer.mask': string;
  readonly 'customer.length': number;
  readonly 'customer.stripsPrefix': boolean;
  readonly 'retention.days': number;
  readonly 'inbox.keepTaken': boolean;
  readonly 'posApi.allowedOrigins': readonly string[];
  readonly 'posApi.tillsShareSales': boolean;
  readonly 'pin.unlockedMinutes': number;
}

export type WindowSettingKey = keyof WindowSettings;

export type WindowSettingsView = {
  readonly [Key in WindowSettingKey]: {
    readonly value: WindowSettings[Key];
    /** Who has fixed it, so that nobody changes it at a window; null as a rule. */
    readonly lockedBy: SettingLock | null;
  };
};

/** Whoever looks after many tills. */
export type SettingLock = 'policy';
