import { done, failed, type Result } from '../lib/result.ts';
import { agreementTakenBack, consentHow } from './handover.ts';
import type { Sale } from './sale.ts';

/** The customer of a sale whose own code was scanned. */

/** Before payment, once, and not where the till has said who it is. */
export function customerScanned(sale: Sale, externalId: string): Result<Sale> {
  if (sale.state !== 'open')
    return failed('wrongState', `the sale is ${sale.state}: it is too late for a customer's code`);
  if (sale.externalId !== null || sale.buyerInformation !== null)
    return failed('conflict', 'this sale has a customer already');
  return done({ ...sale, externalId, customerScanned: true });
}

/** The service said no: as if it had not been scanned, but for the log. */
export function scanRefused(sale: Sale, now: number): Sale {
  if (!sale.customerScanned || sale.state === 'delivered') return sale;
  const agreed = consentHow(sale) === 'scan' ? agreementTakenBack(sale, 'scan', now) : sale;
  return { ...agreed, ...noCustomer };
}

const noCustomer = { externalId: null, customerScanned: false, accountExpected: false } as const;

/** The till's last word counts: its bill names somebody else than the code did. */
export function customerOfBill(sale: Sale, billedFor: Sale['billedFor']): Partial<Sale> {
  const named = billedFor?.userIdentification?.externalId ?? null;
  return sale.customerScanned && !sale.assigned && named !== null && named !== sale.externalId ? noCustomer : {};
}

/** The receipt goes to the account; until it is there that is what is expected, afterwards it is so or not. */
export const isForAccount = ({ assigned, accountExpected, state }: Sale): boolean =>
  assigned || (accountExpected && state !== 'delivered');
