import { readFileSync } from 'node:fs';
import { type Language, languages } from '../../src-main/shared/languages.ts';
import { cashierText } from '../../src-renderer/text/cashier-text.ts';
import type { CashierText } from '../../src-renderer/text/i18n.ts';

export const tableOf = (window: 'cashier' | 'customer', language: Language): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../../assets/locales/${language}/${window}.json`, import.meta.url), 'utf8'));

const texts = new Map<Language, CashierText>();
for (const language of languages) texts.set(language, await cashierText(language));

export const textIn = (language: Language): CashierText => texts.get(language) as CashierText;
