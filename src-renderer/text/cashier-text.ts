import type cashierEn from '../../assets/locales/en/cashier.json';
import type { Language } from '../../src-main/shared/languages.ts';
import { type CashierText, textOf } from './i18n.ts';

/** Loads one language instead of six. The customer window has its own tables, because it loads nothing later. */
const cashierTables = {
  de: () => import('../../assets/locales/de/cashier.json', { with: { type: 'json' } }),
  en: () => import('../../assets/locales/en/cashier.json', { with: { type: 'json' } }),
  fr: () => import('../../assets/locales/fr/cashier.json', { with: { type: 'json' } }),
  es: () => import('../../assets/locales/es/cashier.json', { with: { type: 'json' } }),
  sv: () => import('../../assets/locales/sv/cashier.json', { with: { type: 'json' } }),
  pt: () => import('../../assets/locales/pt/cashier.json', { with: { type: 'json' } }),
} as const satisfies Record<Language, () => Promise<{ readonly default: typeof cashierEn }>>;

const cashierTexts: Partial<Record<Language, Promise<CashierText>>> = {};

export function cashierText(language: Language): Promise<CashierText> {
  cashierTexts[language] ??= cashierTables[language]().then(({ default: table }) => textOf(language, table));
  return cashierTexts[language];
}
