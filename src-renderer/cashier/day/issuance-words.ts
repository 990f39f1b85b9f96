import type { IssuanceEntry } from '../../../src-main/shared/sale-states.ts';
import { wordsOf } from '../../text/cashier-words.ts';

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
