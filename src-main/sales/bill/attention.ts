import { commandsOn } from '../../dispatch/dispatch.ts';
import { corrected } from '../../receipts/corrections.ts';
import { digitsOf, expectedAt, findPlace, type RepairPlace, takesNumber } from '../../receipts/repair-place.ts';
import { shopCountry } from '../../shared/country.ts';
import { field, recordOf, type Segment } from '../../shared/json.ts';
import { isRawNumber, parseKeepingNumbers, parseRemembering, pointerTo } from '../../shared/json-text.ts';
import { localeOf } from '../../shared/languages.ts';
import { readTypedNumber } from '../../shared/money.ts';
import type {
  AttentionRowView,
  AttentionView,
  BillPlaceView,
  BillProblemView,
  Scalar,
} from '../../shared/record-views.ts';
import { done, type FieldIssue, failed, type Result } from '../../shared/result.ts';
import { goesUnderItsId } from '../../shared/sale-states.ts';
import type { ShopTills } from '../../shared/till-names.ts';
import type { CommandInput } from '../../shared/window-commands.ts';
import { refusalView, saleRow } from '../sale/cashier-view.ts';
import { refusalOf, type Sale } from '../sale/sale.ts';
import { sentBefore } from '../sale/sale-warnings.ts';
import { isInDoubt } from '../sale/state.ts';
import { type ActionContext, resendActions } from '../sale-actions.ts';
import type { SessionContext } from '../session-context.ts';
import { type AcceptBillContext, acceptBill, idOfBill, judgeBill } from './accept-bill.ts';
import { acceptedBefore } from './same-receipt.ts';

const noBill = failed('notFound', 'The bill of this sale is no longer stored.');

export type AttentionContext = AcceptBillContext & ActionContext & Pick<SessionContext, 'sendNow'>;

/** Checks a refused bill like a till's and sends it again. If no bill is refused, sends the refused print or cancel. */
export function resend(context: AttentionContext, saleId: string, repaired: string | null = null): Result<Sale> {
  const marked = context.saleRepository.find(saleId);
  const isCancelParked = context.outbox.find(saleId, 'cancel')?.state === 'parked';
  if (marked !== null && marked.state !== 'attention' && resendActions(context, saleId) > 0) {
    // For this cancel the person has looked at the service for a receipt that another copy may have sent.
    return isCancelParked ? context.saleRepository.change(saleId, { type: 'restoreSettled' }) : done(marked);
  }
  const sale = refusedSale(context, saleId);
  if (!sale.ok) return sale;
  const before = context.saleRepository.findBill(saleId);
  if (before === null) return noBill;
  const bill = parseRemembering(repaired ?? before);
  if (changesSigned(JSON.parse(before), bill)) {
    const message = 'The till has signed this receipt. Correct amounts, VAT, date and number at the till.';
    return failed('signed', message);
  }
  const first = repaired === null ? null : acceptedBefore(context, { bill }, sale.value);
  if (first !== null && first.id !== saleId) {
    const message = `This receipt was accepted before, with the reference ${JSON.stringify(first.reference)}. Cancel this one.`;
    return failed('conflict', message, [{ path: '', code: sentBefore, message }]);
  }
  const { displayTarget, billedFor } = sale.value;
  return acceptBill(context, sale.value, { ...billedFor, bill, displayTarget: displayTarget ?? undefined });
}

const isSigned = (bill: unknown): boolean =>
  ['fiscalization', 'tse'].some((name) => Object.keys(recordOf(field(bill, 'security', name)) ?? {}).length > 0);

const isSignedPlace = (bill: unknown, place: RepairPlace): boolean =>
  isSigned(bill) &&
  (/^\/(security\b|head\/(date|number)$)/.test(pointerTo(place.path)) ||
    (place.path[0] === 'data' && takesNumber(place)));

/** A fiscal signature covers amounts, VAT, date and number. A change of one of them would make it worthless. */
const changesSigned = (before: unknown, after: unknown): boolean =>
  isSigned(before) && signedPart(before) !== signedPart(after);

const signedPart = (bill: unknown): string =>
  JSON.stringify([['security'], ['head', 'date'], ['head', 'number']].map((path) => field(bill, ...path))) +
  JSON.stringify(field(bill, 'data'), (_key, value) =>
    typeof value === 'number' || (typeof value === 'object' && value !== null) ? value : undefined,
  );

const sliceSize = 20;

/** Sends bills refused with this status again, also those of paused stores. Null: every status. Returns their number. */
async function resendAll(context: AttentionContext, status: number | null): Promise<number> {
  const parked = context.outbox.parkedSales();
  const isSent = (id: string): boolean => isRefusedWith(context, id, status) && resend(context, id).ok;
  let count = 0;
  for (let from = 0; from < parked.length; from += sliceSize) {
    const slice = parked.slice(from, from + sliceSize);
    count += context.saleRepository.transaction(() => slice.filter(isSent).length);
    await context.clock.nextTurn();
  }
  context.sendNow();
  return count;
}

/** Excludes bills that cannot be sent again under their id: a person decides about each of them. */
function isRefusedWith(context: AttentionContext, saleId: string, status: number | null): boolean {
  const sale = context.saleRepository.find(saleId);
  const refusal = sale && refusalOf(sale);
  return goesUnderItsId(refusal) && (status === null || refusal?.status === status);
}

function refusedSale(context: AttentionContext, saleId: string): Result<Sale> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
  if (sale.state !== 'attention')
    return failed('wrongState', `The sale is ${sale.state}. The service did not refuse it.`);
  return done(sale);
}

/** Shows one refused receipt with all details for its repair, even if it has been sent again meanwhile. */
function attentionView(context: AttentionContext, saleId: string, tills: ShopTills): Result<AttentionView> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
  const isBill = sale.state === 'attention';
  const refusal = refusalOf(sale);
  const billText = isBill ? context.saleRepository.findBill(saleId) : null;
  return done({
    row: saleRow(sale, tills),
    attention: refusal && refusalView(refusal),
    isBill: isBill && billText !== null,
    problems: billText === null ? [] : problemsOf(context, sale, billText),
    canPrint: sale.state !== 'cancelled' && sale.printed === null,
    version: sale.billHash,
  });
}

function problemsOf(
  context: Pick<AttentionContext, 'clock' | 'settings' | 'mode' | 'pool'>,
  sale: Sale,
  billText: string,
): readonly BillProblemView[] {
  const bill = parseKeepingNumbers(billText);
  const fromService = (sale.attention?.errors ?? []).map(({ path, message }) => problemAt(bill, path, message));
  const request = { ...sale.billedFor, bill: JSON.parse(billText) };
  const { errors, warnings } = judgeBill(context, request, idOfBill(context, sale, request.bill));
  const own = [...errors, ...warnings]
    // The path of the warning `vat-rate` ends at the entry. The value to correct is its member `vat`.
    .map(({ code, path }) => problemAt(bill, code === 'vat-rate' ? `${path}/vat` : path, null))
    .filter((problem) => problem.expected !== null && fromService.every(({ path }) => path !== problem.path));
  return [...fromService, ...own];
}

function problemAt(bill: unknown, pointer: string, verbatim: string | null): BillProblemView {
  const place = findPlace(bill, pointer);
  if (place === null) {
    const nothing = { known: false, value: null };
    const unknown = { places: [], field: '', found: nothing, expected: null, canChange: false, isSigned: false };
    return { path: pointer, ...unknown, verbatim };
  }
  const { path, value } = place;
  const ofTill = isSignedPlace(bill, place);
  const isOneValue = value === null || typeof value !== 'object' || isRawNumber(value);
  return {
    path: pointerTo(path),
    places: placesOf(path),
    field: typeof path.at(-1) === 'string' ? String(path.at(-1)) : '',
    found: { known: isOneValue && value !== undefined, value: scalar(value) },
    expected: expectedAt(bill, place),
    canChange: isOneValue && !ofTill,
    isSigned: ofTill,
    verbatim,
  };
}

const scalar = (value: unknown): Scalar => {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
  return isRawNumber(value) ? digitsOf(value) : null;
};

const placeNames = { lines: 'line', sublines: 'line', paymentTypes: 'payment', vatAmounts: 'vat' } as const;

function placesOf(path: readonly Segment[]): readonly BillPlaceView[] {
  return path.flatMap((segment, index): BillPlaceView[] => {
    const list = path[index - 1];
    if (typeof segment !== 'number' || typeof list !== 'string' || !Object.hasOwn(placeNames, list)) return [];
    return [{ kind: placeNames[list as keyof typeof placeNames], number: segment + 1 }];
  });
}

/** Repairs the bill with the typed values. `invalid` names the wrong values by path; then nothing has changed. */
function repair(
  context: AttentionContext,
  { saleId, version, values }: CommandInput<'attention.repair'>,
): Result<Sale> {
  // The till may have sent another bill since the person read this one.
  if (context.saleRepository.find(saleId)?.billHash !== version)
    return failed('wrongState', 'The receipt has changed since it was read.');
  const billText = context.saleRepository.findBill(saleId);
  if (billText === null) return noBill;
  let bill = parseKeepingNumbers(billText);
  const wrong: FieldIssue[] = [];
  for (const [pointer, typed] of Object.entries(values)) {
    const place = findPlace(bill, pointer);
    const value = place === null ? null : readValue(context, place, typed);
    if (place === null || value === null)
      wrong.push({ path: pointer, code: 'type', message: `Found ${JSON.stringify(typed)}. Expected a number.` });
    else bill = corrected(bill, [{ path: place.path, to: value }]);
  }
  if (wrong.length > 0) return failed('invalid', 'The bill is invalid.', wrong);
  return resend(context, saleId, JSON.stringify(bill));
}

function readValue(
  { settings }: Pick<AttentionContext, 'settings'>,
  place: RepairPlace,
  typed: string,
): string | number | null {
  if (!takesNumber(place)) return typed;
  const { language, country, currency } = settings().cashier;
  const locale = localeOf(language, shopCountry(country, currency));
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  return readTypedNumber(typed, decimal === ',' ? ',' : '.');
}

const pageSize = 50;

type RepairCommandContext = AttentionContext &
  Pick<SessionContext, 'shopTills' | 'beforeStop'> & {
    readonly saveExport: (name: string, content: string) => Result<{ readonly path: string }>;
  };

export const repairCommands = commandsOn<RepairCommandContext>()('session', {
  'attention.list'({ saleRepository, outbox, shopTills }, { cursor }) {
    const { ids, next } = outbox.parkedPage(cursor, pageSize);
    const rows = ids.flatMap((id): AttentionRowView[] => {
      const sale = saleRepository.find(id);
      if (sale === null) return [];
      const { status = null, code = null } = refusalOf(sale) ?? {};
      return [{ ...saleRow(sale, shopTills()), status, code }];
    });
    return done({ rows, next });
  },
  'attention.get': (context, { saleId }) => attentionView(context, saleId, context.shopTills()),
  'attention.repair': repair,
  'attention.resend': (context, { saleId }) => resend(context, saleId),
  'attention.decide': (context, { saleId, as }) => decide(context, saleId, as),
  'attention.resendAll': async (context, { status }) =>
    done({ count: await context.beforeStop(resendAll(context, status)) }),
  /** Exports a refused bill with the service's answer, so that another program can repair it. */
  'attention.export'(context, { saleId }) {
    const sale = refusedSale(context, saleId);
    if (!sale.ok) return sale;
    const { reference, storeId, billId, attention, warnings } = sale.value;
    const billText = context.saleRepository.findBill(saleId);
    const bill = billText === null ? null : parseKeepingNumbers(billText);
    const content = JSON.stringify({ reference, storeId, billId, attention, warnings, bill }, null, 2);
    return context.saveExport(`refused-${saleId}.json`, `${content}\n`);
  },
});

/**
 * Records a person's decision about a receipt that may be at the service already. `delivered`: the service has it,
 * and nothing more is sent. `newId`: the service does not have it. It is sent under its own id if the service stores
 * that id only once (`goesUnderItsId`). Otherwise it gets a new id, and the shown code becomes invalid. Tills have no
 * route for this, because only a person can know.
 */
function decide(context: AttentionContext, saleId: string, as: 'delivered' | 'newId'): Result<Sale> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
  if (!isInDoubt(sale)) return failed('wrongState', `The sale is ${sale.state}, so there is no decision to make.`);
  context.log.info('uncertain-receipt-decided', { as });
  if (as === 'delivered') return settleAsDelivered(context, sale);
  return goesUnderItsId(sale.attention) ? resend(context, saleId) : sendAgain(context, saleId);
}

function settleAsDelivered(context: AttentionContext, sale: Sale): Result<Sale> {
  return context.saleRepository.transaction(() => {
    const job = context.outbox.find(sale.id, 'bill');
    if (job !== null) context.outbox.save({ ...job, state: 'done', lastReason: null });
    // `restoredFromBackup` stays, because a later cancel does not know the id under which the service has the receipt.
    const delivered = { type: 'billDelivered', assigned: sale.assigned, url: null, endsLoyalty: true } as const;
    return context.saleRepository.change(sale.id, delivered);
  });
}

function sendAgain(context: AttentionContext, saleId: string): Result<Sale> {
  if (context.saleRepository.findBill(saleId) === null) return noBill;
  return context.saleRepository.transaction(() => {
    const changed = context.saleRepository.change(saleId, { type: 'registrationExpired' }, { type: 'restoreSettled' });
    return changed.ok ? resend(context, saleId) : changed;
  });
}
