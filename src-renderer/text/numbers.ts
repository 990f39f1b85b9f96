import type { Language } from '../../src-main/kernel/languages.ts';
import type { Money } from '../../src-main/kernel/money.ts';

/** An amount in the words of `language`: `12,50 €`, `€12.50`. */
export const formatMoney = (language: Language, { amount, currency }: Money): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount);

export const formatNumber = (language: Language, value: number): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value);

export const formatPercent = (language: Language, percent: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);

/** The time of day, `at` in milliseconds since the epoch: `14:35`, `2:35 PM`. */
export const formatTime = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(at);

/** A day, `at` in milliseconds since the epoch: `3 Mar 2026`. */
export const formatDay = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
