/** The languages of both windows. The first is the default for customers. */
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

/** The country for numbers and dates if no country is set. English uses Ireland, where times have no AM and PM. */
const homes: Readonly<Record<Language, string>> = { de: 'DE', en: 'IE', fr: 'FR', es: 'ES', sv: 'SE', pt: 'PT' };

/**
 * The locale of a language in a country. ICU would read an unknown pair as the bare language, which for English means
 * the United States.
 */
export function localeOf(language: Language, country: string | null): string {
  const tag = `${language}-${country ?? homes[language]}`;
  return new Intl.NumberFormat(tag).resolvedOptions().locale === tag ? tag : `${language}-${homes[language]}`;
}
