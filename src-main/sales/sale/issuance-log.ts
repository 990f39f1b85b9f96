import type { ConsentKind, IssuanceEntry, IssueKind } from '../../shared/sale-states.ts';
import { isHandedOver, type Sale } from './sale.ts';

/** Germany requires the customer's consent (AO 146a 2), Austria issue and acceptance (BAO 132a). */

/** The whole log, oldest first. Older documents have at most one consent, which the cashier had tapped. */
export function issuanceLogOf({ issuanceLog, consentAt }: Sale): readonly IssuanceEntry[] {
  const isKept = issuanceLog.some(({ what }) => what === 'agreed');
  if (consentAt === null || isKept) return issuanceLog;
  return [{ at: consentAt, what: 'agreed', how: 'cashier' }, ...issuanceLog];
}

/** The kind of the customer's consent; null without one. */
export function consentHow(sale: Sale): ConsentKind | null {
  if (sale.consentAt === null) return null;
  const last = issuanceLogOf(sale).findLast((entry) => entry.what === 'agreed');
  return last?.what === 'agreed' ? last.how : null;
}

const noted = (sale: Sale, entry: IssuanceEntry): Sale => ({ ...sale, issuanceLog: [...issuanceLogOf(sale), entry] });

export const agreed = (sale: Sale, how: ConsentKind, now: number): Sale =>
  sale.consentAt !== null ? sale : { ...noted(sale, { at: now, what: 'agreed', how }), consentAt: now };

/** The consent ends; its entry stays in the log. */
export const agreementTakenBack = (sale: Sale, how: ConsentKind, now: number): Sale => ({
  ...noted(sale, { at: now, what: 'agreementTakenBack', how }),
  consentAt: null,
});

function isIssued({ issuanceLog }: Sale, how: IssueKind): boolean {
  const last = issuanceLog.findLast((entry) => entry.how === how);
  return last?.what === 'issued';
}

const issued = (sale: Sale, how: IssueKind, now: number): Sale =>
  isIssued(sale, how) ? sale : noted(sale, { at: now, what: 'issued', how });

/** The service has the receipt, and it is in the account or its code was on the customer display. */
export function digitallyIssued(sale: Sale, now: number): Sale {
  if (sale.state !== 'delivered' || !isHandedOver(sale)) return sale;
  return issued(sale, sale.assigned ? 'account' : 'code', now);
}

/** Before payment paper is only wanted, not handed out. */
export const paperIssued = (sale: Sale, now: number): Sale =>
  sale.printed === null || sale.billHash === null ? sale : issued(sale, 'paper', now);

export const paperTakenBack = (sale: Sale, now: number): Sale =>
  isIssued(sale, 'paper') ? noted(sale, { at: now, what: 'paperTakenBack', how: 'paper' }) : sale;
