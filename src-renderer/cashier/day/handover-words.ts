import type { HandoverEntry } from '../../../src-main/lib/sale-states.ts';

const agreed = { cashier: 'agreedCashier', touch: 'agreedTouch', scan: 'agreedScan' } as const;
const issued = { code: 'issuedCode', account: 'issuedAccount', paper: 'issuedPaper' } as const;

/** What one line of the log says. */
export function handoverWords(entry: HandoverEntry) {
  switch (entry.what) {
    case 'agreed':
      return agreed[entry.how];
    case 'agreementTakenBack':
      return 'agreementTakenBack';
    case 'issued':
      return issued[entry.how];
    case 'paperTakenBack':
      return 'paperTakenBack';
  }
}
