import type { Language } from '../../src-main/kernel/languages.ts';
import { de } from './customer/de.ts';
import { en } from './customer/en.ts';
import { es } from './customer/es.ts';
import { fr } from './customer/fr.ts';
import { pt } from './customer/pt.ts';
import { sv } from './customer/sv.ts';
import type { Sentences, Text } from './sentences.ts';
import { readSentence } from './small-reader.ts';

export type CustomerText = Text<typeof en>;

export const customerTables = { de, en, fr, es, sv, pt } as const satisfies Record<Language, Sentences>;

/** The customer window's sentences in one language. */
export const customerText =
  (language: Language): CustomerText =>
  (key, ...values) =>
    readSentence(customerTables[language], language, key, values[0]);
