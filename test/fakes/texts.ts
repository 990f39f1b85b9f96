import { readFileSync } from 'node:fs';
import { type Language, languages } from '../../src-main/shared/languages.ts';
import { cashierText, speak } from '../../src-renderer/text/cashier-words.ts';
import type { CashierText } from '../../src-renderer/text/i18n.ts';

export const tableOf = (window: 'cashier' | 'customer', language: Language): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../../assets/locales/${language}/${window}.json`, import.meta.url), 'utf8'));

const texts = new Map<Language, CashierText>();
for (const language of languages) texts.set(language, await cashierText(language));

export const textIn = (language: Language): CashierText => texts.get(language) as CashierText;

/** Uses the sentences and formats of the cashier window in this language. */
export function inLanguage<Value>(language: Language, use: () => Value): Value {
  speak(language, textIn(language));
  return use();
}
