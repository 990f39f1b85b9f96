import type { Language } from '../../src-main/shared/languages.ts';

/** Every language under its own name, so that its speakers find it. */
export const languageNames: Readonly<Record<Language, string>> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  sv: 'Svenska',
  pt: 'Português',
};
