import type { ConnectionTrouble } from '../../../src-main/lib/connection.ts';
import type { CashierText } from '../../text/i18n.ts';
import { wordsOf } from '../../text/words-of.ts';

/** In the cashier's language; what the service or the system said stays as it is, and is called that. */
export const troubleWords = ({ code, status, said }: ConnectionTrouble, t: CashierText): string =>
  [
    t(wordsOf('trouble', code)),
    ...(status === null ? [] : [`HTTP ${status}.`]),
    ...(said === '' ? [] : [t('troubleSaid', { words: said })]),
  ].join(' ');
