/** The languages of both windows. The first one is the customer's default. */
export const languages = ['de', 'en', 'fr', 'es', 'sv', 'pt'] as const;
export type Language = (typeof languages)[number];

/**
 * The first language that both sides support. `tags` are the system's names: `fr-CH`, `pt_BR.UTF-8`. Null if there is
 * none.
 */
export function languageOf(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const base = tag.toLowerCase().split(/[-_.@]/, 1)[0];
    const known = languages.find((language) => language === base);
    if (known !== undefined) return known;
  }
  return null;
}

/** The number and date format of a language without a country. English in Europe has no AM and PM. */
const homes: Readonly<Record<Language, string>> = { de: 'DE', en: 'IE', fr: 'FR', es: 'ES', sv: 'SE', pt: 'PT' };

/**
 * The locale (BCP 47) for texts in `language` in a shop in `country`. A pair that ICU does not know falls back to the bare
 * language, which means the United States for English and Brazil for Portuguese: there the language's home is meant.
 */
export function localeOf(language: Language, country: string | null): string {
  const asked = `${language}-${country ?? homes[language]}`;
  return new Intl.NumberFormat(asked).resolvedOptions().locale === asked ? asked : `${language}-${homes[language]}`;
}
