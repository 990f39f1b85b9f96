import { useCashier, useSession } from '../cashier-context.ts';
import type { Opening } from '../session-store.ts';
import { centsToAmount } from './amount-entry.ts';
import { type InHand, inHand } from './in-hand.ts';

/** The sale in hand, or the keypad. */
export function useInHand(): InHand {
  const { view } = useCashier();
  const composing = useSession((now) => now.composing);
  return inHand(view.sale, composing);
}

type Payment = 'Cash' | 'CardPayment';

export interface HandActions {
  readonly vatPercent: number;
  /** What the keypad holds. Stays as it is while a sale over it is being opened: nobody pays another amount than they read. */
  readonly setCents: (cents: number) => void;
  /** The first confirmation: there is a sale, and its code is on the customer's screen. */
  readonly open: () => void;
  /** Paid: a sale that is not there yet is opened by the same tap, and one that is being opened is waited for. */
  readonly pay: (payment: Payment) => Promise<void>;
}

/** A sale by hand, from the first digit to the payment. */
export function useHandActions(): HandActions {
  const { view, send, session } = useCashier();
  const hand = useInHand();
  const chosen = useSession((now) => now.vatPercent);
  const vatPercent = chosen ?? view.till.vatPercents[0] ?? 0;

  const open = async (cents: number): Promise<string | null> => {
    const opened = await send('sale.new', { amount: centsToAmount(cents) });
    const saleId = opened.ok ? opened.value.saleId : null;
    session.setState(({ card, composing }) => ({
      opening: null,
      composing: saleId === null ? composing : null,
      // A card that was scanned at the keypad has waited for its sale.
      card: saleId !== null && card?.saleId === null ? { ...card, saleId } : card,
    }));
    return saleId;
  };
  /** The one that is being opened, or begins it; null where a sale is in hand, or no amount. */
  const opening = (): Opening | null => {
    if (hand.kind !== 'pad') return null;
    const before = session.getState().opening;
    if (before !== null || hand.cents === 0) return before;
    const begun: Opening = { cents: hand.cents, saleId: open(hand.cents) };
    session.setState({ opening: begun });
    return begun;
  };
  const paid = async (saleId: string, cents: number, payment: Payment): Promise<void> => {
    if (cents === 0) return;
    const answer = await send('sale.pay', { saleId, amount: centsToAmount(cents), vatPercent, payment });
    if (answer.ok) session.setState({ vatPercent: null });
  };

  return {
    vatPercent,
    setCents(cents) {
      if (session.getState().opening !== null) return;
      session.setState(({ composing }) => ({
        composing: cents === 0 && view.sale === null ? null : { beside: view.sale?.id ?? null, ...composing, cents },
        notice: null,
        qrHere: null,
      }));
    },
    open: () => void opening(),
    async pay(payment) {
      if (hand.kind === 'sale') return paid(hand.sale.id, Math.round((hand.sale.total?.amount ?? 0) * 100), payment);
      const begun = opening();
      const saleId = (await begun?.saleId) ?? null;
      if (begun !== null && saleId !== null) await paid(saleId, begun.cents, payment);
    },
  };
}
