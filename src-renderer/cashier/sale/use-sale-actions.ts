import { useCashier, useSession } from '../cashier-context.ts';
import { startCard } from '../loyalty/start-card.ts';
import type { LargeAmount, Opening, Refund } from '../session-store.ts';
import { centsToAmount, largeCents } from './amount-entry.ts';
import { type InHand, inHand } from './in-hand.ts';

/** The sale in hand, or the keypad. */
export function useInHand(): InHand {
  const { view } = useCashier();
  const composing = useSession((now) => now.composing);
  return inHand(view.sale, composing);
}

/** The code of main's sale stands in this window: whoever scans here must not read what belongs to others. */
export function useIsCodeHere(): boolean {
  const { view } = useCashier();
  return useSession(({ qrHere }) => qrHere !== null && qrHere === view.sale?.id);
}

type Then = LargeAmount['then'];
type Payment = Exclude<Then, 'open'>;

/** A sale by hand, from the first digit to the payment. */
export function useHandActions() {
  const { view, send, session } = useCashier();
  const refundAsksAbove = view.settings['cashier.refundAsksAbove'].value;
  const hand = useInHand();
  const chosen = useSession((now) => now.vatPercent);
  const refund = hand.kind === 'pad' ? hand.refund : null;
  const percents = refund?.percents.length ? refund.percents : view.till.vatPercents;
  const vatPercent = chosen !== null && percents.includes(chosen) ? chosen : (percents[0] ?? 0);
  const askedAbove = refund === null ? largeCents(view.till.currency) : refundAsksAbove * 100;

  const openSale = async (cents: number): Promise<string | null> => {
    const opened = await send('sale.new', { amount: centsToAmount(cents) });
    const saleId = opened.ok ? opened.value.saleId : null;
    session.setState(({ composing }) => ({ opening: null, composing: saleId === null ? composing : null }));
    return saleId;
  };
  /** An amount that nobody expects is asked about once, before anybody is shown it. */
  const isSure = (cents: number, then: Then): boolean => {
    const { largeAmount: asked } = session.getState();
    if (cents <= askedAbove || (asked?.isSure === true && asked.cents === cents)) return true;
    session.setState({ largeAmount: { cents, then, isSure: false } });
    return false;
  };
  const change = async (saleId: string, cents: number): Promise<void> => {
    if (cents === 0 || !isSure(cents, 'open')) return;
    const answer = await send('sale.change', { saleId, amount: centsToAmount(cents) });
    if (answer.ok) session.setState({ composing: null });
  };
  /** The one that is being opened, or begins it; null where a sale is in hand, no amount, or one that is asked about first. */
  const opening = (then: Then): Opening | null => {
    if (hand.kind !== 'pad') return null;
    const { opening: before } = session.getState();
    if (before !== null || hand.cents === 0 || !isSure(hand.cents, then)) return before;
    const begun: Opening = { cents: hand.cents, saleId: openSale(hand.cents) };
    session.setState({ opening: begun });
    return begun;
  };
  const paid = async (saleId: string, cents: number, payment: Payment): Promise<void> => {
    if (cents === 0) return;
    // The customer's card counts for this sale. Where it is not taken that is said, and paying goes on.
    await startCard({ send, session }, saleId);
    const { notice, card } = session.getState();
    const answer = await send('sale.pay', { saleId, amount: centsToAmount(cents), vatPercent, payment });
    if (answer.ok) session.setState({ vatPercent: null, ...(card?.from === 'tried' && { notice }) });
  };

  const giveBack = async ({ of }: Refund, cents: number, payment: Payment): Promise<void> => {
    if (cents === 0 || !isSure(cents, payment)) return;
    const answer = await send('sale.refund', { of, amount: centsToAmount(cents), vatPercent, payment });
    if (answer.ok) session.setState({ composing: null, vatPercent: null });
  };

  /** Paid: a sale that is not there yet is opened by the same tap, and one that is being opened is waited for. */
  const pay = async (payment: Payment): Promise<void> => {
    if (hand.kind === 'pad' && refund !== null) return giveBack(refund, hand.cents, payment);
    if (hand.kind === 'sale') return paid(hand.sale.id, Math.round((hand.sale.total?.amount ?? 0) * 100), payment);
    const begun = opening(payment);
    const saleId = (await begun?.saleId) ?? null;
    if (begun !== null && saleId !== null) await paid(saleId, begun.cents, payment);
  };

  /** The first confirmation: there is a sale, and its code is on the customer's screen; an open one has its new amount. Nothing for a refund. */
  const open = (): void => {
    if (hand.kind === 'pad' && hand.changes !== null) void change(hand.changes, hand.cents);
    // How money goes back is said with it: nothing is opened for it before.
    else if (refund === null) opening('open');
  };

  return {
    vatPercent,
    /** What can be chosen from. */
    percents,
    /** What the keypad holds; null: what was typed does not fit, which is said. Stays as it is while a sale over it is being opened: nobody pays another amount than they read. */
    setCents(typed: number | null) {
      const { opening: underWay, composing: before } = session.getState();
      if (underWay !== null) return;
      const isFirst = before?.isPreset === true && typed !== null && typed > before.cents;
      const cents = isFirst ? typed % 10 : typed;
      if (refund !== null && cents !== null && cents > refund.mostCents) return;
      if (cents === null) return session.setState({ notice: { kind: 'amountRefused' } });
      session.setState(({ composing }) => ({
        largeAmount: null,
        composing:
          cents === 0 && view.sale === null && refund === null
            ? null
            : { beside: view.sale?.id ?? null, ...composing, cents, isPreset: false },
        notice: null,
        qrHere: null,
      }));
    },
    open,
    pay,
    /** The amount that was asked about is right: what was wanted with it is done. */
    sure(): void {
      const { largeAmount: asked } = session.getState();
      if (asked === null) return;
      session.setState({ largeAmount: { ...asked, isSure: true } });
      if (asked.then === 'open') open();
      else void pay(asked.then);
    },
  };
}
