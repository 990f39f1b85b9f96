import { type Language, localeOf } from '../../src-main/shared/languages.ts';
import { minorUnitOf } from '../../src-main/shared/minor-unit.ts';
import type { Money } from '../../src-main/shared/money.ts';

/** The shop's country, set with each snapshot (`setShopCountry`), so that no sentence can omit it. */
let shopCountry: string | null = null;

/** Two letters of ISO 3166; null: the home country of each language. */
export function setShopCountry(country: string | null): void {
  shopCountry = country;
}

export const shopLocale = (language: Language): string => localeOf(language, shopCountry);

/** Formatters are cached, because creating one takes a hundred times as long as using it. */
const made = new Map<string, Intl.NumberFormat>();

export function numbers(language: Language, way: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${shopCountry} ${JSON.stringify(way)}`;
  const format = made.get(key) ?? new Intl.NumberFormat(shopLocale(language), way);
  made.set(key, format);
  return format;
}

/** Amounts are shown with all decimals that are sent. Further digits come from binary rounding. */
export const mostDecimals = 8;

/** Formats an amount in `language`: `12,50 €`, `€12.50`. */
export const formatMoneyIn = (language: Language, { amount, currency }: Money): string =>
  numbers(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: minorUnitOf(currency),
    maximumFractionDigits: mostDecimals,
  })
    .format(amount)
    // A hyphen before a price is easily taken for a dash.
    .replace('-', '−');

export const formatNumberIn = (language: Language, value: number): string =>
  numbers(language, { maximumFractionDigits: 3 }).format(value);
