import type { Language } from '../../src-main/kernel/languages.ts';
import type { OwnSentence, OwnWords } from '../../src-main/kernel/own-texts.ts';
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

/** The customer window's sentences in one language; what the shop says in its own words is said word for word. */
export const customerText =
  (language: Language, own: OwnWords = {}): CustomerText =>
  (key, ...values) =>
    ownWord(own, key) ?? readSentence(customerTables[language], language, key, values[0]);

const ownWord = (own: OwnWords, key: string): string | undefined => own[key as OwnSentence]?.trim() || undefined;
