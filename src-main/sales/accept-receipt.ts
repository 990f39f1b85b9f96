import { z } from 'zod';
import { defineAction } from '../commands/action.ts';
import { tillOf } from '../commands/actor.ts';
import { field } from '../lib/json.ts';
import { businessDay } from '../lib/local-time.ts';
import { done, type FieldIssue, failed, type Result } from '../lib/result.ts';
import { tillNames } from '../lib/till-names.ts';
import { issueSchema, type SaleResource, saleResourceSchema } from '../lib/till-view.ts';
import type { Bill } from '../receipts/bill.ts';
import { scanFreeJson } from '../receipts/scan.ts';
import {
  acceptBill,
  type BillRequest,
  billHashOf,
  idOf,
  judgeBill,
  judgeToSend,
  refuseTillBillId,
} from './accept-bill.ts';
import { contradiction, customerNamedBy, type NamedParties, twoCustomers } from './named-parties.ts';
import { askedOf, freeText, keepClosed, type OpenRequest, type OpenSaleContext, openSale } from './open-sale.ts';
import { acceptedBefore, answerRepeat, type Bringer, bringBill, type RepeatContext } from './repeated-receipt.ts';
import type { Sale } from './sale.ts';
import { saleResource, toResource } from './sale-resource.ts';
import { whichSale } from './same-sale.ts';
import type { SessionContext } from './session-context.ts';
import { checkRequestSchema, fileSaleSchema, onSale, receiptRequestSchema } from './till-input.ts';
import { comingFrom, ownSale } from './till-reach.ts';

type Context = OpenSaleContext & RepeatContext & Pick<SessionContext, 'tillNames'>;

/** Sale and bill, as a till or a file gives them. */
type ReceiptRequest = BillRequest &
  Pick<OpenRequest, 'reference' | 'storeId' | 'customer' | 'buyerInformation' | 'language'>;

/**
 * Sale and bill in one step (pos-api.md "POST /v1/receipts" and "Files instead of HTTP"). All that can be said against the
 * bill is said before a sale is opened for it: nothing is half-done. The same reference and content again is the same sale.
 */
export async function acceptReceipt(
  context: Context,
  { bill, displayTarget, userIdentification, again, transportWarnings, ...request }: ReceiptRequest,
  { file, ...how }: Pick<OpenRequest, 'origin' | 'onScreen' | 'till'> & Pick<BillRequest, 'file'>,
): Promise<Result<Sale>> {
  const taken = takenBefore(context, file);
  if (taken !== null) return taken;
  // The store is the sale's own in one call: what is left for the bill is the customer.
  const billRequest = { bill, displayTarget, userIdentification, again, transportWarnings, file };
  const ownId = idIn(bill);
  const { customer = customerNamedBy(userIdentification) } = request;
  const parties: NamedParties = {
    storeId: request.storeId,
    userIdentification: userIdentification === undefined ? customer : userIdentification,
  };
  const { reference } = request;
  const by: Bringer = { till: how.till, reference, ...parties, buyerInformation: freeText(request.buyerInformation) };
  const atItsTill = { ...billRequest, ...parties };
  const paid = openedAtItsTill(context, by, atItsTill);
  if (paid !== null) return bringBill(context, paid.id, atItsTill);

  const opening = { ...request, ...how, customer, show: false, bill: { hash: billHashOf(billRequest), ownId } };
  const meant = whichSale(context, askedOf(opening));
  const known = meant.kind === 'same' ? meant.sale : null;
  const first = acceptedBefore(context, billRequest, by);
  if (first !== null) {
    const ofRepeat = known !== null && isOfRepeat(known, first) ? known : null;
    return answerRepeat(context, first, billRequest, by, ofRepeat, () =>
      meant.kind === 'new' ? keepClosed(context, opening, meant, first) : otherSale,
    );
  }
  // The very receipt again: its id, or a rule, may be another one since.
  if (known !== null && known.billHash === opening.bill.hash) return acceptBill(context, known, billRequest);

  const two = twoCustomers(request.customer, userIdentification);
  const judged = withIssue(judgeToSend(context, billRequest, known === null ? null : idOf(known)), two);
  if (!judged.ok) return judged;
  // Nobody waits for the code of a customer who has gone, and files are taken one after the other.
  const opened = await openSale(
    context,
    { ...opening, ownBillId: known === null ? ownId : undefined },
    how.onScreen ?? true,
  );
  return opened.ok ? bringBill(context, opened.value.sale.id, billRequest, judged.value) : opened;
}

/** A sale that was opened for a receipt which was accepted before, as another one. */
const isOfRepeat = ({ id, state, acceptedAs }: Sale, first: Sale): boolean =>
  id !== first.id && (state === 'open' || acceptedAs !== null);

/** A file that could not be put away: whatever the day is, it is no other receipt. */
function takenBefore({ book, identities }: Context, file: string | undefined): Result<Sale> | null {
  const saleId = file === undefined ? null : identities.saleOfFile(file);
  if (saleId === null) return null;
  const taken = book.find(saleId);
  return taken === null
    ? failed('conflict', 'this file was taken; its sale cannot be read: see the notice')
    : done(taken);
}

/** What is wrong beside the bill is told together with what is wrong in it. */
function withIssue<T>(judged: Result<T>, issue: FieldIssue | null): Result<T> {
  if (issue === null) return judged;
  const others = judged.ok ? [] : (judged.error.fields ?? []);
  return failed('invalid', 'the bill does not fit', [...others, issue]);
}

const otherSale = failed('conflict', 'the reference belongs to another sale of today');

/**
 * The sale that the one till of a shop opened over HTTP and pays by a file; null for none. Of several tills nobody can tell
 * which one wrote the file.
 */
function openedAtItsTill(context: Context, by: Bringer, request: BillRequest): Sale | null {
  const [till = tillNames.fixed, ...others] = context.tillNames().keys();
  if (by.till !== tillNames.folder || others.length > 0) return null;
  // On whatever day, where it names itself.
  const billed = acceptedBefore(context, { ...request, again: true }, { ...by, till });
  if (billed !== null) return billed;
  const { delivery } = context.settings();
  const today = businessDay(context.clock.now(), delivery.dayStartsAtHour);
  const sale = context.book.findByReference(till, by.reference, today);
  if (sale === null || sale.state === 'cancelled') return null;
  const isOpen = sale.state === 'open' && contradiction(sale, by) === null;
  return isOpen || sale.billHash === billHashOf(request) ? sale : null;
}

/** All that can be said of the body of a call that takes a bill, without a sale of its own; nothing is stored. */
function judgeReceipt(
  context: Pick<SessionContext, 'settings' | 'mode' | 'pool' | 'book'>,
  { customer, buyerInformation, ...request }: BillRequest & Pick<OpenRequest, 'customer' | 'buyerInformation'>,
  till: string,
): { readonly errors: readonly FieldIssue[]; readonly warnings: readonly FieldIssue[] } {
  const judged = judgeBill(context, request);
  const two = twoCustomers(customer, request.userIdentification);
  const hidden = scanFreeJson(buyerInformation, '/buyerInformation');
  const others = [refusedTillId(context, judged.bill, till), two].filter((issue) => issue !== null);
  return { errors: [...judged.errors, ...hidden, ...others], warnings: judged.warnings };
}

/**
 * An id that a sale of this till has is no stranger: the till was told it and may write it into the bill of that sale.
 * Whether another till has it, nobody is told.
 */
function refusedTillId(
  context: Pick<SessionContext, 'settings' | 'pool' | 'book'>,
  bill: Bill | null,
  till: string,
): FieldIssue | null {
  const id = bill?.id ?? null;
  const holder = id === null ? null : context.pool.holderOf(id);
  return holder !== null && ownSale(context, till, holder) !== null ? null : refuseTillBillId(context, id, '/bill/id');
}

function idIn(bill: unknown): string | undefined {
  const id = field(bill, 'id');
  return typeof id === 'string' ? id : undefined;
}

const sale: z.ZodType<SaleResource> = saleResourceSchema;
const billCheckSchema = z.object({ errors: z.array(issueSchema), warnings: z.array(issueSchema) });

/** Receipts in one call, from a till, the command line or a file. */
export const receiptCommands = {
  'till.acceptReceipt': defineAction({
    who: ['sale', 'folder'],
    needs: 'session',
    input: receiptRequestSchema,
    unknownMembers: 'understood',
    output: sale,
    run: async (context: Context, request, { by, transportWarnings }) =>
      toResource(
        await acceptReceipt(context, { ...request, transportWarnings }, { till: tillOf(by), ...comingFrom(by) }),
      ),
  }),
  /** The sale that this file became before (`isTaken`), else the one that it is about; null for none. */
  'till.findSaleOfFile': defineAction({
    who: ['folder'],
    needs: 'session',
    input: fileSaleSchema,
    output: z.object({ isTaken: z.boolean(), sale: sale.nullable() }),
    run(context: Context, { id, reference = '' }, { by }) {
      const before = takenBefore(context, comingFrom(by).file);
      if (before?.ok === false) return before;
      const today = businessDay(context.clock.now(), context.settings().delivery.dayStartsAtHour);
      const till = tillOf(by);
      const meant =
        id === undefined ? context.book.findByReference(till, reference, today) : ownSale(context, till, id);
      const found = before?.value ?? meant;
      return done({ isTaken: before !== null, sale: found === null ? null : saleResource(found) });
    },
  }),
  /** What it asked for is done, and never again. */
  'till.noteFile': defineAction({
    who: ['folder'],
    needs: 'session',
    input: onSale,
    output: sale,
    run({ book, identities }: Context, { saleId }, { by }) {
      const { file } = comingFrom(by);
      if (file !== undefined) book.transaction(() => identities.noteFile(file, saleId));
      const noted = book.find(saleId);
      return noted === null ? failed('notFound', `there is no sale ${saleId}`) : done(saleResource(noted));
    },
  }),
  /** Nothing is stored. */
  'till.checkReceipt': defineAction({
    who: ['sale'],
    needs: 'session',
    input: checkRequestSchema,
    unknownMembers: 'understood',
    output: billCheckSchema,
    run(context: Context, request, { by, transportWarnings }) {
      const { errors, warnings } = judgeReceipt(context, { ...request, transportWarnings }, tillOf(by));
      return done({ errors: [...errors], warnings: [...warnings] });
    },
  }),
};
