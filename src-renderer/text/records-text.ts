import type { Language } from '../../src-main/kernel/languages.ts';
import { recordsDe } from './records/de.ts';
import { en } from './records/en.ts';
import { recordsEs } from './records/es.ts';
import { recordsFr } from './records/fr.ts';
import { recordsPt } from './records/pt.ts';
import { recordsSv } from './records/sv.ts';
import type { Sentences, Text } from './sentences.ts';
import { readSentence } from './small-reader.ts';

export type RecordsText = Text<typeof en>;

export const recordsTables = {
  de: recordsDe,
  en,
  fr: recordsFr,
  es: recordsEs,
  sv: recordsSv,
  pt: recordsPt,
} as const satisfies Record<Language, Sentences>;

/** The sentences of the pages about what is on record, in one language. They come with these pages, not with the window. */
export const recordsText =
  (language: Language): RecordsText =>
  (key, ...values) =>
    readSentence(recordsTables[language], language, key, values[0]);
