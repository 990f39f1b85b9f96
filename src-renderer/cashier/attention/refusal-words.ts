import type { SaleView } from '../../../src-main/shared/views.ts';
import { sentenceOrNull, wordsOf } from '../../text/cashier-words.ts';
import type { CashierText } from '../../text/i18n.ts';

type Refusal = Pick<NonNullable<SaleView['attention']>, 'status' | 'code'>;

/** The reason of the refusal in the cashier's language. The service's own text is shown below it. */
export function refusalWords({ status, code }: Refusal, t: CashierText): string {
  // The service may have this receipt, so a person must check first.
  if (code !== null) return t(wordsOf('attention', `${code}Title`));
  if (status === null) return t('refusedHere');
  return sentenceOrNull(`refused${status === 422 ? 400 : status}`, t) ?? t('refusedOther');
}
