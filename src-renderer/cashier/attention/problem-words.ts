import type { Language } from '../../../src-main/lib/languages.ts';
import type { BillProblemView, Scalar } from '../../../src-main/lib/record-views.ts';
import type { CashierText } from '../../text/i18n.ts';
import { formatExact } from '../../text/numbers.ts';
import { wordsOf } from '../../text/words-of.ts';

/** The fields that people have a word for; any other keeps the name that it has on the bill. */
const fieldWords = {
  amount: 'fieldAmount',
  city: 'fieldCity',
  currency: 'fieldCurrency',
  date: 'fieldDate',
  exclVat: 'fieldNet',
  fullAmountInclVat: 'fieldTotal',
  inclVat: 'fieldGross',
  name: 'fieldName',
  number: 'fieldNumber',
  percentage: 'fieldRate',
  postalCode: 'fieldPostalCode',
  pricePerUnit: 'fieldPrice',
  quantity: 'fieldQuantity',
  street: 'fieldStreet',
  text: 'fieldText',
  vat: 'fieldVat',
  vatId: 'fieldVatId',
} as const;

const hasWord = (field: string): field is keyof typeof fieldWords => Object.hasOwn(fieldWords, field);

/** `Line 4, price`. */
export function placeText({ places, field, path }: BillProblemView, t: CashierText): string {
  const words = places.map(({ kind, number }) => t(wordsOf('place', kind), { number }));
  const own = hasWord(field) ? t(fieldWords[field]) : field;
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
