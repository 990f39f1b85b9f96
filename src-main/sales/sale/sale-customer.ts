import { done, failed, type Result } from '../../shared/result.ts';
import { agreementTakenBack, consentHow } from './issuance-log.ts';
import { noLoyalty, type Sale } from './sale.ts';

/** A customer can be scanned before payment, once, and only if the till has named no customer. */
export function customerScanned(sale: Sale, externalId: string): Result<Sale> {
  if (sale.state !== 'open')
    return failed('wrongState', `The sale is ${sale.state}. It is too late to add a customer.`);
  if (sale.externalId !== null || sale.buyerInformation !== null)
    return failed('conflict', 'This sale already has a customer.');
  return done({ ...sale, externalId, customerScanned: true });
}

/** The service refused the code: the sale becomes as if it had not been scanned, except for the log. */
export function scanRefused(sale: Sale, now: number): Sale {
  if (!sale.customerScanned || sale.state === 'delivered') return sale;
  const agreed = consentHow(sale) === 'scan' ? agreementTakenBack(sale, 'scan', now) : sale;
  return { ...agreed, ...noCustomer };
}

const noCustomer = { externalId: null, customerScanned: false, accountExpected: false } as const;

/** The till's last word counts: its bill names another customer than the scanned code. */
export function customerOfBill(sale: Sale, billedFor: Sale['billedFor']): Partial<Sale> {
  const named = billedFor?.userIdentification?.externalId ?? null;
  return sale.customerScanned && !sale.assigned && named !== null && named !== sale.externalId ? noCustomer : {};
}

/** The service can find this customer, so the receipt reaches them without a code. */
export const isKnown = (sale: Sale): boolean => sale.externalId !== null || sale.buyerInformation !== null;

/** The receipt goes to the account. Before delivery this is an expectation, afterwards it is a fact. */
export const isForAccount = ({ assigned, accountExpected, state }: Sale): boolean =>
  assigned || (accountExpected && state !== 'delivered');

/** Texts of the service and our own warnings are removed too, because they quote the bill. */
export const withoutCustomer = (sale: Sale): Sale => ({
  ...sale,
  externalId: null,
  customerScanned: false,
  buyerInformation: null,
  billedFor: sale.billedFor?.storeId === undefined ? null : { storeId: sale.billedFor.storeId },
  openedWith: '',
  loyalty: sale.loyalty && { ...noLoyalty, state: sale.loyalty.state, providerType: sale.loyalty.providerType },
  attention: null,
  warnings: [],
});

/** Whether a place in a bill or in a stored sale identifies the customer, judged by the field names on its path. */
const ofCustomer = /customer|buyer|user|loyalty|card|mail|person|account|extern|phone|recipient/i;

const alike = (value: unknown, id: string): boolean =>
  (typeof value === 'string' || typeof value === 'number') &&
  String(value).trim().toLowerCase() === id.trim().toLowerCase();

/** Only in fields about a customer: one named `cash` is not found in the payments. */
export function namesCustomer(value: unknown, id: string, isOfCustomer = false): boolean {
  if (Array.isArray(value)) return value.some((entry) => namesCustomer(entry, id, isOfCustomer));
  if (typeof value !== 'object' || value === null) return isOfCustomer && alike(value, id);
  return Object.entries(value).some(([key, member]) => namesCustomer(member, id, isOfCustomer || ofCustomer.test(key)));
}

export const isSameId = (value: string | null, id: string): boolean => value !== null && alike(value, id);
