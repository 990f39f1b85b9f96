import { hash } from 'node:crypto';
import type { Bill, BillSummary } from '../../receipts/bill.ts';
import { corrected, correctionsOf, fitsBill } from '../../receipts/corrections.ts';
import { fromCents } from '../../receipts/fields.ts';
import { guid } from '../../shared/guid.ts';
import { field, memo } from '../../shared/json.ts';
import { inOrder, isRawNumber, keepingValues } from '../../shared/json-text.ts';
import { businessDay, dayPlus } from '../../shared/local-time.ts';
import type { FieldIssue } from '../../shared/result.ts';
import { interfacesOf, isFolder, isSameTill, tillNames } from '../../shared/till-names.ts';
import { isOfSameDay } from '../opening/open-sale.ts';
import { billedForOf, type NamedParties } from '../sale/named-parties.ts';
import type { Sale } from '../sale/sale.ts';
import { amountDiffers, currencyDiffers, otherTransaction, sentBefore } from '../sale/sale-warnings.ts';
import type { SessionContext } from '../session-context.ts';
import type { Origin } from '../till/till-input.ts';

/** A bill with its parties. `again`: the till declares a different receipt although it looks the same. */
export interface SentBill extends NamedParties, Pick<Origin, 'writtenAt'> {
  readonly bill: unknown;
  readonly again?: boolean | undefined;
}

type Whose = Pick<Sale, 'till' | 'reference' | 'storeId'>;
type Billed = Pick<Sale, 'id' | 'till' | 'reference'>;

/** The sale of this receipt. Numbers may coincide, so a sale of another till needs a fiscal mark and the same store. */
function sameReceipt(
  { shopTills, settings }: Pick<SessionContext, 'shopTills' | 'settings'>,
  { bill, again }: SentBill,
  whose: Whose,
  holders: readonly Sale[],
): Sale | null {
  const own = holders.filter(({ till }) => isSameTill(till, whose.till, shopTills()));
  const byReference = own.find(({ reference }) => reference === whose.reference);
  if (byReference !== undefined || again === true) return byReference ?? null;
  const isUnique = receiptIdentity(bill)?.isUnique === true;
  // The store of the settings may have been corrected since a sale that follows it.
  const isOfStore = ({ storeId, storeFixedByTill }: Sale): boolean =>
    storeId === whose.storeId || (!storeFixedByTill && settings().service.storeId === whose.storeId);
  return own[0] ?? (isUnique ? holders.find(isOfStore) : null) ?? null;
}

/**
 * The sale that has this receipt. Without number or date it is identified by till, reference and business day. `by.id`
 * is the sale that the bill is for.
 */
export function acceptedBefore(
  context: BeforeContext,
  request: SentBill,
  by: Pick<Sale, 'till' | 'reference'> & Pick<NamedParties, 'storeId'> & { readonly id?: string },
): Sale | null {
  const named = receiptIdentity(request.bill);
  if (named === null) {
    const interfaces = interfacesOf(by.till, context.shopTills());
    return findUnnamed(context, request, by, interfaces).find(isUncancelled) ?? null;
  }
  const holders = context.saleRepository.uncancelled(context.duplicateIndex.salesWith(named));
  const { till, reference, storeId = context.settings().service.storeId } = by;
  return sameReceipt(context, request, { till, reference, storeId }, holders);
}

const isUncancelled = ({ state }: Sale): boolean => state !== 'cancelled';
const isUndoable = ({ state, undo }: Sale): boolean => state === 'cancelled' && undo?.action === 'cancel';

export function findCancelled(context: BeforeContext, sale: Sale, brought: SentBill): readonly Sale[] {
  const named = receiptIdentity(brought.bill);
  if (named !== null) {
    const same = context.duplicateIndex.found(named).same.map(context.saleRepository.find);
    return same
      .filter((one) => one !== null)
      .filter((one) => isUndoable(one) && sameReceipt(context, brought, sale, [one]) !== null);
  }
  return findUnnamed(context, brought, sale, interfacesOf(sale.till, context.shopTills())).filter(isUndoable);
}

/** The other sales with this bill under the reference on this business day. After a cancel there may be several. */
function findUnnamed(
  { saleRepository, clock, settings }: Pick<SessionContext, 'saleRepository' | 'clock' | 'settings'>,
  { bill, writtenAt }: SentBill,
  by: Pick<Sale, 'reference'> & { readonly id?: string },
  interfaces: readonly string[],
): readonly Sale[] {
  const { dayStartsAtHour } = settings().delivery;
  const now = writtenAt ?? clock.now();
  const yesterday = dayPlus(businessDay(now, dayStartsAtHour), -1);
  const hasSameBill = ({ billHash, billedFor }: Sale): boolean =>
    billHash !== null && billHash === billHashOf({ ...billedFor, bill });
  return interfaces
    .flatMap((name) => saleRepository.listByReference(name, by.reference, yesterday))
    .filter((sale) => sale.id !== by.id && isOfSameDay(sale, now, dayStartsAtHour) && hasSameBill(sale));
}

/** Whether this is the stored bill with the same parties. A till may name them with the bill or with the sale. */
export const hasBill = (
  { billHash }: Sale,
  request: SentBill,
  { storeId, userIdentification }: NamedParties,
): boolean =>
  billHash !== null &&
  (billHash === billHashOf(request) || billHash === billHashOf({ ...request, storeId, userIdentification }));

/** Equal bills have the same hash in any notation of numbers and any letter case of the id (RFC 9562, 4). */
export function billHashOf(request: SentBill): string {
  const { bill, corrections } = readOnce(request.bill);
  const noise = corrections.filter(({ code }) => code === 'binary-noise');
  const plain = corrected(bill, noise);
  const { success, data: id } = guid.safeParse(field(plain, 'id'));
  const text = JSON.stringify(success ? { ...(plain as object), id: id.toLowerCase() } : plain);
  const named = billedForOf(request);
  return hash('sha256', named === null ? text : `${text}\n${JSON.stringify(named)}`);
}

interface ReceiptIdentity {
  /** The bill as text, independent of the notation of its JSON and of the id under which it is sent. */
  readonly canonical: string;
  /** The number, date and total as text: two different receipts rarely share them. */
  readonly looks: string;
  /** A receipt signed and numbered by a fiscal device or a till cannot be another till's receipt. */
  readonly isUnique: boolean;
}

const readOnce = memo((given: unknown) => {
  const bill = keepingValues(given);
  return { bill, corrections: fitsBill(bill) ? [] : correctionsOf(bill) };
});

/** Null without a number or a date: two coffees may have equal bills. The result is cached: never change the bill. */
export const receiptIdentity = memo((given: unknown): ReceiptIdentity | null => {
  const [number, date] = [field(given, 'head', 'number'), field(given, 'head', 'date')];
  if (typeof number !== 'string' || !says(number) || !says(date)) return null;
  const { bill, corrections } = readOnce(given);
  const { id: _, ...rest } = corrected(bill, corrections) as { readonly id?: unknown };
  const signed = field(given, 'security', 'fiscalization') ?? field(given, 'security', 'tse');
  const marks = [
    ...['signature', 'transactionNumber', 'serialNumber', 'id'].map((key) => field(signed, key)),
    field(given, 'cashRegister', 'serialNumber'),
  ];
  const written = String(field(rest, 'head', 'date'));
  const moment = Date.parse(written) || written;
  return {
    canonical: JSON.stringify(inOrder(rest)),
    looks: JSON.stringify([number, moment, field(rest, 'data', 'fullAmountInclVat')]),
    isUnique: marks.some(says),
  };
});

const says = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : typeof value === 'number' || isRawNumber(value);

/** Warns if amount or currency differ from those of the opened sale, which the customer has seen and perhaps paid. */
export function amountWarnings({ openedCents, openedCurrency }: Sale, summary: BillSummary): readonly FieldIssue[] {
  if (openedCents === null) return [];
  const opened = `${fromCents(openedCents)} ${openedCurrency ?? ''}`.trim();
  const message = `Found ${fromCents(summary.totalCents)} ${summary.currency}. Expected ${opened}, the amount of the sale; the bill is sent on as it is.`;
  // A till that named no currency at the opening meant the currency of its bill.
  if (openedCurrency !== null && summary.currency.toUpperCase() !== openedCurrency.toUpperCase()) {
    return [{ path: '/bill/data/currency', code: currencyDiffers, message }];
  }
  return summary.totalCents === openedCents
    ? []
    : [{ path: '/bill/data/fullAmountInclVat', code: amountDiffers, message }];
}

export function transactionWarnings({ loyalty }: Sale, bill: Bill): readonly FieldIssue[] {
  const steps = ['misc', 'extension:service', 'couponingInformation', 'transactionId'] as const;
  const named = field(bill, ...steps);
  const isOther = typeof named === 'string' && loyalty?.state === 'active' && named !== loyalty.transactionId;
  if (!isOther) return [];
  const message =
    'Found another loyalty transaction than the one that was started for this sale. Expected that one, or none (it is set for you); yours is sent on, and the one started here is not on the receipt.';
  return [{ path: `/bill/${steps.join('/')}`, code: otherTransaction, message }];
}

type BeforeContext = Pick<SessionContext, 'saleRepository' | 'duplicateIndex' | 'shopTills' | 'clock' | 'settings'>;

/** Warns about receipts that may or may not be the same. `accept-receipt.ts` finds the certain repetitions. */
export function looksSentBefore(context: BeforeContext, sale: Billed, request: SentBill): readonly FieldIssue[] {
  if (request.again === true) return [];
  const named = receiptIdentity(request.bill);
  if (named === null) return sentElsewhere(namelessElsewhere(context, sale, request));
  const { same, alike } = context.duplicateIndex.found(named);
  const others = context.saleRepository.uncancelled(alike).filter(({ id }) => id !== sale.id);
  const before = others.find(({ till }) => isSameTill(till, sale.till, context.shopTills()));
  if (before === undefined) return sentElsewhere(others.find(({ id }) => same.includes(id)) ?? null);
  const message = `Found the number, the date and the total of the receipt ${JSON.stringify(before.reference)}, which was sent before, but other content. Expected another number, or "again": true for a further receipt; it is sent on.`;
  return [{ path: '/bill/head/number', code: sentBefore, message }];
}

/** Finds another till's equal bill without number or date. Only the cashier knows whether it is the same receipt. */
function namelessElsewhere(context: BeforeContext, sale: Billed, request: SentBill): Sale | null {
  const tills = context.shopTills();
  const own = interfacesOf(sale.till, tills);
  const others = (isFolder(sale.till) ? [...tills.names.keys()] : [tillNames.folder]).filter(
    (name) => !own.includes(name),
  );
  return findUnnamed(context, request, sale, others).find(isUncancelled) ?? null;
}

/** The warning names the other till's sale only by its id, which reveals nothing about it. */
function sentElsewhere(before: Sale | null): readonly FieldIssue[] {
  if (before === null) return [];
  const by = isFolder(before.till) ? 'the watched folder' : 'another till';
  const message = `Found the receipt that ${by} sent before, as the sale ${before.id}. Expected each receipt once; it is sent on.`;
  return [{ path: '/bill', code: sentBefore, message }];
}
