import { receiptIdentity } from '../../receipts/receipt-identity.ts';
import { isAnonymous, type UserIdentification } from '../../receipts/user-identification.ts';
import { done, failed, type Result } from '../../shared/result.ts';
import { goesUnderItsId } from '../../shared/sale-states.ts';
import { interfacesOf, isFolder, isSameTill, reaches } from '../../shared/till-names.ts';
import { identificationOf, type NamedParties } from '../sale/named-parties.ts';
import type { Sale } from '../sale/sale.ts';
import { closeAsRepeat } from '../sale-actions.ts';
import type { SessionContext } from '../session-context.ts';
import { reachOfTill } from '../till/till-reach.ts';
import { acceptBill, type BillRequest, handoverMoment, type JudgedBill } from './accept-bill.ts';
import { type AttentionContext, resend } from './attention.ts';
import { namelessBefore, sameReceipt } from './same-receipt.ts';

export type RepeatContext = AttentionContext & Pick<SessionContext, 'duplicateIndex'>;

export interface Bringer extends NamedParties {
  readonly till: string;
  readonly reference: string;
  readonly buyerInformation: string | null;
}

/** A bill without number or date is identified by till, reference and business day. */
export function acceptedBefore(
  context: Pick<SessionContext, 'saleRepository' | 'duplicateIndex' | 'settings' | 'tillNames' | 'clock'>,
  request: BillRequest,
  by: Bringer,
): Sale | null {
  const named = receiptIdentity(request.bill);
  if (named === null)
    return request.again === true
      ? null
      : namelessBefore(context, request, by, interfacesOf(by.till, context.tillNames()));
  const holders = context.saleRepository.uncancelled(context.duplicateIndex.salesWith(named));
  const { till, reference, storeId = context.settings().service.storeId } = by;
  return sameReceipt(context, request, { till, reference, storeId }, holders);
}

/** `opened`, the sale of the repeat, is closed. `keep` makes a closed one that tells nothing of the first. */
export function answerRepeat(
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
  const isSame = isSameCustomer(first, by);
  // A file changes no sale of another owner, but it learns that the shop's only till has sent its receipt.
  const isOwn = isFolder(by.till) && !isFolder(first.till) && isSameTill(by.till, first.till, context.tillNames());
  const isToldAll = isSame && (isOwn || reaches(reachOfTill(context, by.till), first.till));
  const answered = context.saleRepository.transaction((): Result<Sale> => {
    // Only a person can know whether it is there (`decide`, repair.ts).
    if (first.state === 'attention' && goesUnderItsId(first.attention)) {
      const sent = resend(context, first.id, null);
      if (!sent.ok) return sent;
    }
    const closed = opened === null ? null : closeAsRepeat(context, opened, first.id);
    const now = isToldAll ? done(context.saleRepository.find(first.id) ?? first) : (closed ?? keep());
    if (now.ok && request.file !== undefined) context.duplicateIndex.noteFile(request.file, now.value.id);
    return now;
  });
  if (!answered.ok) return answered;
  if (opened !== null) context.saleRepository.whenKept(() => showInstead(context, opened.id, isSame ? first : null));
  return done({ ...answered.value, acceptedAs: first.id });
}

/** Takes the bill of a sale: a new bill is accepted, and an accepted one is answered. `before`: see `acceptBill`. */
export function bringBill(
  context: RepeatContext,
  saleId: string,
  request: BillRequest,
  before: JudgedBill | null = null,
): Result<Sale> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
  const by = bringerOf(sale, request);
  const first = acceptedBefore(context, request, by);
  const isItself = first?.id === saleId;
  if (first === null || (isItself && sale.state === 'attention')) return acceptBill(context, sale, request, before);
  return answerRepeat(context, first, request, by, isItself ? null : sale, () => done(sale));
}

/** The waiting customer sees the code of the accepted receipt, if it is theirs. */
function showInstead(context: RepeatContext, openedId: string, first: Sale | null): void {
  const { saleId, language } = context.display.current();
  if (first === null || saleId !== openedId) {
    context.display.leave(openedId);
    return;
  }
  context.display.open(first.id, { show: true, language });
  context.display.paid(first.id, handoverMoment(context, first));
}

/** The reason why it cannot be the same receipt, as a sentence without a customer's number; null if it can. */
function otherParty(first: Sale, { storeId, userIdentification }: Bringer): string | null {
  if (storeId !== undefined && storeId !== first.storeId) {
    const [of, named] = [JSON.stringify(first.storeId), JSON.stringify(storeId)];
    return `this receipt was accepted before, for the store ${of}; found the store ${named}`;
  }
  const [of, named] = [namesIn(identificationOf(first)), namesIn(userIdentification)];
  const isOther = of !== null && named !== null && of !== named;
  return isOther ? 'this receipt was accepted before, for another customer' : null;
}

const isSameCustomer = (first: Sale, { userIdentification, buyerInformation }: Bringer): boolean =>
  namesIn(identificationOf(first)) === namesIn(userIdentification) && first.buyerInformation === buyerInformation;

function namesIn(identification: UserIdentification | null | undefined): string | null {
  if (isAnonymous(identification)) return null;
  return identification?.externalId ?? JSON.stringify(identification);
}

/** The parties of the sale apply where the request names none. */
const bringerOf = (sale: Sale, { storeId, userIdentification }: NamedParties): Bringer => ({
  till: sale.till,
  reference: sale.reference,
  storeId: storeId ?? (sale.storeFixedByTill ? sale.storeId : undefined),
  userIdentification: userIdentification === undefined ? identificationOf(sale) : userIdentification,
  buyerInformation: sale.buyerInformation,
});
