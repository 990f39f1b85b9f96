import type { Language } from '../../src-main/kernel/languages.ts';
import type { Sentences } from './sentences.ts';

type Values = Readonly<Record<string, string | number>>;

/**
 * Reads i18next's format in a few lines: the customer window has to start with 90 kB of script, and React alone takes
 * three quarters of it. A test holds it to the same answers as i18next for every sentence.
 */
export function readSentence(table: Sentences, language: Language, key: string, values: Values = {}): string {
  const { count } = values;
  const form = typeof count === 'number' ? `_${new Intl.PluralRules(language).select(count)}` : '';
  const sentence = table[key + form] ?? key;
  return sentence.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));
}
