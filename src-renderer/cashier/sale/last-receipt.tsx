import { Printer, RotateCcw, ScreenShare } from 'lucide-react';
import type { ReceiptView } from '../../../src-main/shared/record-views.ts';
import { nameOfSale } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { useCashier } from '../cashier-context.ts';
import { useCurrentSale } from './use-sale-actions.ts';

/** Begins the refund of a receipt: all that is left of it, until another amount is typed. */
export function useRefund(): (receipt: ReceiptView) => void {
  const { view, session } = useCashier();
  return ({ id, total, bill, refundLeft }) => {
    const mostCents = Math.round(refundLeft * 100);
    session.setState({
      place: 'sale',
      notice: null,
      qrHere: null,
      composing: {
        cents: mostCents,
        beside: view.sale?.id ?? null,
        isPreset: true,
        refund: {
          of: id,
          mostCents,
          currency: total?.currency ?? view.till.currency,
          percents: bill?.vat.map(({ percent }) => percent) ?? [],
          isUntouched: refundLeft === total?.amount,
        },
      },
    });
  };
}

/** While nothing is sold: the customer of the last receipt may still stand there. */
export function LastReceipt() {
  const { view, t, language, session, ask, send } = useCashier();
  const hand = useCurrentSale();
  const refund = useRefund();
  const last = view.recent.find(({ state }) => state === 'delivered' || state === 'queued');
  const isResting = hand.kind === 'pad' && hand.cents === 0 && hand.behind === null && hand.refund === null;
  if (!isResting || last === undefined) return null;
  const saleId = last.id;
  const giveBack = async (): Promise<void> => {
    const asked = await ask('receipts.get', { saleId });
    if (!asked.ok) return;
    if (asked.value.refundLeft > 0) refund(asked.value);
    else session.setState({ notice: { kind: 'error', code: 'wrongState' } });
  };
  return (
    <section className="panel loyalty" aria-label={t('lastReceipt')}>
      <h2>
        {t('lastReceipt')} · {nameOfSale(language, last)}
      </h2>
      <div className="last__tools">
        {view.status.display.connected && (
          <Button icon={ScreenShare} onPress={() => void send('sale.show', { saleId })}>
            {t('actionShowAgain')}
          </Button>
        )}
        <Button icon={Printer} onPress={() => void send('sale.print', { saleId })}>
          {t('actionGivePaper')}
        </Button>
        <Button icon={RotateCcw} onPress={() => void giveBack()}>
          {t('refund')}
        </Button>
      </div>
    </section>
  );
}
