import { consentCountries, consentKinds } from '../../../src-main/kernel/handover.ts';
import { type Language, languages } from '../../../src-main/kernel/languages.ts';
import { handoutWhenOffline, offlineRules } from '../../../src-main/kernel/offline-rule.ts';
import type { OwnTexts } from '../../../src-main/kernel/own-texts.ts';
import type { WindowSettingKey, WindowSettings, WindowSettingsView } from '../../../src-main/kernel/settings.ts';
import { countryNames } from '../../text/country-names.ts';
import type { CashierText, PlainCashierKey } from '../../text/i18n.ts';
import { languageNames } from '../../text/language-names.ts';

/**
 * How the settings are drawn. The words of each stand under its key in `assets/locales`: `inbox.keepTaken`, where there is
 * one `inbox.keepTaken.hint`, its options as `cashier.form.dock`. A switch or a line of text needs no row here; it stands
 * behind those of its page that have one.
 */

/** The pages, by the sections of the settings that stand on them. */
const pages = {
  ...{ screen: 'screen', posApi: 'tills', pin: 'pin' },
  ...{ delivery: 'receipts', consent: 'receipts', customer: 'receipts', retention: 'receipts', inbox: 'receipts' },
  ...{ computer: 'window', cashier: 'window', sounds: 'window' },
} as const;
type Section = WindowSettingKey extends `${infer Name}.${string}` ? Name : never;
export type SettingsPageName = (typeof pages)[Section];

/** What reads the same in every language, where it is not the sentence under the option's own key. */
interface OptionText {
  readonly text: string;
  readonly lang?: string;
}
type HasWords<Key extends string, Value> = Value extends string | null
  ? `${Key}.${Value}` extends PlainCashierKey
    ? Value
    : never
  : never;
interface Options<Key extends string, Value> {
  readonly options: readonly HasWords<Key, Value>[];
}
interface NamedOptions<Value> {
  readonly options: readonly Value[];
  readonly says: (value: NonNullable<Value>) => OptionText;
}
type Choice<Key extends string, Value> = Options<Key, Value> | NamedOptions<Value>;

/** What fits a value of this type: a choice, or what the value itself asks for. */
type ControlFor<Key extends string, Value> = [Value] extends [readonly (infer Item)[]]
  ? Choice<Key, Item> | { readonly control: 'lines' }
  :
      | Choice<Key, Value>
      | ([Value] extends [boolean] ? { readonly options?: never } : never)
      | ([Value] extends [number] ? { readonly least: number; readonly most: number } : never)
      | ([Value] extends [string] ? { readonly control?: 'colour' } : never)
      | ([Value] extends [OwnTexts] ? { readonly control: 'ownTexts' } : never);

type Row<Key extends WindowSettingKey> = ControlFor<Key, WindowSettings[Key]> & {
  /** In place of the hint under its key: what the settings mean as they are now. */
  readonly hint?: (settings: WindowSettingsView) => PlainCashierKey;
};
/** Drawn without a row. `string` itself, no list of words. */
type Plain = {
  [Key in WindowSettingKey]: boolean extends WindowSettings[Key]
    ? Key
    : string extends WindowSettings[Key]
      ? Key
      : never;
}[WindowSettingKey];
type Rows = { readonly [Key in Exclude<WindowSettingKey, Plain>]: Row<Key> } & { readonly [Key in Plain]?: Row<Key> };

/** A row as the page reads it. */
export interface SettingRow {
  readonly hint?: (settings: WindowSettingsView) => PlainCashierKey;
  readonly options?: readonly unknown[];
  readonly says?: (value: never) => OptionText;
  readonly least?: number;
  readonly most?: number;
  readonly control?: 'colour' | 'ownTexts' | 'lines';
}

const languageName = (lang: Language): OptionText => ({ text: languageNames[lang], lang });

/** What the rule does with the countries that are set at this moment. */
function offlineHint(settings: WindowSettingsView): PlainCashierKey {
  const handout = handoutWhenOffline(settings['delivery.offlineRule'].value, {
    rules: settings['consent.country'].value,
    shop: settings['cashier.country'].value,
  });
  return handout === 'paper' ? 'delivery.offlineRule.nowPaper' : 'delivery.offlineRule.nowDigital';
}

/** In this order on their page. A setting that is neither plain nor here, or with another control, does not compile. */
const rows: Rows = {
  'screen.shopName': {},
  'screen.accent': { control: 'colour' },
  'screen.language': { options: languages, says: languageName },
  'screen.languages': { options: languages, says: languageName },
  'screen.qrTiming': { options: ['before', 'after'] },
  'screen.qrAfterSeconds': { options: [15, 30, 60, 120, null], says: (seconds) => ({ text: String(seconds) }) },
  'screen.inches': {
    options: [7, 10.1, 11.6, 13.3, 15.6, 21.5, null],
    says: (inches) => ({ text: `${inches}″` }),
  },
  'screen.touch': { options: ['auto', 'yes', 'no'] },
  // The longest one: nothing stands below it.
  'screen.texts': { control: 'ownTexts' },
  'delivery.offlineRule': { hint: offlineHint, options: offlineRules },
  'delivery.warningsBlock': {},
  'delivery.eInvoiceBlocks': {},
  'delivery.cashRoundingCents': { least: 0, most: 100 },
  'delivery.dayStartsAtHour': { least: 0, most: 23 },
  'consent.country': { options: consentCountries },
  'consent.counts': { options: consentKinds },
  'customer.prefix': {},
  'customer.stripsPrefix': {},
  'customer.mask': {},
  'customer.length': { least: 0, most: 256 },
  'retention.days': { least: 1, most: 36_500 },
  'posApi.allowedOrigins': { control: 'lines' },
  'pin.unlockedMinutes': { least: 1, most: 60 },
  'computer.startAtSignIn': {},
  'cashier.language': { options: languages, says: languageName },
  'cashier.country': {
    options: [null, ...Object.keys(countryNames)],
    says: (code) => countryNames[code as keyof typeof countryNames],
  },
  'cashier.form': { options: ['full', 'dock'] },
  'cashier.dockSide': { options: ['left', 'right'] },
  'cashier.dockCollapsed': {},
  'cashier.dockOpensOnSale': {},
  'sounds.attention': {},
};

export const rowOf = (key: WindowSettingKey): SettingRow => (rows as Readonly<Record<string, SettingRow>>)[key] ?? {};

export const pageOf = (key: WindowSettingKey): SettingsPageName => pages[key.split('.')[0] as Section];

/** Every setting that main shows, in the order in which they are drawn. */
export const settingsIn = (view: WindowSettingsView): readonly WindowSettingKey[] =>
  Object.keys({ ...rows, ...view }) as WindowSettingKey[];

/** Its words are under its key: a setting without any does not compile here. */
export const labelOf = (key: WindowSettingKey): PlainCashierKey => key;

/** What stands under a setting; null where there is nothing to say. */
export function hintOf(key: WindowSettingKey, settings: WindowSettingsView, t: CashierText): string | null {
  const { hint } = rowOf(key);
  return hint === undefined ? sentenceOrNull(`${key}.hint`, t) : t(hint(settings));
}

/** A sentence that is not there reads as its key. */
export function sentenceOrNull(key: string, t: CashierText): string | null {
  const said = (t as (key: string) => string)(key);
  return said === key ? null : said;
}
