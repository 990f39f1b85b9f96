import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReceiptView } from '../../../src-main/shared/record-views.ts';
import { type AmountQuestion, type Refund, type SaleEntry, vatWithout } from '../session-store.ts';
import { leaveAmount } from '../take-scan.ts';
import { send, session, useSession, useSetting, useView } from '../window-state.tsx';
import {
  centsToAmount,
  eraseKey,
  largeCents,
  nothingTyped,
  pressKeys,
  readAmount,
  type TypedAmount,
} from './amount-entry.ts';
import { type CurrentSaleState, currentSaleState } from './plan-dock.ts';

export function useCurrentSale(): CurrentSaleState {
  const view = useView();
  const composing = useSession((now) => now.composing);
  return currentSaleState(view.sale, composing);
}

/** Shows a stored sale in place of the current one. A typed amount is left for it. */
export function selectSale(saleId: string): void {
  session.setState((now) => ({ ...leaveAmount(now), place: 'sale' }));
  void send('sale.select', { saleId });
}

/** Whether the customer scans this window, and so must not see other customers' data. */
export function useIsCodeHere(): boolean {
  const hand = useCurrentSale();
  const qrHere = useSession((now) => now.qrHere);
  return hand.kind === 'sale' && hand.sale.id === qrHere && hand.sale.url !== null;
}

/** The longest time for which the keypad waits until the opened sale is shown. */
const mostUnshownMs = 500;

/** Keeps the keypad unchanged until the opened sale is shown, so that its buttons do not flicker. */
export function useOpenedSale(): void {
  const view = useView();
  const opened = useSession((now) => now.opened);
  const isShown = opened !== null && view.sale?.id === opened;
  useLayoutEffect(() => {
    if (opened === null) return;
    const leave = (): void =>
      session.setState(({ vat }) => ({
        ...{ opened: null, isAmountSent: false, composing: null },
        vat: vat.typed === undefined ? vat : { ...vatWithout(vat), [opened]: vat.typed },
      }));
    if (isShown) return leave();
    const timer = window.setTimeout(leave, mostUnshownMs);
    return () => clearTimeout(timer);
  }, [opened, isShown]);
}

/** The cash that the customer gave, and `due`, the amount rounded for cash. Null if the sale was not paid in cash. */
export function useCash() {
  const view = useView();
  const hand = useCurrentSale();
  const cash = useSession((now) => now.cash);
  const step = useSetting('delivery.cashRoundingCents').value;
  if (hand.kind !== 'sale' || cash?.saleId !== hand.sale.id || hand.sale.total === null) return null;
  const { amount, currency } = hand.sale.total;
  const cents = Math.round(amount * 100);
  // Without a country it is unknown how cash is rounded. The step is then only the tolerance for sums in bills.
  const due = view.country === null || step === 0 ? cents : Math.round(cents / step) * step;
  return { ...cash, due, currency };
}

/** The currency of the amount or the cash on the keypad. A refund and a changed amount have that of their sale. */
export function useTypedCurrency(): string {
  const view = useView();
  const hand = useCurrentSale();
  const cash = useCash();
  return (hand.kind === 'pad' ? hand.currency : cash?.isTyped && cash.currency) || view.till.currency;
}

/** Leaves a typed amount when the shop gets another currency, because the same number would be another price. */
export function useShopCurrency(): void {
  const { currency } = useView().till;
  const before = useRef(currency);
  useEffect(() => {
    if (before.current !== currency) session.setState(leaveAmount);
    before.current = currency;
  }, [currency]);
}

/** The last payment. `send` refuses a second one while it is not answered, so payments of two sales wait for each other. */
let lastPayment: Promise<unknown> = Promise.resolve();

type Then = AmountQuestion['then'];
type Payment = Exclude<Then, 'open'>;

async function payFor(saleId: string, payment: Payment, vatPercent: number): Promise<void> {
  if (session.getState().paying === saleId) return;
  session.setState({ paying: saleId });
  // The card belongs to this sale. If it is refused, that is reported and the payment continues.
  await startCard(saleId);
  const { notice, card } = session.getState();
  const paying = lastPayment.then(() => send('sale.pay', { saleId, vatPercent, payment }));
  lastPayment = paying;
  const answer = await paying;
  session.setState(({ paying }) => ({ paying: paying === saleId ? null : paying }));
  if (!answer.ok) return;
  const cash = payment === 'Cash' ? { saleId, ...nothingTyped, isTyped: false } : null;
  session.setState((now) => ({
    // The cashier may have been asked about the next sale meanwhile.
    asksPayment: now.asksPayment === saleId ? null : now.asksPayment,
    vat: vatWithout(now.vat, saleId),
    ...{ cash, ...(card?.from === 'tried' && { notice }) },
  }));
}

const typedIn = (composing: SaleEntry | null): TypedAmount => ({
  cents: composing?.cents ?? 0,
  decimals: composing?.decimals ?? null,
});

export function useHandActions() {
  const view = useView();
  const refundAsksAbove = view.settings['cashier.refundAsksAbove'].value;
  const mayType = useMayType();
  const hand = useCurrentSale();
  const cash = useCash();
  const vat = useSession((now) => now.vat);
  const refund = hand.kind === 'pad' ? hand.refund : null;
  const percents = refund?.percents.length ? refund.percents : view.till.vatPercents;
  const unpaid = hand.kind === 'sale' && hand.sale.can.pay ? hand.sale.id : null;
  const vatOf = (hand.kind === 'pad' ? hand.changes : unpaid) ?? 'typed';
  const vatPercent = percents.find((percent) => percent === vat[vatOf]) ?? percents[0] ?? 0;
  const currency = useTypedCurrency();
  // The setting is an amount in the shop's currency.
  const inShop = largeCents(currency) / largeCents(view.till.currency);
  const confirmAbove = refund === null ? largeCents(currency) : refundAsksAbove * 100 * inShop;
  const given = cash?.isTyped ? cash : null;
  /** Read from the session at each key, because two keys may come before the next frame. */
  const typedNow = (): TypedAmount => {
    const { composing, cash: newest } = session.getState();
    return given === null || newest === null ? typedIn(composing) : newest;
  };

  const openSale = async (cents: number): Promise<void> => {
    if (!maySend(cents, 'open')) return;
    session.setState({ isAmountSent: true });
    const opened = await send('sale.new', { amount: centsToAmount(cents) });
    session.setState(opened.ok ? { opened: opened.value.saleId } : { isAmountSent: false });
  };
  /** Whether an amount can be sent that needs no confirmation or was confirmed. Otherwise the cashier is asked. */
  const maySend = (cents: number, then: Then): boolean => {
    const { composing, isAmountSent } = session.getState();
    if (cents === 0 || composing === null || isAmountSent) return false;
    if (cents <= confirmAbove || composing.asks?.isSure === true) return true;
    session.setState({ composing: { ...composing, asks: { then, isSure: false } } });
    return false;
  };
  const change = async (saleId: string, cents: number): Promise<void> => {
    if (!maySend(cents, 'open')) return;
    session.setState({ isAmountSent: true });
    const { ok } = await send('sale.change', { saleId, amount: centsToAmount(cents) });
    session.setState({ isAmountSent: false, ...(ok && { composing: null }) });
  };
  const giveBack = async ({ of }: Refund, cents: number, payment: Payment): Promise<void> => {
    if (!maySend(cents, payment)) return;
    session.setState({ isAmountSent: true });
    const { ok } = await send('sale.refund', { of, amount: centsToAmount(cents), vatPercent, payment });
    session.setState(({ vat }) => ({ isAmountSent: false, ...(ok && { composing: null, vat: vatWithout(vat) }) }));
  };

  const pay = async (payment: Payment): Promise<void> => {
    if (hand.kind === 'sale') return payFor(hand.sale.id, payment, vatPercent);
    if (refund !== null) await giveBack(refund, hand.cents, payment);
  };

  /**
   * Confirms the typed amount: it opens a sale, or becomes the new amount of the sale that is being changed. Without a
   * typed amount, asks for the payment of the shown sale. Does nothing for a refund.
   */
  const open = (): void => {
    if (hand.kind === 'sale' && hand.sale.can.pay) session.setState({ asksPayment: hand.sale.id });
    // A refund is opened and paid when the payment is chosen, so it is not opened here.
    if (hand.kind !== 'pad' || refund !== null) return;
    if (hand.changes !== null) void change(hand.changes, hand.cents);
    else void openSale(hand.cents);
  };

  /**
   * Stores the typed amount, or reports an invalid one (null). The amount does not change between its sending and the
   * answer, so that nobody pays an amount that they have not read.
   */
  const put = (typed: TypedAmount | null): void => {
    if (session.getState().isAmountSent) return;
    if (!mayType) {
      session.setState({ notice: { kind: 'error', code: 'typedOff' } });
      return;
    }
    if (typed === null) session.setState({ notice: { kind: 'amountRefused' } });
    if (typed !== null && given !== null) session.setState({ cash: { saleId: given.saleId, isTyped: true, ...typed } });
    if (typed === null || given !== null || (refund !== null && typed.cents > refund.mostCents)) return;
    const { cents, decimals } = typed;
    const isNothing = cents === 0 && decimals === null && view.sale === null && refund === null;
    session.setState(({ composing }) => ({
      composing: isNothing
        ? null
        : { saleIdAtStart: view.sale?.id ?? null, ...composing, ...typed, isPreset: false, asks: null },
      notice: null,
      qrHere: null,
    }));
  };

  return {
    vatPercent,
    percents,
    chooseVat: (percent: number) => session.setState((now) => ({ vat: { ...now.vat, [vatOf]: percent } })),
    /** Types into the amount. The first digit replaces a preset amount. */
    typeKeys(keys: string) {
      const { composing } = session.getState();
      put(pressKeys(composing?.isPreset ? nothingTyped : typedNow(), keys, currency));
    },
    erase: () => put(eraseKey(typedNow(), currency)),
    write: (text: string) => put(readAmount(text, currency)),
    open,
    pay,
    /** The cashier confirmed the amount, so the requested action continues. */
    confirmAmount(): void {
      const { composing } = session.getState();
      if (composing?.asks == null) return;
      const { then } = composing.asks;
      session.setState({ composing: { ...composing, asks: { then, isSure: true } } });
      if (then === 'open') open();
      else void pay(then);
    },
  };
}

/** Whether sales may be entered here. Training always allows it. */
export function useMayType(): boolean {
  const view = useView();
  return view.training || view.settings['cashier.typedSales'].value;
}

/** Returns a function that begins a refund of a receipt's remaining amount. Null if no sales can be entered here. */
export function useRefund(): ((receipt: ReceiptView) => void) | null {
  const view = useView();
  if (!useMayType()) return null;
  return ({ id, total, bill, refundLeft }) => {
    const mostCents = Math.round(refundLeft * 100);
    const vat = bill?.vat ?? [];
    const vatCents = vat.reduce((sum, { gross }) => sum + Math.round(gross * 100), 0);
    session.setState((now) => ({
      ...leaveAmount(now),
      place: 'sale',
      notice: null,
      composing: {
        cents: mostCents,
        saleIdAtStart: view.sale?.id ?? null,
        isPreset: true,
        currency: total?.currency,
        refund: {
          of: id,
          mostCents,
          percents: [...new Set(vat.map(({ percent }) => percent))],
          usesOwnRates: refundLeft === total?.amount && vatCents === mostCents,
        },
      },
    }));
  };
}

/** Starts loyalty with the card. If that fails, the number stays in the session as `tried` and is not sent again. */
export async function startCard(saleId: string): Promise<void> {
  // `send` refuses a second `loyalty.start`, so this card waits for that of the previous sale.
  while (session.getState().starting !== null) await session.getState().starting;
  const { card } = session.getState();
  const number = card?.number.trim() ?? '';
  const isOfOther = card?.saleId != null && card.saleId !== saleId;
  if (number === '' || isOfOther || card?.from === 'tried') return;
  const begun = send('loyalty.start', { saleId, externalUserId: number }).then(({ ok }) =>
    session.setState(({ card: now }) => ({ starting: null, card: ok && now?.from === 'tried' ? null : now })),
  );
  session.setState({ card: { saleId, number, from: 'tried', waiting: null }, starting: begun });
  await begun;
}
