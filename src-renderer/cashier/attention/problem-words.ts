import type { Language } from '../../../src-main/lib/languages.ts';
import type { BillProblemView, Scalar } from '../../../src-main/lib/record-views.ts';
import type { CashierText } from '../../text/i18n.ts';
import { formatExact } from '../../text/numbers.ts';
import { sentenceOrNull, wordsOf } from '../../text/words-of.ts';

/** `Line 4, price`. */
export function placeText({ places, field, path }: BillProblemView, t: CashierText): string {
  const words = places.map(({ kind, number }) => t(wordsOf('place', kind), { number }));
  // Where people have no word for it, it keeps the name that it has on the bill.
  const own = sentenceOrNull(`field.${field}`, t) ?? field;
  if (own !== '') words.push(own);
  return words.join(', ') || path || t('fieldWhole');
}

/** A value of the bill as the shop's country writes it. */
export const valueText = (language: Language, value: Scalar): string =>
  typeof value === 'number' ? formatExact(language, value) : String(value ?? '');

/** `Line 4, price: 1.005. Expected 1.01.` */
export function problemText(problem: BillProblemView, language: Language, t: CashierText): string {
  const place = placeText(problem, t);
  const { known, value } = problem.found;
  const isMissing = problem.canChange && (!known || value === null);
  const said =
    known && value !== null
      ? t('problemFound', { place, found: valueText(language, value) })
      : t(isMissing ? 'problemMissing' : 'problemAt', { place });
  if (problem.expected === null) return said;
  return `${said} ${t('problemExpected', { expected: valueText(language, problem.expected) })}`;
}
