import type cashierEn from '../../assets/locales/en/cashier.json';
import type { Language } from '../../src-main/shared/languages.ts';
import { smallestCents } from '../../src-main/shared/minor-unit.ts';
import type { Money } from '../../src-main/shared/money.ts';
import type { IssuanceEntry } from '../../src-main/shared/sale-states.ts';
import type { SaleView } from '../../src-main/shared/views.ts';
import { type CashierKey, type CashierText, textOf } from './i18n.ts';
import { formatMoneyIn, formatNumberIn, mostDecimals, numbers, shopLocale } from './numbers.ts';

/** Numbers, times and sentences of the cashier window. The customer window loads none of them. */

/** Loads one language instead of six. The customer window has its own tables, because it loads nothing later. */
const tables = {
  de: () => import('../../assets/locales/de/cashier.json', { with: { type: 'json' } }),
  en: () => import('../../assets/locales/en/cashier.json', { with: { type: 'json' } }),
  fr: () => import('../../assets/locales/fr/cashier.json', { with: { type: 'json' } }),
  es: () => import('../../assets/locales/es/cashier.json', { with: { type: 'json' } }),
  sv: () => import('../../assets/locales/sv/cashier.json', { with: { type: 'json' } }),
  pt: () => import('../../assets/locales/pt/cashier.json', { with: { type: 'json' } }),
} as const satisfies Record<Language, () => Promise<{ readonly default: typeof cashierEn }>>;

export const cashierText = async (language: Language): Promise<CashierText> =>
  textOf(language, (await tables[language]()).default);

let spoken: { readonly language: Language; readonly text: CashierText } | null = null;

/** Sets the window's language, once its sentences are loaded. The caller then draws the window again. */
export function speak(language: Language, text: CashierText): void {
  spoken = { language, text };
}

/** The window's language. While the sentences of a new language load, it is the previous one. */
export const spokenLanguage = (): Language => spoken?.language ?? 'en';

/** A sentence in the window's language. */
export const t: CashierText = (key, ...values) => spoken?.text(key, ...values) ?? '';

export const formatMoney = (money: Money): string => formatMoneyIn(spokenLanguage(), money);

export const formatNumber = (value: number): string => formatNumberIn(spokenLanguage(), value);

/** The name of a sale for people: its amount, or its reference if there is no amount yet. */
export const nameOfSale = ({ total, reference }: Pick<SaleView, 'total' | 'reference'>): string =>
  total === null ? reference : formatMoney(total);

export const formatPercent = (percent: number): string =>
  numbers(spokenLanguage(), { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);

/** Formats cents without the currency: `12,50`, or `1250` in a currency without decimals. */
export function formatCents(cents: number, currency: string): string {
  const digits = smallestCents(currency) === 1 ? 2 : 0;
  return numbers(spokenLanguage(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    cents / 100,
  );
}

/** The time of day, `at` in milliseconds since the epoch: `14:35`; `2:35 PM` in the United States. */
export const formatTime = (at: number): string =>
  new Intl.DateTimeFormat(shopLocale(spokenLanguage()), { hour: '2-digit', minute: '2-digit' }).format(at);

/** A day, `at` in milliseconds since the epoch: `3 Mar 2026`. */
export const formatDay = (at: number): string =>
  new Intl.DateTimeFormat(shopLocale(spokenLanguage()), { dateStyle: 'medium' }).format(at);

/** The name of a country (ISO 3166). */
export const countryName = (code: string): string =>
  new Intl.DisplayNames(spokenLanguage(), { type: 'region' }).of(code) ?? code;

/** Formats a number with all its decimals, at least two for amounts: `1.005`, `1.10`. */
export const formatExact = (value: number): string =>
  numbers(spokenLanguage(), {
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: mostDecimals,
  }).format(value);

type CodeOf<Family extends string> = CashierKey extends infer Key
  ? Key extends `${Family}${infer Code}`
    ? Uncapitalize<Code>
    : never
  : never;

/** The key `errorOffline` for `offline` of the family `error`. A new code does not compile without its sentence. */
export const wordsOf = <Family extends string, Code extends CodeOf<Family>>(family: Family, code: Code) =>
  `${family}${code.charAt(0).toUpperCase()}${code.slice(1)}` as `${Family}${Capitalize<Code>}`;

/** The sentence of a key from outside, or null. For a missing key i18next would return the key. */
export function sentenceOrNull(key: string): string | null {
  const sentence = (t as (key: string) => string)(key);
  return sentence === key ? null : sentence;
}

type Refusal = Pick<NonNullable<SaleView['attention']>, 'status' | 'code'>;

/** The reason of the refusal in the cashier's language. The service's own text is shown below it. */
export function refusalWords({ status, code }: Refusal): string {
  // The service may have this receipt, so a person must check first.
  if (code !== null) return t(wordsOf('attention', `${code}Title`));
  if (status === null) return t('refusedHere');
  return sentenceOrNull(`refused${status === 422 ? 400 : status}`) ?? t('refusedOther');
}

export function issuanceWords(entry: IssuanceEntry) {
  if (entry.what === 'agreed') return wordsOf('agreed', entry.how);
  if (entry.what === 'issued') return wordsOf('issued', entry.how);
  return entry.what satisfies 'agreementTakenBack' | 'paperTakenBack';
}
