import type { Money } from '../../shared/money.ts';
import { type ConsentKind, goesUnderItsId } from '../../shared/sale-states.ts';
import { type ShopTills, tillInList } from '../../shared/till-names.ts';
import type { Refusal } from '../../shared/till-view.ts';
import type { SaleRowView, SaleView } from '../../shared/views.ts';
import type { DisplayState } from './customer-view.ts';
import { emailView, money, receiptWay, totalOf } from './customer-view.ts';
import { consentOf, isForAccount, refusalOf, type Sale, type SaleLoyalty } from './sale.ts';
import { amountDiffers, currencyDiffers, shownWarnings } from './sale-warnings.ts';
import { asksForPaper, isPaperRequested } from './state.ts';

interface SaleSurroundings {
  readonly now: number;
  readonly display: DisplayState;
  readonly willArrive: boolean;
  readonly consent: { readonly needed: boolean; readonly counts: readonly ConsentKind[] };
}

export function saleView(sale: Sale, { now, display, willArrive, consent }: SaleSurroundings): SaleView {
  const undo = undoOf(sale, now);
  const refusal = refusalOf(sale);
  const paper = needsPaper(sale, { willArrive, withoutId: display.saleId !== sale.id || display.withoutId });
  return {
    ...rowOf(sale),
    origin: sale.origin,
    url: sale.url,
    assigned: sale.assigned,
    customerScanned: sale.customerScanned,
    qrReplaced: sale.qrReplaced,
    cancelled: sale.cancelled,
    email: emailView(sale),
    consented: consentOf(sale) !== null,
    needsConsent: consent.needed && mayRecordConsent(sale, display) && !paper,
    asksForPaper: asksForPaper(sale),
    needsPaper: paper,
    loyalty: sale.loyalty === null ? null : loyaltyView(sale.loyalty),
    attention: refusal && refusalView(refusal),
    warnings: shownWarnings(sale.warnings),
    // The window shows these two warnings in the cashier's language, with both amounts.
    openedTotal: sale.warnings.some(({ code }) => code === amountDiffers || code === currencyDiffers)
      ? openedTotal(sale)
      : null,
    undo,
    can: saleActions(sale, consent.counts.includes('cashier')),
  };
}

export const undoOf = ({ undo }: Sale, now: number): SaleView['undo'] =>
  undo !== null && now < undo.until ? { action: undo.action, until: undo.until } : null;

/** The refusal without field errors. Title and detail stay only if the service wrote them, for the administrator. */
export const refusalView = ({ errors: _errors, ...words }: Refusal): NonNullable<SaleView['attention']> =>
  words.status !== null && goesUnderItsId(words) ? words : { ...words, title: '', detail: '' };

function openedTotal({ openedCents, openedCurrency, currency }: Sale): Money | null {
  const meant = openedCurrency ?? currency;
  return openedCents === null || meant === null ? null : money(openedCents, meant);
}

export const saleRow = (sale: Sale, tills: ShopTills): SaleRowView => ({
  ...rowOf(sale),
  till: tillInList(sale.till, tills),
});

function rowOf(sale: Sale): Omit<SaleRowView, 'till'> {
  return {
    id: sale.id,
    reference: sale.reference,
    state: sale.state,
    total: totalOf(sale),
    createdAt: sale.createdAt,
    printed: sale.printed,
    number: sale.receiptNumber,
  };
}

const mayRecordConsent = (sale: Sale, display: DisplayState): boolean =>
  (sale.state === 'queued' || sale.state === 'delivered') &&
  consentOf(sale) === null &&
  sale.printed === null &&
  !asksForPaper(sale) &&
  display.moment !== 'paper';

export function saleActions(sale: Sale, cashierCounts: boolean): SaleView['can'] {
  const alive = sale.state !== 'cancelled';
  const loyalty = sale.loyalty?.state ?? null;
  return {
    pay: sale.state === 'open' && sale.origin === 'hand' && (sale.amountCents ?? 0) >= 0,
    show: alive && sale.url !== null && !isForAccount(sale),
    returnToDisplay: alive,
    consent: alive && consentOf(sale) === null && sale.printed === null && cashierCounts,
    takeBackConsent: alive && consentOf(sale) !== null,
    print: alive && sale.printed === null,
    takeBackPaper: isPaperRequested(sale),
    cancel: alive,
    // An unknown start may have succeeded: the cashier checks with the customer and may then start again.
    startLoyalty: sale.state === 'open' && loyalty !== 'starting' && loyalty !== 'active',
    cancelLoyalty: loyalty === 'active',
  };
}

/** Only a paid sale needs paper. Before payment it may still get an id. */
const needsPaper = (sale: Sale, around: Parameters<typeof receiptWay>[1]): boolean =>
  sale.billHash !== null && sale.state !== 'cancelled' && sale.printed === null && receiptWay(sale, around) === 'paper';

function loyaltyView(loyalty: SaleLoyalty): SaleView['loyalty'] {
  return {
    state: loyalty.state,
    points: loyalty.points,
    rewards: loyalty.activatedRewards.map((reward) => ({
      identifier: text(reward.identifier) ?? '',
      name: text(reward.name) ?? text(reward.identifier) ?? '',
      description: text(reward.description),
    })),
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
