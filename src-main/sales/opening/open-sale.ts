import type { z } from 'zod';
import { toCents } from '../../receipts/fields.ts';
import { scanFreeJson } from '../../receipts/scan.ts';
import { inOrder, jsonTextOf, parseKeepingValues } from '../../shared/json-text.ts';
import { languageOf } from '../../shared/languages.ts';
import { businessDay, isoWithOffset } from '../../shared/local-time.ts';
import { done, type FieldIssue, failed, type Result } from '../../shared/result.ts';
import { reachOf } from '../../shared/till-names.ts';
import { contradiction, type NamedParties } from '../sale/named-parties.ts';
import { isKnown, newSale, type Sale } from '../sale/sale.ts';
import { billDifferences } from '../sale/sale-warnings.ts';
import type { FlowContext, SessionContext } from '../session-context.ts';
import type { Origin, openSaleSchema } from '../till/till-input.ts';
import { idOfOtherSale, idOfTill, isPaperNow, isServiceAway, refuseTillBillId } from './receipt-ids.ts';

export type OpenSaleContext = FlowContext &
  Pick<SessionContext, 'random' | 'pool' | 'service' | 'ids' | 'time' | 'display' | 'inBackground' | 'shopTills'>;

export interface OpenRequest extends Omit<z.infer<typeof openSaleSchema>, 'billId' | 'userIdentification'>, Origin {
  /** The limit of open sales per till. Absent if the customer has already paid. */
  readonly maxOpen?: number | undefined;
  readonly ownBillId?: string | undefined;
  readonly transportWarnings?: readonly FieldIssue[] | undefined;
  readonly refundOf?: string | undefined;
  /** The bill that comes in the same call: `isBillOf` compares it with a sale, `ownId` is the till's own receipt id. */
  readonly bill?:
    | {
        readonly isBillOf: (sale: Sale) => boolean;
        readonly ownId: string | undefined;
        readonly parties: NamedParties;
        readonly content: unknown;
      }
    | undefined;
}

/** Opens a sale. It is on disk with its pooled id before the service is asked, and valid without an answer. */
export async function openSale(
  context: OpenSaleContext,
  request: OpenRequest,
  /** False for a window: it shows the sale at once and gets the id of a registration with a later view. */
  waitForId = true,
): Promise<Result<{ readonly known: boolean; readonly sale: Sale }>> {
  const { buyerInformation } = request;
  const hidden = buyerInformation === undefined ? [] : scanFreeJson(buyerInformation, '/buyerInformation');
  if (hidden.length > 0) return failed('invalid', 'The buyer information is invalid.', hidden);
  // Notices a jump of the clock before the age of a pooled id is judged.
  context.time.look();
  const meant = resolveReference(context, request);
  if (meant.kind === 'same') return done({ known: true, sale: meant.sale });
  if (meant.kind === 'conflict') return refusalOfUsed(context.saleRepository, meant.sale, request);
  const storeId = request.storeId ?? context.settings().service.storeId;
  const refused = refusalOfNew(context, request, storeId, meant.businessDay);
  if (refused !== null) return refused;

  const opening = asOpened(context, request, storeId, meant.businessDay);
  const sale: Sale = { ...opening, warnings: [...(request.transportWarnings ?? [])] };
  const isWritten = context.saleRepository.transaction(() => {
    const { ownBillId } = request;
    if (ownBillId !== undefined && !context.pool.claim(storeId, ownBillId, sale.id, sale.createdAt)) return false;
    if (meant.frees !== null) context.saleRepository.change(meant.frees.id, { type: 'referenceFreed' });
    noteRefund(context, sale);
    const own = ownBillId === undefined ? null : idOfTill(ownBillId);
    const isRestored = request.isRestored === true;
    const id = own ?? (!isRestored && !isKnown(sale) && !isPaperNow(context) ? context.ids.takePooled(sale) : null);
    const restored = isRestored ? [{ type: 'restoredFromBackup' } as const] : [];
    context.saleRepository.add(sale, ...restored, ...(id === null ? [] : [id]));
    return true;
  });
  if (!isWritten) return idOfOtherSale;
  // The sale must be on disk before the customer sees it and the service gets it.
  await context.saleRepository.committed();
  if (request.onScreen ?? true) {
    const language = request.language === undefined ? null : languageOf([request.language]);
    context.display.open(sale.id, { show: request.show ?? true, language });
  }
  const registration = context.inBackground('live-registration', registerLive(context, sale.id));
  if (waitForId) await registration;
  return done({ known: false, sale: context.saleRepository.find(sale.id) ?? sale });
}

/** Call it in the transaction that adds the refund: a crash in between would allow a second refund of the amount. */
function noteRefund({ saleRepository }: OpenSaleContext, { id: saleId, refundOf, amountCents }: Sale): void {
  if (refundOf !== null) saleRepository.change(refundOf, { type: 'refunded', saleId, cents: -(amountCents ?? 0) });
}

function refusalOfNew(
  context: OpenSaleContext,
  { till, reference, ownBillId, maxOpen }: OpenRequest,
  storeId: string,
  businessDay: string,
): Result<never> | null {
  const strange = refuseTillBillId(context, ownBillId, '/billId');
  if (strange !== null) return failed('invalid', 'The sale is invalid.', [strange]);
  if (context.saleRepository.isSetAside(till, reference, businessDay)) return unreadable;
  if (storeId === '') return failed('notConfigured', 'No store is set. Send storeId, or choose a store in Settings.');
  return maxOpen !== undefined && context.saleRepository.countOpen(reachOf(till, false, context.shopTills())) >= maxOpen
    ? failed('tooManyOpen', `Found ${maxOpen} open sales, expected fewer. Bill or cancel some of them.`)
    : null;
}

const asOpened = (
  { random, settings, clock }: Pick<SessionContext, 'random' | 'settings' | 'clock'>,
  request: OpenRequest,
  storeId: string,
  businessDay: string,
): Sale =>
  newSale(
    {
      id: random.uuid(),
      reference: request.reference,
      till: request.till,
      businessDay,
      origin: request.origin,
      storeId,
      storeFixedByTill: request.storeId !== undefined,
      amountCents: request.amount === undefined ? null : toCents(request.amount),
      currency: request.currency ?? (request.amount === undefined ? null : settings().cashier.currency),
      openedCurrency: request.currency ?? null,
      language: request.language ?? null,
      externalId: request.customer?.externalId ?? null,
      buyerInformation: freeText(request.buyerInformation),
      openedWith: contentOf(request),
      refundOf: request.refundOf ?? null,
    },
    clock.now(),
  );

/** Stores a closed sale for a receipt that another sale has, so that the till can read the outcome. */
export function addClosedRepeat(
  context: Pick<SessionContext, 'random' | 'settings' | 'clock' | 'saleRepository'>,
  request: OpenRequest,
  { businessDay, frees }: ResolvedReference & { readonly kind: 'new' },
  first: Sale,
): Result<Sale> {
  if (context.saleRepository.isSetAside(request.till, request.reference, businessDay)) return unreadable;
  const sale = asOpened(context, request, first.storeId, businessDay);
  if (frees !== null) context.saleRepository.change(frees.id, { type: 'referenceFreed' });
  const closing = { type: 'cancelRequested', undoUntil: null, acceptedAs: first.id } as const;
  context.saleRepository.add(sale, closing, { type: 'cancelRecorded' });
  return done(context.saleRepository.find(sale.id) ?? sale);
}

const unreadable = failed('conflict', 'The sale with this reference cannot be read. See the notice.');

export const freeText = (value: unknown): string | null =>
  value === undefined || value === null ? null : jsonTextOf(value);

/** Once the service does not answer, no sale waits for its registration any longer, and `ids` asks again later. */
async function registerLive(context: OpenSaleContext, saleId: string): Promise<void> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null || sale.billId !== null || sale.restoredFromBackup !== null) return;
  const { interactiveTimeoutMs, selfGeneratedIds } = context.settings().service;
  let isRefused = false;
  if (!isServiceAway(context)) {
    const registering = context.ids.ensure(saleId, interactiveTimeoutMs);
    const away = Promise.withResolvers<null>();
    const endWatch = context.service.onChange(() => isServiceAway(context) && away.resolve(null));
    // A database that stays locked makes the registration fail. The error is logged below.
    const answer = await Promise.race([registering, away.promise]).catch(() => null);
    endWatch();
    // The request may still be running, and a shutdown waits for it.
    void context.inBackground(
      'late-registration',
      registering.then(() => undefined),
    );
    if (answer?.kind === 'ok') return;
    isRefused = answer?.kind === 'refused';
    context.log.warn('live-registration-not-completed', { outcome: answer?.kind ?? 'away' });
  }
  if (isPaperNow(context)) return context.display.paper(saleId);
  // This step comes first, because a locked database may prevent the next ones.
  context.ids.want(saleId);
  // An anonymous id is enough for a customer with an external id, because the bill has it, and the service assigns the
  // receipt. Other buyer information is only sent with a registration, which waits for the service unless it refused.
  const needsRegistration = sale.buyerInformation !== null && sale.externalId === null;
  if (needsRegistration && !isRefused) return context.display.withoutId(saleId);
  if (context.ids.takeNow(saleId)) return;
  // With self-generated ids the app creates the id, and the service returns the address with the delivery.
  if (selfGeneratedIds) {
    const billId = context.random.uuid();
    context.saleRepository.transaction(() => {
      context.pool.claim(sale.storeId, billId, saleId, context.clock.now());
      context.saleRepository.change(saleId, idOfTill(billId));
    });
  }
  context.display.withoutId(saleId);
}

function fits(sale: Sale, request: OpenRequest): boolean {
  const { bill, buyerInformation } = request;
  if (sale.openedWith === contentOf(request)) return true;
  if (bill === undefined) return isAsChanged(sale, request);
  return (
    contradiction(sale, bill.parties) === null &&
    (buyerInformation === undefined || freeText(buyerInformation) === sale.buyerInformation)
  );
}

/** A restarted till repeats the opening with the current amount, which it changed after the first opening. */
function isAsChanged({ openedWith, openedCents, currency }: Sale, request: OpenRequest): boolean {
  if (request.amount === undefined || toCents(request.amount) !== openedCents || openedWith === '') return false;
  const [, amount = undefined, openedCurrency = undefined] = JSON.parse(openedWith);
  const isSameCurrency = request.currency === undefined || request.currency === currency;
  const opened = { ...request, amount: amount ?? undefined, currency: openedCurrency ?? undefined };
  return isSameCurrency && contentOf(opened) === openedWith;
}

/** The content that must be equal in a repeated request: everything except how it is shown. */
export function contentOf(request: OpenRequest): string {
  const { storeId, amount, currency, customer, ownBillId, bill } = request;
  const buyerInformation = inOrder(parseKeepingValues(jsonTextOf(request.buyerInformation ?? null)));
  const content = [storeId, amount, currency, customer?.externalId, buyerInformation];
  // Append the id only if the till sent one, so that contents stored without an id still compare as equal.
  const hasId = ownBillId !== undefined && bill === undefined;
  return JSON.stringify(hasId ? [...content, ownBillId.toLowerCase()] : content);
}

const contentPlaces = ['/storeId', '/amount', '/currency', '/customer/externalId', '/buyerInformation', '/billId'];

function refusalOfUsed(
  saleRepository: OpenSaleContext['saleRepository'],
  sale: Sale,
  request: OpenRequest,
): Result<never> {
  const reference = JSON.stringify(request.reference);
  if (sale.billHash !== null && request.bill !== undefined) {
    const differing = billDifferences(saleRepository.findBill(sale.id), request.bill.content);
    if (differing.length > 0) return failed('conflict', `The reference ${reference} has another bill.`, differing);
  }
  if (sale.billHash === null || request.bill !== undefined) return otherContent(sale, request, reference);
  const paidAt = isoWithOffset(sale.billedAt ?? sale.updatedAt);
  const message = `Found a reference that was paid at ${paidAt}. Expected another one, or GET /v1/sales/${sale.id} to read that sale.`;
  return failed(
    'conflict',
    `The sale with the reference ${reference} was paid at ${paidAt}. A new sale needs another reference.`,
    [{ path: '/reference', code: 'paid', message }],
  );
}

/** Reports how the request differs from the sale, without data of the customer. The amount of a bill may differ. */
function otherContent({ id, state, openedWith }: Sale, request: OpenRequest, reference: string): Result<never> {
  const [before, now] = [openedWith, contentOf(request)].map((text): unknown[] =>
    text === '' ? [] : JSON.parse(text),
  );
  const isBill = request.bill !== undefined;
  const differing = contentPlaces.flatMap((path, at): FieldIssue[] => {
    const [expected, found] = [before?.[at], now?.[at]].map((value) => (value == null ? 'none' : jsonTextOf(value)));
    if (found === expected || (isBill && (path === '/amount' || path === '/currency'))) return [];
    const message = at < 3 ? `Found ${found}. Expected ${expected}, as` : 'Found another value. Expected the same as';
    return [{ path, code: 'differs', message: `${message} when the sale was opened.` }];
  });
  const isChangeable = state === 'open' && !isBill;
  const way = isChangeable ? `. Change amount, currency or language by PATCH /v1/sales/${id}` : '';
  return failed('conflict', `The reference ${reference} belongs to a sale with other content${way}.`, differing);
}

export type ResolvedReference =
  /** `frees`: the cancelled sale that had this reference. */
  | { readonly kind: 'new'; readonly businessDay: string; readonly frees: Sale | null }
  | { readonly kind: 'same'; readonly sale: Sale }
  | { readonly kind: 'conflict'; readonly sale: Sale };

/** A till without an answer repeats its request within this time, even after the business day has changed. */
const askAgainMs = 5 * 60_000;

/** Finds the sale that a till means by its reference on this business day. After a cancel the answer is `new`. */
export function resolveReference(
  { saleRepository, clock, settings }: Pick<SessionContext, 'saleRepository' | 'clock' | 'settings'>,
  request: OpenRequest,
): ResolvedReference {
  const { till, reference, writtenAt: now = clock.now() } = request;
  const { dayStartsAtHour } = settings().delivery;
  const today = businessDay(now, dayStartsAtHour);

  const newest = saleRepository.findByReference(till, reference);
  if (newest !== null && isRepeated(newest, request, now)) return { kind: 'same', sale: newest };
  const ofToday =
    newest === null || newest.businessDay === today ? newest : saleRepository.findByReference(till, reference, today);
  if (ofToday !== null && !isOver(ofToday, request)) {
    const isPaid = ofToday.billHash !== null && request.bill === undefined;
    return !isPaid && fits(ofToday, request) ? { kind: 'same', sale: ofToday } : { kind: 'conflict', sale: ofToday };
  }
  return { kind: 'new', businessDay: today, frees: ofToday };
}

/** Whether the sale accepts no receipt any more. After an automatic cancel it still accepts its own bill. */
const isOver = (sale: Sale, request: OpenRequest): boolean =>
  sale.state === 'cancelled' &&
  !((sale.abandoned || sale.acceptedAs !== null) && request.bill !== undefined && fits(sale, request));

function isRepeated(sale: Sale, request: OpenRequest, now: number): boolean {
  const { bill } = request;
  if (!fits(sale, request) || isOver(sale, request)) return false;
  // The till's own id proves that this is the bill of the sale, even if the sale was cancelled overnight.
  const id = bill?.ownId?.toLowerCase();
  if (sale.billHash === null && id !== undefined && sale.billId?.toLowerCase() === id) return true;
  return (sale.state === 'open' || bill?.isBillOf(sale) === true) && isRecent(sale, now);
}

/** The sale may also appear to be opened in the future, because the clock may have been turned back. */
const isRecent = ({ createdAt }: Sale, now: number): boolean => Math.abs(now - createdAt) < askAgainMs;

/** Also for a cancelled sale whose reference was freed (`referenceFreed`). */
export const isOfSameDay = (sale: Sale, now: number, dayStartsAtHour: number): boolean =>
  sale.businessDay.startsWith(businessDay(now, dayStartsAtHour)) || isRecent(sale, now);
