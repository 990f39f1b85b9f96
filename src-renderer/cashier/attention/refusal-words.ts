import type { SaleView } from '../../../src-main/shared/views.ts';
import type { CashierText } from '../../text/i18n.ts';
import { sentenceOrNull, wordsOf } from '../../text/words-of.ts';

type Refusal = Pick<NonNullable<SaleView['attention']>, 'status' | 'code'>;

/** Why it was refused, in the cashier's language; the service's own words stand below it, marked as such. */
export function refusalWords({ status, code }: Refusal, t: CashierText): string {
  // It may be at the service, or not: somebody has to look, and the text below the title says for what.
  if (code !== null) return t(wordsOf('attention', `${code}Title`));
  if (status === null) return t('refusedHere');
  return sentenceOrNull(`refused${status === 422 ? 400 : status}`, t) ?? t('refusedOther');
}
