import { done, failed, type Result } from '../lib/result.ts';
import { agreementTakenBack, consentHow } from './handover.ts';
import { noLoyalty, type Sale } from './sale.ts';

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

/** Somebody the service can find: the receipt reaches this customer without a code. */
export const isKnown = (sale: Sale): boolean => sale.externalId !== null || sale.buyerInformation !== null;

/** The receipt goes to the account; until it is there that is what is expected, afterwards it is so or not. */
export const isForAccount = ({ assigned, accountExpected, state }: Sale): boolean =>
  assigned || (accountExpected && state !== 'delivered');

/**
 * What stays of a settled sale once its customer must be in it no more: ids, states, amounts, times, and how it was handed
 * over. Pure. Texts of the service and of our own warnings go too: they quote what was in the bill.
 */
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

/** Whether a place in a bill or in what is kept of a sale says who the customer is, by the name of a field on its way. */
const ofCustomer = /customer|buyer|user|loyalty|card|mail|person|account|extern|phone|recipient/i;

const alike = (value: unknown, id: string): boolean =>
  (typeof value === 'string' || typeof value === 'number') &&
  String(value).trim().toLowerCase() === id.trim().toLowerCase();

/** By `id`, whole, whatever its capitals: only in fields about a customer, so that `cash` is not found in payments. */
export function namesCustomer(value: unknown, id: string, isOfCustomer = false): boolean {
  if (Array.isArray(value)) return value.some((entry) => namesCustomer(entry, id, isOfCustomer));
  if (typeof value !== 'object' || value === null) return isOfCustomer && alike(value, id);
  return Object.entries(value).some(([key, member]) => namesCustomer(member, id, isOfCustomer || ofCustomer.test(key)));
}

export const isSameId = (value: string | null, id: string): boolean => value !== null && alike(value, id);
