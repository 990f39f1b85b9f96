import { useCashier, useSession } from '../cashier-context.ts';
import { centsToAmount } from './amount-entry.ts';
import { type InHand, inHand } from './in-hand.ts';

/** The sale in hand, or the keypad. */
export function useInHand(): InHand {
  const { view } = useCashier();
  const composing = useSession((now) => now.composing);
  return inHand(view.sale, composing);
}

export interface HandActions {
  readonly vatPercent: number;
  /** What the keypad holds. */
  readonly setCents: (cents: number) => void;
  /** The first confirmation: there is a sale, and its code is on the customer's screen. Its id, or null. */
  readonly open: () => Promise<string | null>;
  /** Paid: a sale that is not there yet is opened by the same tap. */
  readonly pay: (payment: 'Cash' | 'CardPayment') => Promise<void>;
}

/** A sale by hand, from the first digit to the payment. */
export function useHandActions(): HandActions {
  const { view, send, session } = useCashier();
  const hand = useInHand();
  const chosen = useSession((now) => now.vatPercent);
  const vatPercent = chosen ?? view.till.vatPercents[0] ?? 0;

  const open = async (): Promise<string | null> => {
    if (hand.kind !== 'pad' || hand.cents === 0) return null;
    const opened = await send('sale.new', { amount: centsToAmount(hand.cents) });
    if (!opened.ok) return null;
    const { saleId } = opened.value;
    session.setState(({ card }) => ({
      composing: null,
      // A card that was scanned at the keypad has waited for its sale.
      card: card?.saleId === null ? { ...card, saleId } : card,
    }));
    return saleId;
  };

  return {
    vatPercent,
    setCents: (cents) =>
      session.setState(({ composing }) => ({
        composing: cents === 0 && view.sale === null ? null : { beside: view.sale?.id ?? null, ...composing, cents },
        notice: null,
        qrHere: null,
      })),
    open,
    async pay(payment) {
      const cents = hand.kind === 'pad' ? hand.cents : Math.round((hand.sale.total?.amount ?? 0) * 100);
      if (cents === 0) return;
      const saleId = hand.kind === 'pad' ? await open() : hand.sale.id;
      if (saleId === null) return;
      const paid = await send('sale.pay', { saleId, amount: centsToAmount(cents), vatPercent, payment });
      if (paid.ok) session.setState({ vatPercent: null });
    },
  };
}
