import { type Language, localeOf } from '../../src-main/shared/languages.ts';
import type { Money } from '../../src-main/shared/money.ts';

/** The shop's country, set where the snapshot arrives (`setShopCountry`), so that no sentence can omit it. */
let shopCountry: string | null = null;

/** ISO 3166, two letters; null: the home of each language. */
export function setShopCountry(country: string | null): void {
  shopCountry = country;
}

/** The BCP 47 tag of the language as the shop's country writes it. */
export const shopLocale = (language: Language): string => localeOf(language, shopCountry);

/** Creating a formatter takes a hundred times as long as using it, so each one is cached. */
const made = new Map<string, Intl.NumberFormat>();

export function numbers(language: Language, way: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${shopCountry} ${JSON.stringify(way)}`;
  const format = made.get(key) ?? new Intl.NumberFormat(shopLocale(language), way);
  made.set(key, format);
  return format;
}

/** No amount is shown less exactly than it is sent. Digits beyond these come from the binary form of a sum. */
export const mostDecimals = 8;

/** An amount in the words of `language`: `12,50 €`, `€12.50`. */
export const formatMoney = (language: Language, { amount, currency }: Money): string =>
  numbers(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: minorUnitOf(currency),
    maximumFractionDigits: mostDecimals,
  })
    .format(amount)
    // A hyphen is easily taken for a dash before a price.
    .replace('-', '−');

export const formatNumber = (language: Language, value: number): string =>
  numbers(language, { maximumFractionDigits: 3 }).format(value);

/** ISO 4217's decimals: Node's and Chromium's own lists follow custom and differ from each other. */
const decimals = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const;

const minorUnitOf = (currency: string): number =>
  decimals.find(([, codes]) => codes.split(' ').includes(currency.toUpperCase()))?.[0] ?? 2;
