import { useEffect } from 'react';
import { useCashier, useSession } from './cashier-context.ts';
import { startCard } from './loyalty/start-card.ts';
import { useInHand } from './sale/use-sale-actions.ts';

/** Who scanned it stands there no longer: the next customer's receipt must not go to this one's account. */
const waitsMs = 120_000;

/**
 * A customer's code and a loyalty card that were scanned go to the sale in hand, or wait for the one that comes. Nothing is
 * lost by a refusal: the code on the screen stays, and one line says what came of it.
 */
export function useScannedCodes(): void {
  const { send, session } = useCashier();
  const hand = useInHand();
  const code = useSession((now) => now.customerCode);
  const card = useSession((now) => now.card);
  const saleId = hand.kind === 'sale' && hand.sale.state === 'open' ? hand.sale.id : null;
  const takesCard = hand.kind === 'sale' && hand.sale.can.startLoyalty;

  useEffect(() => {
    if (code === null) return;
    if (saleId !== null) {
      session.setState({ customerCode: null });
      void send('sale.identify', { saleId, code });
      return;
    }
    const timer = window.setTimeout(() => session.setState({ customerCode: null }), waitsMs);
    return () => clearTimeout(timer);
  }, [code, saleId, send, session]);

  useEffect(() => {
    if (card?.from !== 'scan') return;
    if (saleId !== null && takesCard) {
      void startCard({ send, session }, saleId);
      return;
    }
    const timer = window.setTimeout(() => session.setState({ card: null }), waitsMs);
    return () => clearTimeout(timer);
  }, [card, saleId, takesCard, send, session]);
}
