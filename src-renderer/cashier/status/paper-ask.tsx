import { X } from 'lucide-react';
import { Button as Bare } from 'react-aria-components/Button';
import { formatMoney } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { useBusy, useCashier, useSession } from '../cashier-context.ts';
import { useInHand } from '../sale/use-sale-actions.ts';

/** A customer asks for paper by touch. Said wherever the cashier is; the region is always there, so that it is heard. */
export function PaperAsk() {
  const { view, t, language, send, session } = useCashier();
  const hand = useInHand();
  const undoing = useBusy('sale.undo');
  const place = useSession((now) => now.place);
  const ask = view.paperAsk;
  const isInHand = hand.kind === 'sale' && hand.sale.id === ask?.id && (place === 'sale' || view.form === 'dock');
  const show = (saleId: string): void => {
    session.setState({ place: 'sale', composing: null, qrHere: null });
    void send('sale.select', { saleId });
  };
  return (
    <div role="status">
      {ask !== null && (
        <Row className="banner banner--ask">
          <div>
            <b>{t('paperAsk', { sale: ask.total === null ? ask.reference : formatMoney(language, ask.total) })}</b>
          </div>
          {!isInHand && <Button onPress={() => show(ask.id)}>{t('paperAskShow')}</Button>}
          <Bare
            className="notice__close"
            aria-label={t('actionNoPaper')}
            data-busy={undoing}
            onPress={() => void send('sale.undo', { saleId: ask.id })}
          >
            <X aria-hidden="true" />
          </Bare>
        </Row>
      )}
    </div>
  );
}
