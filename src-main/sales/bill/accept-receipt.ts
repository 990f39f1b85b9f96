import { z } from 'zod';
import { defineAction } from '../../dispatch/action.ts';
import { tillOf } from '../../dispatch/actor.ts';
import type { Bill } from '../../receipts/bill.ts';
import { scanFreeJson } from '../../receipts/scan.ts';
import { field } from '../../shared/json.ts';
import { businessDay } from '../../shared/local-time.ts';
import { done, type FieldIssue, failed, type Result } from '../../shared/result.ts';
import { isFolder, onlyTill } from '../../shared/till-names.ts';
import { issueSchema, type SaleResource, saleResourceSchema } from '../../shared/till-view.ts';
import {
  askedOf,
  contentOf,
  freeText,
  keepClosed,
  type OpenRequest,
  type OpenSaleContext,
  openSale,
} from '../opening/open-sale.ts';
import { resolveReference } from '../opening/same-sale.ts';
import { contradiction, customerNamedBy, type NamedParties, twoCustomers } from '../sale/named-parties.ts';
import type { Sale } from '../sale/sale.ts';
import { saleResource, toResource } from '../sale/sale-resource.ts';
import type { SessionContext } from '../session-context.ts';
import { checkRequestSchema, fileSaleSchema, onSale, receiptRequestSchema } from '../till/till-input.ts';
import { comingFrom, ownSale } from '../till/till-reach.ts';
import { acceptBill, type BillRequest, idOf, judgeBill, judgeToSend, refuseTillBillId } from './accept-bill.ts';
import { acceptedBefore, answerRepeat, type Bringer, bringBill, type RepeatContext } from './repeated-receipt.ts';
import { billHashOf, hasBill } from './same-receipt.ts';

type Context = OpenSaleContext & RepeatContext;

type ReceiptRequest = BillRequest &
  Pick<OpenRequest, 'reference' | 'storeId' | 'customer' | 'buyerInformation' | 'language'>;

type How = Pick<OpenRequest, 'origin' | 'onScreen' | 'till'> & Pick<BillRequest, 'file'>;

/** Every error of the bill is found before a sale is opened (POST /v1/receipts and files, docs/pos/recipes.md). */
export async function acceptReceipt(context: Context, request: ReceiptRequest, how: How): Promise<Result<Sale>> {
  const taken = takenBefore(context, how.file);
  if (taken !== null) return taken;
  const { alone, atItsSale, by, opening, ownId } = readCall(request, how);
  const waiting = openedOverHttp(context, by);
  if (waiting !== null) return bringBill(context, waiting.id, atItsSale);

  const meant = resolveReference(context, askedOf(opening));
  const known = meant.kind === 'same' ? meant.sale : null;
  const first = acceptedBefore(context, alone, by);
  if (first !== null) {
    return answerRepeat(context, first, alone, by, openedForRepeat(known, first), () =>
      meant.kind === 'new' ? keepClosed(context, opening, meant, first) : otherSale,
    );
  }
  const brought = known !== null && isNamedByBill(known, alone, contentOf(opening)) ? atItsSale : alone;
  // The same receipt again is not judged: its id, or a rule, may have changed since.
  if (known !== null && opening.bill.isBillOf(known)) return acceptBill(context, known, brought);

  const two = twoCustomers(request.customer, request.userIdentification);
  const judged = withIssue(judgeToSend(context, alone, known === null ? null : idOf(known)), two);
  if (!judged.ok) return judged;
  // A file is accepted after its customer has gone: do not wait for a code here.
  const opened = await openSale(
    context,
    { ...opening, ownBillId: known === null ? ownId : undefined },
    how.onScreen ?? true,
  );
  return opened.ok ? bringBill(context, opened.value.sale.id, brought, judged.value) : opened;
}

/** `alone`: for a sale that this call opens. `atItsSale`: for a sale that was open already. */
function readCall(
  { bill, displayTarget, userIdentification, again, transportWarnings, ...request }: ReceiptRequest,
  { file, ...how }: How,
) {
  const alone: BillRequest = { bill, displayTarget, userIdentification, again, transportWarnings, file };
  const { reference, storeId, customer = customerNamedBy(userIdentification) } = request;
  const named = userIdentification === undefined ? customer : userIdentification;
  const parties: NamedParties = { storeId, userIdentification: named };
  const by: Bringer = { till: how.till, reference, ...parties, buyerInformation: freeText(request.buyerInformation) };
  const ownId = idIn(bill);
  const isBillOf = (sale: Sale): boolean => hasBill(sale, alone, by);
  const opening = { ...request, ...how, customer, show: false, bill: { isBillOf, ownId, parties, content: bill } };
  return { alone, atItsSale: { ...alone, ...parties }, by, opening, ownId };
}

/** Whether the bill of this sale has its own store and customer, because an earlier call opened the sale. */
const isNamedByBill = ({ billHash, openedWith }: Sale, alone: BillRequest, content: string): boolean =>
  billHash === null ? openedWith !== content : billHash !== billHashOf(alone);

/** The sale opened for a receipt that was accepted earlier as `first`; null for none. */
function openedForRepeat(known: Sale | null, first: Sale): Sale | null {
  if (known === null || known.id === first.id) return null;
  return known.state === 'open' || known.acceptedAs !== null ? known : null;
}

/** A file that could not be moved away comes again. It is the same receipt, even on a later day. */
function takenBefore({ saleRepository, duplicateIndex }: Context, file: string | undefined): Result<Sale> | null {
  const saleId = file === undefined ? null : duplicateIndex.saleOfFile(file);
  if (saleId === null) return null;
  const taken = saleRepository.find(saleId);
  return taken === null
    ? failed('conflict', 'This file was accepted, but its sale cannot be read. See the notice.')
    : done(taken);
}

function withIssue<T>(judged: Result<T>, issue: FieldIssue | null): Result<T> {
  if (issue === null) return judged;
  const others = judged.ok ? [] : (judged.error.fields ?? []);
  return failed('invalid', 'The bill is invalid.', [...others, issue]);
}

const otherSale = failed('conflict', 'The reference belongs to another sale of today.');

/** The open sale of a shop's only till that was opened over HTTP and is paid by this file; null for none. */
function openedOverHttp({ saleRepository, clock, settings, tillNames }: Context, by: Bringer): Sale | null {
  const till = onlyTill(tillNames());
  if (!isFolder(by.till) || till === null) return null;
  const today = businessDay(clock.now(), settings().delivery.dayStartsAtHour);
  const sale = saleRepository.findByReference(till, by.reference, today);
  return sale?.state === 'open' && contradiction(sale, by) === null ? sale : null;
}

/** Collects every error and warning about a call that brings a bill without its own sale. Nothing is stored. */
function judgeReceipt(
  context: Pick<SessionContext, 'clock' | 'settings' | 'mode' | 'pool' | 'saleRepository' | 'tillNames'>,
  { customer, buyerInformation, ...request }: BillRequest & Pick<OpenRequest, 'customer' | 'buyerInformation'>,
  till: string,
): { readonly errors: readonly FieldIssue[]; readonly warnings: readonly FieldIssue[] } {
  const judged = judgeBill(context, request);
  const two = twoCustomers(customer, request.userIdentification);
  const hidden = scanFreeJson(buyerInformation, '/buyerInformation');
  const others = [refusedTillId(context, judged.bill, till), two].filter((issue) => issue !== null);
  return { errors: [...judged.errors, ...hidden, ...others], warnings: judged.warnings };
}

/** The answer does not show whether another till has the id. */
function refusedTillId(
  context: Pick<SessionContext, 'settings' | 'pool' | 'saleRepository' | 'tillNames'>,
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

/** Accepts receipts in one call, from a till, the command line or a file. */
export const receiptCommands = {
  'till.acceptReceipt': defineAction({
    who: ['sale', 'folder'],
    needs: 'session',
    input: receiptRequestSchema,
    unknownMembers: 'leftOut',
    output: sale,
    run: async (context: Context, request, { by, transportWarnings }) =>
      toResource(
        await acceptReceipt(context, { ...request, transportWarnings }, { till: tillOf(by), ...comingFrom(by) }),
      ),
  }),
  /** The sale that this file became earlier (`isTaken`), else the sale that it is about, else null. */
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
        id === undefined ? context.saleRepository.findByReference(till, reference, today) : ownSale(context, till, id);
      const found = before?.value ?? meant;
      return done({ isTaken: before !== null, sale: found === null ? null : saleResource(found) });
    },
  }),
  /** The request of this file is done and must never be repeated. */
  'till.noteFile': defineAction({
    who: ['folder'],
    needs: 'session',
    input: onSale,
    output: sale,
    run({ saleRepository, duplicateIndex }: Context, { saleId }, { by }) {
      const { file } = comingFrom(by);
      if (file !== undefined) saleRepository.transaction(() => duplicateIndex.noteFile(file, saleId));
      const noted = saleRepository.find(saleId);
      return noted === null ? failed('notFound', `There is no sale ${saleId}.`) : done(saleResource(noted));
    },
  }),
  /** Nothing is stored. */
  'till.checkReceipt': defineAction({
    who: ['sale'],
    needs: 'session',
    input: checkRequestSchema,
    unknownMembers: 'leftOut',
    output: billCheckSchema,
    run(context: Context, request, { by, transportWarnings }) {
      const { errors, warnings } = judgeReceipt(context, { ...request, transportWarnings }, tillOf(by));
      return done({ errors: [...errors], warnings: [...warnings] });
    },
  }),
};
