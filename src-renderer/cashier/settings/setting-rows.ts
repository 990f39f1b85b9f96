import { languages } from '../../../src-main/kernel/languages.ts';
import { handoutWhenOffline } from '../../../src-main/kernel/offline-rule.ts';
import type { OwnTexts } from '../../../src-main/kernel/own-texts.ts';
import type { Sound } from '../../../src-main/kernel/sounds.ts';
import type { WindowSettingKey, WindowSettings, WindowSettingsView } from '../../../src-main/kernel/window-settings.ts';
import { countryNames } from '../../text/country-names.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import { languageNames } from '../../text/language-names.ts';

export type SettingsPageName = 'screen' | 'receipts' | 'tills' | 'window' | 'pin';

export interface Option<Value> {
  readonly value: Value;
  /** Words of the window, or what reads the same in every language. */
  readonly says: PlainCashierKey | { readonly text: string; readonly lang?: string };
}

/** What fits a value of this type. */
type ControlFor<Value> =
  | { readonly control: 'choice'; readonly options: readonly Option<Value>[] }
  | ([Value] extends [boolean] ? { readonly control: 'switch' } : never)
  | ([Value] extends [number] ? { readonly control: 'number'; readonly least: number; readonly most: number } : never)
  | ([Value] extends [string] ? { readonly control: 'text' | 'colour' } : never)
  | ([Value] extends [OwnTexts] ? { readonly control: 'ownTexts' } : never)
  | ([Value] extends [readonly (infer Item)[]]
      ? { readonly control: 'several'; readonly options: readonly Option<Item>[] } | { readonly control: 'lines' }
      : never);

interface Row {
  readonly page: SettingsPageName;
  readonly label: PlainCashierKey;
  /** The same for every value, or what the settings mean as they are now. */
  readonly hint?: PlainCashierKey | ((settings: WindowSettingsView) => PlainCashierKey);
  /** What is said when main refuses it. */
  readonly rule?: PlainCashierKey;
  /** What it switches on, to be heard before anybody needs it. */
  readonly sound?: Sound;
}

type Rows = { readonly [Key in WindowSettingKey]: Row & ControlFor<WindowSettings[Key]> };

export type SettingRow = Rows[WindowSettingKey];

const languageOptions = languages.map((value) => ({ value, says: { text: languageNames[value], lang: value } }));
const countryOptions = Object.entries(countryNames).map(([value, says]) => ({ value, says }));
const inches = (value: number) => ({ value, says: { text: `${value}″` } });
const seconds = (value: number) => ({ value, says: { text: String(value) } });

/** What the rule does with the countries that are set at this moment. */
function offlineHint(settings: WindowSettingsView): PlainCashierKey {
  const handout = handoutWhenOffline(settings['delivery.offlineRule'].value, {
    rules: settings['consent.country'].value,
    shop: settings['cashier.country'].value,
  });
  return handout === 'paper' ? 'offlineNowPaper' : 'offlineNowDigital';
}

/** How each setting is drawn, in this order on its page. A setting without a row, or with another control, does not compile. */
export const settingRows: Rows = {
  'screen.shopName': { page: 'screen', label: 'shopName', control: 'text' },
  'screen.accent': { page: 'screen', label: 'accent', hint: 'accentHint', rule: 'accentOwn', control: 'colour' },
  'screen.language': { page: 'screen', label: 'screenLanguage', control: 'choice', options: languageOptions },
  'screen.languages': { page: 'screen', label: 'screenLanguages', control: 'several', options: languageOptions },
  'screen.qrTiming': {
    page: 'screen',
    label: 'qrTiming',
    control: 'choice',
    options: [
      { value: 'before', says: 'qrBefore' },
      { value: 'after', says: 'qrAfter' },
    ],
  },
  'screen.qrAfterSeconds': {
    page: 'screen',
    label: 'qrAfterSeconds',
    control: 'choice',
    options: [seconds(15), seconds(30), seconds(60), seconds(120), { value: null, says: 'untilNextSale' }],
  },
  'screen.inches': {
    page: 'screen',
    label: 'inches',
    hint: 'inchesHint',
    control: 'choice',
    options: [...[7, 10.1, 11.6, 13.3, 15.6, 21.5].map(inches), { value: null, says: 'inchesUnknown' }],
  },
  'screen.touch': {
    page: 'screen',
    label: 'screenTouch',
    control: 'choice',
    options: [
      { value: 'auto', says: 'touchAuto' },
      { value: 'yes', says: 'touchYes' },
      { value: 'no', says: 'touchNo' },
    ],
  },
  // The longest one: nothing stands below it.
  'screen.texts': { page: 'screen', label: 'ownTexts', hint: 'ownTextsHint', control: 'ownTexts' },
  'delivery.offlineRule': {
    page: 'receipts',
    label: 'offlineRule',
    hint: offlineHint,
    control: 'choice',
    options: [
      { value: 'byCountry', says: 'offlineByCountry' },
      { value: 'digital', says: 'offlineDigital' },
      { value: 'paper', says: 'offlinePaper' },
    ],
  },
  'delivery.warningsBlock': { page: 'receipts', label: 'warningsBlock', control: 'switch' },
  'delivery.eInvoiceBlocks': { page: 'receipts', label: 'eInvoiceBlocks', control: 'switch' },
  'delivery.cashRoundingCents': {
    page: 'receipts',
    label: 'cashRoundingCents',
    control: 'number',
    least: 0,
    most: 100,
  },
  'delivery.dayStartsAtHour': { page: 'receipts', label: 'dayStartsAtHour', control: 'number', least: 0, most: 23 },
  'consent.country': {
    page: 'receipts',
    label: 'consentCountry',
    control: 'choice',
    options: [
      { value: 'DE', says: 'consentDE' },
      { value: 'AT', says: 'consentAT' },
      { value: 'other', says: 'consentOther' },
    ],
  },
  'consent.counts': {
    page: 'receipts',
    label: 'consentCounts',
    control: 'several',
    options: [
      { value: 'cashier', says: 'countsCashier' },
      { value: 'touch', says: 'countsTouch' },
      { value: 'scan', says: 'countsScan' },
    ],
  },
  'customer.prefix': { page: 'receipts', label: 'codePrefix', hint: 'codeHint', control: 'text' },
  'customer.stripsPrefix': { page: 'receipts', label: 'codeStripsPrefix', control: 'switch' },
  'customer.mask': { page: 'receipts', label: 'codeMask', hint: 'codeMaskHint', control: 'text' },
  'customer.length': {
    page: 'receipts',
    label: 'codeLength',
    hint: 'codeLengthHint',
    control: 'number',
    least: 0,
    most: 256,
  },
  'retention.days': { page: 'receipts', label: 'retentionDays', control: 'number', least: 1, most: 36_500 },
  'inbox.keepTaken': { page: 'receipts', label: 'keepTaken', hint: 'keepTakenHint', control: 'switch' },
  'posApi.allowedOrigins': {
    page: 'tills',
    label: 'allowedOrigins',
    hint: 'allowedOriginsHint',
    rule: 'allowedOriginsRule',
    control: 'lines',
  },
  'posApi.tillsShareSales': {
    page: 'tills',
    label: 'tillsShareSales',
    hint: 'tillsShareSalesHint',
    control: 'switch',
  },
  'pin.unlockedMinutes': { page: 'pin', label: 'unlockedMinutes', control: 'number', least: 1, most: 60 },
  'computer.startAtSignIn': {
    page: 'window',
    label: 'startAtSignIn',
    hint: 'startAtSignInHint',
    control: 'switch',
  },
  'cashier.language': { page: 'window', label: 'language', control: 'choice', options: languageOptions },
  'cashier.country': {
    page: 'window',
    label: 'shopCountry',
    hint: 'shopCountryHint',
    control: 'choice',
    options: [{ value: null, says: 'countryByCurrency' }, ...countryOptions],
  },
  'cashier.form': {
    page: 'window',
    label: 'windowForm',
    control: 'choice',
    options: [
      { value: 'full', says: 'formFull' },
      { value: 'dock', says: 'formDock' },
    ],
  },
  'cashier.dockSide': {
    page: 'window',
    label: 'dockSide',
    control: 'choice',
    options: [
      { value: 'left', says: 'dockLeft' },
      { value: 'right', says: 'dockRight' },
    ],
  },
  'cashier.dockCollapsed': { page: 'window', label: 'dockCollapsed', control: 'switch' },
  'cashier.dockOpensOnSale': {
    page: 'window',
    label: 'dockOpensOnSale',
    hint: 'dockOpensOnSaleHint',
    control: 'switch',
  },
  'sounds.scan': { page: 'window', label: 'soundScan', sound: 'scan', control: 'switch' },
  'sounds.delivered': {
    page: 'window',
    label: 'soundDelivered',
    hint: 'soundDeliveredHint',
    sound: 'delivered',
    control: 'switch',
  },
  'sounds.paper': { page: 'window', label: 'soundPaper', sound: 'paper', control: 'switch' },
  'sounds.attention': { page: 'window', label: 'soundAttention', sound: 'attention', control: 'switch' },
  'sounds.volume': {
    page: 'window',
    label: 'soundVolume',
    control: 'choice',
    options: [
      { value: 'low', says: 'volumeLow' },
      { value: 'middle', says: 'volumeMiddle' },
      { value: 'high', says: 'volumeHigh' },
    ],
  },
};

export const settingsOn = (page: SettingsPageName): readonly WindowSettingKey[] =>
  (Object.keys(settingRows) as WindowSettingKey[]).filter((key) => settingRows[key].page === page);
