import type { IssuanceEntry } from '../../../src-main/shared/sale-states.ts';
import { wordsOf } from '../../text/cashier-words.ts';

/** The text of one line of the issuance log. */
export function issuanceWords(entry: IssuanceEntry) {
  switch (entry.what) {
    case 'agreed':
      return wordsOf('agreed', entry.how);
    case 'agreementTakenBack':
      return 'agreementTakenBack';
    case 'issued':
      return wordsOf('issued', entry.how);
    case 'paperTakenBack':
      return 'paperTakenBack';
  }
}
