import type { SaleView } from '../../../src-main/lib/views.ts';
import type { CashierText } from '../../text/i18n.ts';

type Refusal = Pick<NonNullable<SaleView['attention']>, 'status' | 'code'>;

/** It may be at the service, or not: both are named, and somebody has to look. */
export const doubts = {
  idInUse: { title: 'attentionIdInUseTitle', text: 'attentionIdInUse' },
  mayBeDelivered: { title: 'attentionMayBeDeliveredTitle', text: 'attentionMayBeDelivered' },
} as const;

const byStatus = {
  400: 'refused400',
  403: 'refused403',
  404: 'refused404',
  409: 'refused409',
  413: 'refused413',
  422: 'refused400',
} as const;

const isKnown = (status: number): status is keyof typeof byStatus => Object.hasOwn(byStatus, status);

/** Why it was refused, in the cashier's language; the service's own words stand below it, marked as such. */
export function refusalWords({ status, code }: Refusal, t: CashierText): string {
  if (code !== null) return t(doubts[code].title);
  if (status === null) return t('refusedHere');
  return t(isKnown(status) ? byStatus[status] : 'refusedOther');
}
