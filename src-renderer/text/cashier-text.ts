import i18next from 'i18next';
import type { Language } from '../../src-main/kernel/languages.ts';
import { de } from './cashier/de.ts';
import { en } from './cashier/en.ts';
import { es } from './cashier/es.ts';
import { fr } from './cashier/fr.ts';
import { pt } from './cashier/pt.ts';
import { sv } from './cashier/sv.ts';
import type { Sentences, Text } from './sentences.ts';

export type CashierText = Text<typeof en>;

export const cashierTables = { de, en, fr, es, sv, pt } as const satisfies Record<Language, Sentences>;

/** Starts i18next with the cashier window's sentences; the answer gives them in one language. */
export function createCashierText(): (language: Language) => CashierText {
  const instance = i18next.createInstance();
  void instance.init({
    lng: 'en',
    fallbackLng: false,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
    resources: Object.fromEntries(
      Object.entries(cashierTables).map(([language, translation]) => [language, { translation }]),
    ),
  });
  return (language) => {
    const read: (key: string, values: Record<string, unknown>) => string = instance.getFixedT(language);
    return (key, ...values) => read(key, values[0] ?? {});
  };
}
