import type { Language } from '../../src-main/kernel/languages.ts';
import { de } from './look/de.ts';
import { en } from './look/en.ts';
import { es } from './look/es.ts';
import { fr } from './look/fr.ts';
import { pt } from './look/pt.ts';
import { sv } from './look/sv.ts';
import type { Sentences, Text } from './sentences.ts';
import { readSentence } from './small-reader.ts';

/** What the page says that gives the customers' display its look: read with that page and not before. */
export type LookText = Text<typeof en>;

export const lookTables = { de, en, fr, es, sv, pt } as const satisfies Record<Language, Sentences>;

export const lookText =
  (language: Language): LookText =>
  (key, ...values) =>
    readSentence(lookTables[language], language, key, values[0]);
