import type { Language } from '../../src-main/kernel/languages.ts';
import { de } from './cashier/de.ts';
import { en } from './cashier/en.ts';
import { es } from './cashier/es.ts';
import { fr } from './cashier/fr.ts';
import { pt } from './cashier/pt.ts';
import { sv } from './cashier/sv.ts';
import { createReader } from './read-with-i18next.ts';
import type { Sentences, Text } from './sentences.ts';

export type CashierText = Text<typeof en>;

export const cashierTables = { de, en, fr, es, sv, pt } as const satisfies Record<Language, Sentences>;

/** All languages at once, for whoever is no window; the window reads one (`load-cashier-text.ts`). */
export function createCashierText(): (language: Language) => CashierText {
  const reader = createReader(cashierTables);
  return (language) => {
    const read = reader.in(language);
    return (key, ...values) => read(key, values[0]);
  };
}
