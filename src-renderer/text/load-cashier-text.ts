import type { Language } from '../../src-main/kernel/languages.ts';
import type { CashierText } from './cashier-text.ts';
import { createReader } from './read-with-i18next.ts';
import type { Sentences } from './sentences.ts';

/** One file for each language: the window starts with the one that somebody reads, not with six. */
const tables: Readonly<Record<Language, () => Promise<Sentences>>> = {
  de: async () => (await import('./cashier/de.ts')).de,
  en: async () => (await import('./cashier/en.ts')).en,
  es: async () => (await import('./cashier/es.ts')).es,
  fr: async () => (await import('./cashier/fr.ts')).fr,
  pt: async () => (await import('./cashier/pt.ts')).pt,
  sv: async () => (await import('./cashier/sv.ts')).sv,
};

/** Reads each language once; a language that was read before comes at the next turn. */
export function createCashierTextLoader(): (language: Language) => Promise<CashierText> {
  const reader = createReader({});
  const loaded = new Map<Language, Promise<CashierText>>();
  const load = async (language: Language): Promise<CashierText> => {
    reader.add(language, await tables[language]());
    const read = reader.in(language);
    return (key, ...values) => read(key, values[0]);
  };
  return (language) => {
    const known = loaded.get(language) ?? load(language);
    loaded.set(language, known);
    return known;
  };
}
