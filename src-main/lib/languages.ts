/** The languages of both windows. The first one is what a customer sees until somebody chooses. */
export const languages = ['de', 'en', 'fr', 'es', 'sv', 'pt'] as const;
export type Language = (typeof languages)[number];

/** The first language that both sides speak; `tags` as a system names them: `fr-CH`, `pt_BR.UTF-8`. Null when there is none. */
export function languageOf(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const base = tag.toLowerCase().split(/[-_.@]/, 1)[0];
    const known = languages.find((language) => language === base);
    if (known !== undefined) return known;
  }
  return null;
}
