import type { Language } from './languages.ts';

/** Numbers, money and dates are written as in the country of the shop, whatever language somebody reads. */

/** Where a currency has one country. The euro has many: there the language decides (`homes`). */
const countryOfCurrency: Readonly<Record<string, string>> = {
  BRL: 'BR',
  CHF: 'CH',
  CZK: 'CZ',
  DKK: 'DK',
  GBP: 'GB',
  HUF: 'HU',
  MXN: 'MX',
  NOK: 'NO',
  PLN: 'PL',
  SEK: 'SE',
  USD: 'US',
};

/** What a language is written like where nothing says more; English in Europe has no AM and PM. */
const homes: Readonly<Record<Language, string>> = { de: 'DE', en: 'IE', fr: 'FR', es: 'ES', sv: 'SE', pt: 'PT' };

/** The country of the shop (ISO 3166, two letters): as set, else that of its currency; null: that of the language. */
export const shopCountry = (set: string | null, currency: string): string | null =>
  set ?? countryOfCurrency[currency] ?? null;

/**
 * The locale (BCP 47) for texts in `language` in a shop in `country`. A pair that ICU does not know falls back to the bare
 * language, which means the United States for English and Brazil for Portuguese: there the language's home is meant.
 */
export function localeOf(language: Language, country: string | null): string {
  const asked = `${language}-${country ?? homes[language]}`;
  return new Intl.NumberFormat(asked).resolvedOptions().locale === asked ? asked : `${language}-${homes[language]}`;
}
