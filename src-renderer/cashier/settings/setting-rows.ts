import { createElement, type ReactNode } from 'react';
import { countries, offlineRules } from '../../../src-main/shared/country.ts';
import { type Language, languages } from '../../../src-main/shared/languages.ts';
import { codePages } from '../../../src-main/shared/print-view.ts';
import { consentKinds } from '../../../src-main/shared/sale-states.ts';
import type { WindowSettingKey, WindowSettings, WindowSettingsView } from '../../../src-main/shared/settings.ts';
import type { OwnTexts } from '../../../src-main/shared/shop-look.ts';
import { countryName, spokenLanguage } from '../../text/cashier-words.ts';
import { languageNames, type PlainCashierKey } from '../../text/i18n.ts';

/** The texts of a setting have its key in `assets/locales`: `retention.days`, `retention.days.hint`. */

/** A page, or after a point a part of it. */
export type SettingsPageName =
  | ('shop' | 'screen' | 'screen.words' | 'tills' | 'expert')
  | ('printer' | 'printer.more' | 'printer.paper');

type HasWords<Key extends string, Value> = Value extends string | null
  ? `${Key}.${Value}` extends PlainCashierKey
    ? Value
    : never
  : never;
/** `says`: the text of an option that has no entry in `assets/locales`. */
type Choice<Key extends string, Value> =
  | { readonly options: readonly HasWords<Key, Value>[] }
  | { readonly options: readonly Value[]; readonly says: (value: NonNullable<Value>) => ReactNode };

type ControlFor<Key extends string, Value> = [Value] extends [readonly (infer Item)[]]
  ? Choice<Key, Item> | { readonly control: 'lines' }
  :
      | Choice<Key, Value>
      | ([Value] extends [boolean] ? { readonly options?: never } : never)
      | ([Value] extends [number] ? { readonly least: number; readonly most: number } : never)
      | ([Value] extends [string] ? { readonly control?: 'colour' } : never)
      | ([Value] extends [OwnTexts] ? { readonly control: 'ownTexts' } : never);

type Row<Key extends WindowSettingKey> = ControlFor<Key, WindowSettings[Key]> & {
  readonly page: SettingsPageName;
};
/** A switch without a row appears at the end of the page Expert. */
type SwitchKey = { [Key in WindowSettingKey]: WindowSettings[Key] extends boolean ? Key : never }[WindowSettingKey];
type Rows = { readonly [Key in Exclude<WindowSettingKey, SwitchKey>]: Row<Key> } & {
  readonly [Key in SwitchKey]?: Row<Key>;
};

interface SettingRow {
  readonly page: SettingsPageName;
  readonly options?: readonly unknown[];
  readonly says?: (value: never) => ReactNode;
  readonly least?: number;
  readonly most?: number;
  readonly control?: 'colour' | 'ownTexts' | 'lines';
}

const currencies = [...new Set(Object.values(countries).map(({ currency }) => currency))].toSorted();

export const languageName = (lang: Language): ReactNode => createElement('span', { lang }, languageNames[lang]);

/** The rows are in the order of their page. A control that does not fit its values does not compile. */
const rows: Rows = {
  'screen.shopName': { page: 'shop' },
  'cashier.language': { page: 'shop', options: languages, says: languageName },
  'cashier.country': {
    page: 'shop',
    get options() {
      const { compare } = new Intl.Collator(spokenLanguage());
      return [null, ...Object.keys(countries).toSorted((one, other) => compare(countryName(one), countryName(other)))];
    },
    says: countryName,
  },
  'cashier.currency': { page: 'shop', options: currencies, says: (code) => code },
  'cashier.vatPercents': { page: 'shop', control: 'lines' },
  'cashier.refundAsksAbove': { page: 'shop', least: 0, most: 100_000 },
  'consent.needed': { page: 'shop' },
  'delivery.offlineRule': { page: 'shop', options: offlineRules },
  'screen.paperNotice': { page: 'shop' },
  'cashier.typedSales': { page: 'shop' },
  'delivery.dayStartsAtHour': { page: 'shop', least: 0, most: 23 },
  'cashier.form': { page: 'shop', options: ['full', 'dock'] },
  'cashier.dockSide': { page: 'shop', options: ['left', 'right'] },
  'screen.accent': { page: 'screen', control: 'colour' },
  'screen.language': { page: 'screen', options: languages, says: languageName },
  'screen.languages': { page: 'screen', options: languages, says: languageName },
  'screen.qrTiming': { page: 'screen', options: ['before', 'after'] },
  'screen.qrAfterSeconds': {
    page: 'screen',
    options: [15, 30, 60, 120, null],
    says: String,
  },
  'screen.texts': { page: 'screen.words', control: 'ownTexts' },
  'posApi.port': { page: 'tills', least: 0, most: 65_535 },
  'posApi.tillsShareSales': { page: 'tills' },
  // The order of docs/printer-port.md.
  'printer.target': { page: 'printer' },
  'printer.formerTarget': { page: 'printer' },
  'printer.listen': { page: 'printer' },
  'printer.allowedAddresses': { page: 'printer.more', control: 'lines' },
  'printer.codePage': { page: 'printer.more', options: codePages, says: (name) => name },
  'printer.neverWords': { page: 'printer.more', control: 'lines' },
  'printer.totalWords': { page: 'printer.more', control: 'lines' },
  'printer.vatConfirmsTotal': { page: 'printer.more' },
  'printer.showCodeSeconds': { page: 'printer.more', least: 30, most: 300 },
  'printer.paperOnRequest': { page: 'printer.paper' },
  'printer.paperSeconds': { page: 'printer.paper', least: 5, most: 60 },
  'printer.paperAtTimeout': { page: 'printer.paper', options: ['byCountry', 'print', 'keep'] },
  'printer.printEverything': { page: 'printer.paper' },
  'delivery.cashRoundingCents': { page: 'expert', least: 0, most: 1_000 },
  'delivery.warningsBlock': { page: 'expert' },
  'delivery.eInvoiceBlocks': { page: 'expert' },
  'retention.days': { page: 'expert', least: 1, most: 36_500 },
  'cashier.emailReceipts': { page: 'expert' },
  'consent.counts': { page: 'expert', options: consentKinds },
  'customer.prefix': { page: 'expert' },
  'customer.stripsPrefix': { page: 'expert' },
  'customer.mask': { page: 'expert' },
  'customer.length': { page: 'expert', least: 0, most: 256 },
  'posApi.allowedOrigins': { page: 'expert', control: 'lines' },
  'pin.unlockedMinutes': { page: 'expert', least: 1, most: 60 },
  'computer.startAtSignIn': { page: 'expert' },
  'screen.touch': { page: 'expert', options: ['auto', 'yes', 'no'] },
  'screen.inches': {
    page: 'expert',
    options: [7, 10.1, 11.6, 13.3, 15.6, 21.5, null],
    says: (inches) => `${inches}″`,
  },
};

export const settingRowOf = (key: WindowSettingKey): SettingRow =>
  (rows as Partial<Record<WindowSettingKey, SettingRow>>)[key] ?? { page: 'expert' };

export const keysOn = (page: SettingsPageName, settings: WindowSettingsView): readonly WindowSettingKey[] =>
  Object.keys({ ...rows, ...settings }).filter(
    (key): key is WindowSettingKey => settingRowOf(key as WindowSettingKey).page === page,
  );
