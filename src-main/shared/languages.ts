/** The languages of both windows. The first one is the customer's default. */
export const languages = ['de', 'en', 'fr', 'es', 'sv', 'pt'] as const;
export type Language = (typeof languages)[number];

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

/** A pair that ICU does not know falls back to the bare language, whose home is meant here, not the United States. */
export function localeOf(language: Language, country: string | null): string {
  const asked = `${language}-${country ?? homes[language]}`;
  return new Intl.NumberFormat(asked).resolvedOptions().locale === asked ? asked : `${language}-${homes[language]}`;
}
