import { warnAboutDeprecatedIdentification } from '../../receipts/check-bill.ts';
import { IssueList } from '../../receipts/issues.ts';
import { scan } from '../../receipts/scan.ts';
import { isAnonymous, type UserIdentification } from '../../receipts/user-identification.ts';
import type { Segment } from '../../shared/json.ts';
import { JsonText } from '../../shared/json-text.ts';
import type { FieldIssue } from '../../shared/result.ts';
import type { Sale } from './sale.ts';

/** The store and the customer that a till names. The last call applies, unless `contradiction` refuses it. */
export interface NamedParties {
  readonly storeId?: string | undefined;
  /** Undefined: the till names no customer, and the sale keeps its own. Null: the receipt is anonymous. */
  readonly userIdentification?: UserIdentification | null | undefined;
}

export function judgeParties({ userIdentification }: NamedParties, extensionKey: string) {
  if (userIdentification === undefined) return { errors: [], warnings: [] };
  const [errors, warnings] = [new IssueList(''), new IssueList('')];
  scan({ userIdentification }, extensionKey, errors);
  warnAboutDeprecatedIdentification({ userIdentification }, warnings);
  refuseLostDigits(userIdentification, ['userIdentification'], errors);
  return { errors: errors.items, warnings: warnings.items };
}

/** Refuses an integer that a JSON number cannot hold, because it would become another customer's number. */
function refuseLostDigits(value: unknown, path: readonly Segment[], errors: IssueList): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const message = 'Found a number of more digits than JSON software keeps. Expected it as text, in quotes.';
    errors.add(path, 'number', message);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseLostDigits(inner, [...path, key], errors);
}

/** The reason why the bill cannot belong to this sale, as a sentence without a customer's number; null if it can. */
export function contradiction(sale: Sale, { storeId, userIdentification }: NamedParties): string | null {
  const wayOut = 'Cancel this sale, and open another one for the bill.';
  // The service registered the id for this store. An id made by the till or by this app has no store before the bill.
  const hasRegisteredId = sale.url !== null || sale.assigned;
  if (storeId !== undefined && storeId !== sale.storeId && hasRegisteredId) {
    const [of, named] = [JSON.stringify(sale.storeId), JSON.stringify(storeId)];
    return `The receipt address of this sale was made for the store ${of}, but the bill names the store ${named}. ${wayOut}`;
  }
  if (userIdentification !== undefined && contradictsCustomer(sale, userIdentification)) {
    return `The sale was opened for a customer, but the bill names another one or none. ${wayOut}`;
  }
  return null;
}

/** The till does not know a scanned customer, so it may name another one until the account has the receipt. */
function contradictsCustomer(sale: Sale, identification: UserIdentification | null): boolean {
  if (sale.customerScanned && (!sale.assigned || isAnonymous(identification))) return false;
  const billed = sale.assigned ? externalIdOf(sale) : null;
  const known = sale.externalId ?? billed;
  if (isAnonymous(identification)) return known !== null || sale.assigned;
  const named = identification?.externalId ?? null;
  // The bill names its customer only by deprecated members, which cannot be compared. They are sent to the service.
  if (named === null) return false;
  if (known !== null) return named !== known;
  return sale.assigned && !holds(JSON.parse(sale.buyerInformation ?? 'null'), named);
}

function holds(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null) return value === text;
  return Object.values(value).some((inner) => holds(inner, text));
}

/** The parties as the sale stores them and as they distinguish two bills. Null if the bill names none. */
export function billedForOf({ storeId, userIdentification }: NamedParties): Sale['billedFor'] {
  return storeId === undefined && userIdentification === undefined ? null : { storeId, userIdentification };
}

export function twoCustomers(
  customer: { readonly externalId: string } | undefined,
  identification: UserIdentification | null | undefined,
): FieldIssue | null {
  if (customer === undefined || identification === undefined) return null;
  const named = identification?.externalId ?? null;
  if (isAnonymous(identification) ? false : named === null || named === customer.externalId) return null;
  const message =
    'Found another customer than in "customer", or none. Expected the same externalId, or only one of the two fields.';
  return { path: '/userIdentification', code: 'two-customers', message };
}

/** The customer that the service is asked about at once, so that the receipt gets its place in the account. */
export function customerNamedBy(
  identification: { readonly externalId?: string | null | undefined } | null | undefined,
): { readonly externalId: string } | undefined {
  const externalId = identification?.externalId ?? '';
  return externalId === '' ? undefined : { externalId };
}

const externalIdOf = ({ billedFor }: Sale): string | null => {
  const id = billedFor?.userIdentification?.externalId;
  return typeof id === 'string' && id !== '' ? id : null;
};

/** `userIdentification` as it is sent: the till's own members with the customer of the sale. */
export function identificationOf({ externalId, billedFor }: Sale): Readonly<Record<string, unknown>> | null {
  const named = billedFor?.userIdentification ?? null;
  return externalId === null ? named : { ...named, externalId };
}

/** The till's buyer information, byte for byte, or the shop's template (receipt-service.md 2.9). Null: anonymous. */
export function buyerInformationOf(sale: Sale, template: unknown): unknown {
  const customer = sale.externalId ?? externalIdOf(sale);
  const billed = sale.billedFor?.userIdentification;
  // The bill declares the receipt anonymous, so its id must not belong to the account of the buyer.
  if (customer === null && billed !== undefined && isAnonymous(billed)) return null;
  if (sale.buyerInformation !== null && !isOfOtherBuyer(sale)) return new JsonText(sale.buyerInformation);
  return customer === null ? null : fill(template, customer);
}

/** A later call, the bill, names a customer who is not in the buyer information. The last call applies. */
function isOfOtherBuyer(sale: Sale): boolean {
  const billed = externalIdOf(sale);
  return sale.externalId === null && billed !== null && !holds(JSON.parse(sale.buyerInformation ?? 'null'), billed);
}

function fill(template: unknown, id: string): unknown {
  if (typeof template === 'string') return template.split('<id>').join(id);
  if (Array.isArray(template)) return template.map((item) => fill(item, id));
  if (typeof template === 'object' && template !== null) {
    return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fill(value, id)]));
  }
  return template;
}
