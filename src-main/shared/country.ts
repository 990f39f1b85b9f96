import type { Language } from './languages.ts';
import type { ConsentCountry } from './sale-states.ts';

interface Country {
  /** ISO 4217. */
  readonly currency: string;
  /** In percent, with the standard rate first and 0 for exempt sales. Regions with other rates set them. */
  readonly vatPercents: readonly number[];
  /** Cash is paid in steps of so many cents; absent where every cent is paid. */
  readonly cashStepCents?: number;
  /** The language of most customers; absent where the app lacks it or the computer knows which of several. */
  readonly language?: Language;
}

/** By ISO 3166, as of July 2026. */
export const countries: Readonly<Record<string, Country>> = {
  AT: { currency: 'EUR', vatPercents: [20, 13, 10, 4.9, 0], language: 'de' },
  BE: { currency: 'EUR', vatPercents: [21, 12, 6, 0], cashStepCents: 5 },
  BG: { currency: 'EUR', vatPercents: [20, 9, 0], language: 'en' },
  BR: { currency: 'BRL', vatPercents: [0], language: 'pt' },
  CH: { currency: 'CHF', vatPercents: [8.1, 3.8, 2.6, 0], cashStepCents: 5 },
  CY: { currency: 'EUR', vatPercents: [19, 9, 5, 3, 0], language: 'en' },
  CZ: { currency: 'CZK', vatPercents: [21, 12, 0], cashStepCents: 100, language: 'en' },
  DE: { currency: 'EUR', vatPercents: [19, 7, 0], language: 'de' },
  DK: { currency: 'DKK', vatPercents: [25, 0], cashStepCents: 50, language: 'en' },
  EE: { currency: 'EUR', vatPercents: [24, 13, 9, 0], cashStepCents: 5, language: 'en' },
  ES: { currency: 'EUR', vatPercents: [21, 10, 4, 0], language: 'es' },
  FI: { currency: 'EUR', vatPercents: [25.5, 13.5, 10, 0], cashStepCents: 5, language: 'en' },
  FR: { currency: 'EUR', vatPercents: [20, 10, 5.5, 2.1, 0], language: 'fr' },
  GB: { currency: 'GBP', vatPercents: [20, 5, 0], language: 'en' },
  GR: { currency: 'EUR', vatPercents: [24, 13, 6, 0], language: 'en' },
  HR: { currency: 'EUR', vatPercents: [25, 13, 5, 0], language: 'en' },
  HU: { currency: 'HUF', vatPercents: [27, 18, 5, 0], cashStepCents: 500, language: 'en' },
  IE: { currency: 'EUR', vatPercents: [23, 13.5, 9, 0], cashStepCents: 5, language: 'en' },
  IT: { currency: 'EUR', vatPercents: [22, 10, 5, 4, 0], cashStepCents: 5, language: 'en' },
  LT: { currency: 'EUR', vatPercents: [21, 12, 5, 0], cashStepCents: 5, language: 'en' },
  LU: { currency: 'EUR', vatPercents: [17, 14, 8, 3, 0] },
  LV: { currency: 'EUR', vatPercents: [21, 12, 5, 0], language: 'en' },
  MT: { currency: 'EUR', vatPercents: [18, 12, 7, 5, 0], language: 'en' },
  MX: { currency: 'MXN', vatPercents: [16, 8, 0], language: 'es' },
  NL: { currency: 'EUR', vatPercents: [21, 9, 0], cashStepCents: 5, language: 'en' },
  NO: { currency: 'NOK', vatPercents: [25, 15, 12, 0], cashStepCents: 100, language: 'en' },
  PL: { currency: 'PLN', vatPercents: [23, 8, 5, 0], language: 'en' },
  PT: { currency: 'EUR', vatPercents: [23, 13, 6, 0], language: 'pt' },
  RO: { currency: 'RON', vatPercents: [21, 11, 0], language: 'en' },
  SE: { currency: 'SEK', vatPercents: [25, 12, 6, 0], cashStepCents: 100, language: 'sv' },
  SI: { currency: 'EUR', vatPercents: [22, 9.5, 5, 0], language: 'en' },
  SK: { currency: 'EUR', vatPercents: [23, 19, 5, 0], cashStepCents: 5, language: 'en' },
  US: { currency: 'USD', vatPercents: [0], language: 'en' },
};

/** Whose rules for handing over a receipt hold there. */
export const rulesIn = (country: string): ConsentCountry => (country === 'DE' || country === 'AT' ? country : 'other');

/** The country of the shop (ISO 3166, two letters): as set, else that of a currency that has only one; null: that of the language. */
export function shopCountry(set: string | null, currency: string): string | null {
  const [only, ...others] = Object.keys(countries).filter((code) => countries[code]?.currency === currency);
  return set ?? (others.length === 0 ? only : null) ?? null;
}

/** While the service does not answer the digital receipt follows, or paper is handed out. `byCountry`: as the law wants it. */
export const offlineRules = ['byCountry', 'digital', 'paper'] as const;

/** Austria requires the receipt at payment, so that this default follows from the country or from the shop's rules. */
export function handoutWhenOffline(
  rule: (typeof offlineRules)[number],
  { rules, shop }: { readonly rules: ConsentCountry; readonly shop: string | null },
): 'digital' | 'paper' {
  if (rule !== 'byCountry') return rule;
  return rules === 'AT' || shop === 'AT' ? 'paper' : 'digital';
}
