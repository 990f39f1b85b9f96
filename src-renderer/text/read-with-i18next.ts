import i18next from 'i18next';
import type { Language } from '../../src-main/kernel/languages.ts';
import type { Sentences } from './sentences.ts';

export type Read = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/** Reads the tables that it is given, by language; more can be added. */
export function createReader(tables: Readonly<Partial<Record<Language, Sentences>>>) {
  const instance = i18next.createInstance();
  void instance.init({
    lng: 'en',
    fallbackLng: false,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
    resources: Object.fromEntries(Object.entries(tables).map(([language, translation]) => [language, { translation }])),
  });
  return {
    add: (language: Language, table: Sentences): void => {
      instance.addResourceBundle(language, 'translation', table);
    },
    in(language: Language): Read {
      const read: (key: string, values: Record<string, unknown>) => string = instance.getFixedT(language);
      return (key, values) => read(key, values ?? {});
    },
  };
}
