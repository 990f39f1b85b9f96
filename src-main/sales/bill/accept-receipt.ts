import { z } from 'zod';
import { defineAction, tillOf } from '../../dispatch/dispatch.ts';
import type { Bill } from '../../receipts/bill.ts';
import { scanFreeJson } from '../../receipts/scan.ts';
import { isAnonymous, type UserIdentification } from '../../receipts/user-identification.ts';
import { field } from '../../shared/json.ts';
import { businessDay } from '../../shared/local-time.ts';
import { done, type FieldIssue, failed, type Result } from '../../shared/result.ts';
import { goesUnderItsId } from '../../shared/sale-states.ts';
import { isFolder, isSameTill, reaches, tillNames } from '../../shared/till-names.ts';
import { issueSchema } from '../../shared/till-view.ts';
import {
  addClosedRepeat,
  contentOf,
  freeText,
  type OpenRequest,
  type OpenSaleContext,
  openSale,
  type ResolvedReference,
  resolveReference,
} from '../opening/open-sale.ts';
import { refuseTillBillId } from '../opening/receipt-ids.ts';
import { contradiction, customerNamedBy, identificationOf, type NamedParties } from '../sale/named-parties.ts';
import { type Sale, saleResource, toResource } from '../sale/sale.ts';
import { cancelSale } from '../sale-actions.ts';
import type { SessionContext } from '../session-context.ts';
import {
  checkRequestSchema,
  fileSaleSchema,
  type Origin,
  onSale,
  originOf,
  ownSale,
  reachOfTill,
  receiptRequestSchema,
  saleOutput,
} from '../till/till-input.ts';
import {
  acceptBill,
  asWarnings,
  type BillRequest,
  idOfBill,
  issuanceMoment,
  type JudgedBill,
  judgeBill,
  judgeToSend,
} from './accept-bill.ts';
import { type AttentionContext, resend } from './attention.ts';
import { acceptedBefore, billHashOf, hasBill, looksSentBefore } from './same-receipt.ts';

type Context = OpenSaleContext & RepeatContext;

type ReceiptRequest = BillRequest & Pick<OpenRequest, 'reference' | 'storeId' | 'buyerInformation' | 'language'>;

/** Finds every error of a bill before a sale is opened for it (POST /v1/receipts and files, docs/pos/recipes.md). */
async function acceptReceipt(context: Context, request: ReceiptRequest, how: Origin): Promise<Result<Sale>> {
  const taken = takenBefore(context, how.file);
  if (taken !== null) return taken;
  const { alone, atItsSale, by, opening, ownId } = readCall(request, how);
  const meant = resolveReference(context, opening);
  const known = meant.kind === 'same' ? meant.sale : null;
  const waiting = openedOtherwise(context, by, opening, known);
  if (waiting !== null) return acceptSent(context, waiting.id, atItsSale);

  const first = acceptedBefore(context, alone, by);
  if (first !== null && first.id !== known?.id) {
    return answerRepeat(context, first, alone, by, openedForRepeat(known), () =>
      meant.kind === 'new' ? addClosedRepeat(context, opening, meant, first) : otherSale,
    );
  }
  // An earlier call opened this sale with other content, so store and customer of this call belong to the bill.
  const isNamedByBill =
    known !== null &&
    (known.billHash === null ? known.openedWith !== contentOf(opening) : known.billHash !== billHashOf(alone));
  const brought = isNamedByBill ? atItsSale : alone;
  if (known !== null && opening.bill.isBillOf(known)) {
    const other = otherParty(known, by);
    return other === null ? acceptBill(context, known, brought) : failed('conflict', other);
  }

  const judged = judgeFirst(context, alone, by, meant);
  if (!judged.ok) return judged;
  // If `onScreen` is false, the customer has left, so this does not wait for a receipt id.
  const opened = await openSale(context, { ...opening, ownBillId: known === null ? ownId : undefined }, how.onScreen);
  return opened.ok ? acceptSent(context, opened.value.sale.id, brought, judged.value) : opened;
}

/** Every refusal comes before the opening: a refused receipt must leave no open sale, and take no receipt id. */
function judgeFirst(context: Context, alone: BillRequest, by: Bringer, meant: ResolvedReference): Result<JudgedBill> {
  const judged = judgeToSend(context, alone, meant.kind === 'same' ? idOfBill(context, meant.sale, alone.bill) : null);
  if (!judged.ok || meant.kind !== 'new') return judged;
  const odd = asWarnings(context, looksSentBefore(context, { ...by, id: '' }, alone));
  return odd.ok ? judged : odd;
}

/** `alone` is the request for a sale that this call opens, `atItsSale` the one for a sale that was already open. */
function readCall(
  { bill, displayTarget, userIdentification: identification, again, transportWarnings, ...request }: ReceiptRequest,
  how: Origin,
) {
  // Beside buyer information, which may name the customer, "anonymous" is a member that the till left empty.
  const isLeftEmpty = request.buyerInformation !== undefined && isAnonymous(identification);
  const userIdentification = isLeftEmpty ? undefined : identification;
  const { till, writtenAt, file } = how;
  const sent = { bill, displayTarget, userIdentification, again, transportWarnings };
  const alone: BillRequest = { ...sent, customer: request.customer, file, writtenAt };
  const { reference, storeId, customer = customerNamedBy(userIdentification) } = request;
  const named = userIdentification === undefined ? customer : userIdentification;
  const parties: NamedParties = { storeId, userIdentification: named };
  const by: Bringer = { till, reference, ...parties, buyerInformation: freeText(request.buyerInformation) };
  const id = field(bill, 'id');
  const ownId = typeof id === 'string' ? id : undefined;
  const isBillOf = (sale: Sale): boolean => hasBill(sale, alone, by);
  const opening = { ...request, ...how, customer, show: false, bill: { isBillOf, ownId, parties, content: bill } };
  return { alone, atItsSale: { ...alone, ...parties }, by, opening, ownId };
}

const openedForRepeat = (known: Sale | null): Sale | null =>
  known?.state === 'open' || (known?.acceptedAs ?? null) !== null ? known : null;

/** A file that could not be removed is read again. It is the same receipt, even on a later day. */
function takenBefore({ saleRepository, duplicateIndex }: Context, file: string | undefined): Result<Sale> | null {
  const saleId = file === undefined ? null : duplicateIndex.saleOfFile(file);
  if (saleId === null) return null;
  const taken = saleRepository.find(saleId);
  return taken === null
    ? failed('conflict', 'This file was accepted, but its sale cannot be read. See the notice.')
    : done(taken);
}

const otherSale = failed('conflict', 'The reference belongs to another sale of today.');

/**
 * The sale that a shop's only till opened over HTTP and pays by a file, or the other way round. Null if there is none,
 * or if `known`, the sale of the interface that brings the bill, is still open or has this bill already.
 */
function openedOtherwise(
  context: Context,
  by: Bringer,
  { bill, writtenAt }: ReturnType<typeof readCall>['opening'],
  known: Sale | null,
): Sale | null {
  const till = context.shopTills().only;
  if (till === null || !(isFolder(by.till) || by.till === till)) return null;
  if (known !== null && (known.state === 'open' || bill.isBillOf(known))) return null;
  const day = dayOf(context, writtenAt);
  const opener = isFolder(by.till) ? till : tillNames.folder;
  const possible = context.saleRepository
    .listByReference(opener, by.reference, day)
    .filter((sale) => sale.businessDay === day && contradiction(sale, by) === null);
  // An automatically cancelled sale still accepts its bill.
  const abandoned = known === null ? possible.find((sale) => sale.state === 'cancelled' && sale.abandoned) : undefined;
  return possible.find(({ state }) => state === 'open') ?? abandoned ?? null;
}

const dayOf = ({ clock, settings }: Context, writtenAt = clock.now()): string =>
  businessDay(writtenAt, settings().delivery.dayStartsAtHour);

/** The answer must not reveal whether another till has the id. */
function refusedTillId(
  context: Pick<SessionContext, 'settings' | 'pool' | 'saleRepository' | 'shopTills'>,
  bill: Bill | null,
  till: string,
): FieldIssue | null {
  const id = bill?.id ?? null;
  const holder = id === null ? null : context.pool.holderOf(id);
  return holder !== null && ownSale(context, till, holder) !== null ? null : refuseTillBillId(context, id, '/bill/id');
}

export const receiptCommands = {
  'till.acceptReceipt': defineAction({
    who: ['sale', 'folder'],
    needs: 'session',
    input: receiptRequestSchema,
    unknownMembers: 'leftOut',
    output: saleOutput,
    run: async (context: Context, request, { by, transportWarnings }) =>
      toResource(await acceptReceipt(context, { ...request, transportWarnings }, originOf(by))),
  }),
  /** The sale that was created from this file, else the sale that the file names, else null. */
  'till.findSaleOfFile': defineAction({
    who: ['folder'],
    needs: 'session',
    input: fileSaleSchema,
    output: z.object({ isTaken: z.boolean(), sale: saleOutput.nullable() }),
    run(context: Context, { id, reference = '' }, { by }) {
      const { till, file, writtenAt } = originOf(by);
      const before = takenBefore(context, file);
      if (before?.ok === false) return before;
      const day = dayOf(context, writtenAt);
      const meant =
        id === undefined ? context.saleRepository.findByReference(till, reference, day) : ownSale(context, till, id);
      const found = before?.value ?? meant;
      return done({ isTaken: before !== null, sale: found === null ? null : saleResource(found) });
    },
  }),
  /** Records that a file belongs to this sale, so that its request is not repeated. */
  'till.noteFile': defineAction({
    who: ['folder'],
    needs: 'session',
    input: onSale,
    output: saleOutput,
    run({ saleRepository, duplicateIndex }: Context, { saleId }, { by }) {
      saleRepository.transaction(() => duplicateIndex.noteFile(originOf(by).file, saleId));
      return done(saleResource(saleRepository.mustFind(saleId)));
    },
  }),
  'till.checkReceipt': defineAction({
    who: ['sale'],
    needs: 'session',
    input: checkRequestSchema,
    unknownMembers: 'leftOut',
    output: z.object({ errors: z.array(issueSchema), warnings: z.array(issueSchema) }),
    run(context: Context, request, { by, transportWarnings }) {
      const { alone } = readCall({ ...request, reference: '', transportWarnings }, originOf(by));
      const { bill, errors, warnings } = judgeBill(context, alone);
      const hidden = scanFreeJson(request.buyerInformation, '/buyerInformation');
      const strange = refusedTillId(context, bill, tillOf(by));
      const all = [...errors, ...hidden, ...(strange === null ? [] : [strange])];
      return done({ errors: all, warnings: [...warnings] });
    },
  }),
};

export type RepeatContext = AttentionContext & Pick<SessionContext, 'duplicateIndex'>;

interface Bringer extends NamedParties {
  readonly till: string;
  readonly reference: string;
  readonly buyerInformation: string | null;
}

/** Answers a repetition with the sale `first` if the till may see it, else with a closed sale: `opened` or `keep()`. */
function answerRepeat(
  context: RepeatContext,
  first: Sale,
  request: Pick<BillRequest, 'file'>,
  by: Bringer,
  opened: Sale | null,
  keep: () => Result<Sale>,
): Result<Sale> {
  const other = otherParty(first, by);
  if (other !== null) return failed('conflict', other);
  if (opened !== null && (opened.state === 'queued' || opened.state === 'delivered')) {
    return failed('conflict', 'Another bill was already accepted for this sale. Only a refused bill can be replaced.');
  }
  const isSame =
    namesIn(identificationOf(first)) === namesIn(by.userIdentification) &&
    first.buyerInformation === by.buyerInformation;
  // A file reaches no sale of a till. The shop's only till owns the folder, so the answer has its sale nevertheless.
  const isOwn = isFolder(by.till) && !isFolder(first.till) && isSameTill(by.till, first.till, context.shopTills());
  const isFullAnswer = isSame && (isOwn || reaches(reachOfTill(context, by.till), first.till));
  const answered = context.saleRepository.transaction((): Result<Sale> => {
    // The service may have any other refused receipt, so a person decides about it (`decide`, attention.ts).
    if (first.state === 'attention' && goesUnderItsId(first.attention)) {
      const sent = resend(context, first.id);
      if (!sent.ok) return sent;
    }
    const closed = opened === null ? null : close(context, opened, first.id);
    const now = isFullAnswer ? done(context.saleRepository.find(first.id) ?? first) : (closed ?? keep());
    if (now.ok) context.duplicateIndex.noteFile(request.file, now.value.id);
    return now;
  });
  if (!answered.ok) return answered;
  if (opened !== null) context.saleRepository.afterCommit(() => showInstead(context, opened.id, isSame ? first : null));
  return done({ ...answered.value, acceptedAs: first.id });
}

const close = (context: RepeatContext, sale: Sale, acceptedAs: string): Result<Sale> =>
  sale.state === 'cancelled' ? done(sale) : cancelSale(context, sale.id, 0, { acceptedAs });

/** Accepts a new bill for a sale, or answers with the sale of an accepted bill. `before`: see `acceptBill`. */
export function acceptSent(
  context: RepeatContext,
  saleId: string,
  request: BillRequest,
  before: JudgedBill | null = null,
): Result<Sale> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
  const by: Bringer = {
    till: sale.till,
    reference: sale.reference,
    storeId: request.storeId ?? (sale.storeFixedByTill ? sale.storeId : undefined),
    userIdentification: request.userIdentification === undefined ? identificationOf(sale) : request.userIdentification,
    buyerInformation: sale.buyerInformation,
  };
  const first = acceptedBefore(context, request, { ...by, id: saleId });
  const isItself = first?.id === saleId;
  if (first === null || (isItself && sale.state === 'attention')) return acceptBill(context, sale, request, before);
  return answerRepeat(context, first, request, by, isItself ? null : sale, () => done(sale));
}

function showInstead(context: RepeatContext, openedId: string, first: Sale | null): void {
  const { saleId, language } = context.display.current();
  if (first === null || saleId !== openedId) {
    context.display.leave(openedId);
    return;
  }
  context.display.open(first.id, { show: true, language });
  context.display.paid(first.id, issuanceMoment(context, first));
}

/** Explains, without a customer's number, why this cannot be the same receipt; null if it can. */
function otherParty(first: Sale, { storeId, userIdentification }: Bringer): string | null {
  if (storeId !== undefined && storeId !== first.storeId) {
    const [of, named] = [JSON.stringify(first.storeId), JSON.stringify(storeId)];
    return `This receipt was accepted before for the store ${of}. Found the store ${named}.`;
  }
  const [of, named] = [namesIn(identificationOf(first)), namesIn(userIdentification)];
  const isOther = of !== null && named !== null && of !== named;
  return isOther ? 'This receipt was accepted before for another customer.' : null;
}

function namesIn(identification: UserIdentification | null | undefined): string | null {
  if (isAnonymous(identification)) return null;
  return identification?.externalId ?? JSON.stringify(identification);
}
