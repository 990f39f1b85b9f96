import type { Language } from '../../src-main/shared/languages.ts';
import { smallestCents } from '../../src-main/shared/minor-unit.ts';
import type { Money } from '../../src-main/shared/money.ts';
import type { IssuanceEntry } from '../../src-main/shared/sale-states.ts';
import type { SaleView } from '../../src-main/shared/views.ts';
import type { CashierKey, CashierText } from './i18n.ts';
import { formatMoney, formatNumber, mostDecimals, numbers, shopLocale } from './numbers.ts';

export { formatMoney, formatNumber };

/** Numbers, times and sentences of the cashier window. The customer window loads none of them. */

/** The name of a sale for people: its amount, or its reference if there is no amount yet. */
export const nameOfSale = (
  language: Language,
  { total, reference }: { readonly total: Money | null; readonly reference: string },
): string => (total === null ? reference : formatMoney(language, total));

export const formatPercent = (language: Language, percent: number): string =>
  numbers(language, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);

/** Formats cents without the currency: `12,50`, or `1250` in a currency without decimals. */
export function formatCents(language: Language, cents: number, currency: string): string {
  const decimals = smallestCents(currency) === 1 ? 2 : 0;
  return numbers(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(cents / 100);
}

/** The time of day, `at` in milliseconds since the epoch: `14:35`; `2:35 PM` in the United States. */
export const formatTime = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(shopLocale(language), { hour: '2-digit', minute: '2-digit' }).format(at);

/** A day, `at` in milliseconds since the epoch: `3 Mar 2026`. */
export const formatDay = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(shopLocale(language), { dateStyle: 'medium' }).format(at);

/** Formats a number with all its decimals, at least two for amounts: `1.005`, `1.10`. */
export const formatExact = (language: Language, value: number): string =>
  numbers(language, {
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: mostDecimals,
  }).format(value);

type CodeOf<Family extends string> = CashierKey extends infer Key
  ? Key extends `${Family}${infer Code}`
    ? Uncapitalize<Code>
    : never
  : never;

/** The key `errorOffline` for `offline` of the family `error`. A new code does not compile without its sentence. */
export const wordsOf = <Family extends string, Code extends CodeOf<Family>>(family: Family, code: Code) =>
  `${family}${code.charAt(0).toUpperCase()}${code.slice(1)}` as `${Family}${Capitalize<Code>}`;

/** The sentence of a key from outside, or null. For a missing key i18next would return the key. */
export function sentenceOrNull(key: string, t: CashierText): string | null {
  const sentence = (t as (key: string) => string)(key);
  return sentence === key ? null : sentence;
}

type Refusal = Pick<NonNullable<SaleView['attention']>, 'status' | 'code'>;

/** The reason of the refusal in the cashier's language. The service's own text is shown below it. */
export function refusalWords({ status, code }: Refusal, t: CashierText): string {
  // The service may have this receipt, so a person must check first.
  if (code !== null) return t(wordsOf('attention', `${code}Title`));
  if (status === null) return t('refusedHere');
  return sentenceOrNull(`refused${status === 422 ? 400 : status}`, t) ?? t('refusedOther');
}

export function issuanceWords(entry: IssuanceEntry) {
  if (entry.what === 'agreed') return wordsOf('agreed', entry.how);
  if (entry.what === 'issued') return wordsOf('issued', entry.how);
  return entry.what satisfies 'agreementTakenBack' | 'paperTakenBack';
}
