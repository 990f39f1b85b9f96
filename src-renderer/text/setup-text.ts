import type { Language } from '../../src-main/kernel/languages.ts';
import type { Sentences, Text } from './sentences.ts';
import { de } from './setup/de.ts';
import { en } from './setup/en.ts';
import { es } from './setup/es.ts';
import { fr } from './setup/fr.ts';
import { pt } from './setup/pt.ts';
import { sv } from './setup/sv.ts';
import { readSentence } from './small-reader.ts';

/**
 * What the cashier window says where no sale waits: the PIN, the first set-up, diagnostics. Read with those pages and not
 * before, so that the first screen stands sooner.
 */
export type SetupText = Text<typeof en>;

export const setupTables = { de, en, fr, es, sv, pt } as const satisfies Record<Language, Sentences>;

export const setupText =
  (language: Language): SetupText =>
  (key, ...values) =>
    readSentence(setupTables[language], language, key, values[0]);
