import { Banknote, CreditCard, Delete } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useBusy, useCashier, useSession } from '../cashier-context.ts';
import { leaveToAmount } from '../listen-to-keys.ts';
import { deleteDigit, pressKey } from './amount-entry.ts';
import { useHandActions, useInHand } from './use-sale-actions.ts';
import { VatChoice } from './vat-choice.tsx';

/** A keyboard has figures of its own: Tab passes the pad by, and a touch leaves the focus where it was. */
const noFocus = { preventFocusOnPress: true, excludeFromTabOrder: true } as const;

const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '00'] as const;

/** As on a register: figures, and how it was paid beside them. It stands still from the first digit to the payment. */
export function HandPad() {
  const { view, t, session } = useCashier();
  const hand = useInHand();
  const { vatPercent, setCents, pay } = useHandActions();
  const opening = useBusy('sale.new');
  const paying = useBusy('sale.pay');
  const qrHere = useSession((now) => now.qrHere);
  const cents = hand.kind === 'pad' ? hand.cents : 0;
  // The next amount ends a sale that is paid; one that is still open is parked or cancelled first.
  const canType = !opening && (hand.kind === 'pad' || hand.sale.state !== 'open');
  const canPay = hand.kind === 'pad' ? cents > 0 : hand.sale.can.pay && (hand.sale.total?.amount ?? 0) > 0;
  const put = (next: number | null): void => {
    setCents(next);
    leaveToAmount(view.form === 'full');
  };
  if (qrHere !== null && hand.kind === 'sale') return null;
  return (
    <section className="hand" aria-label={t('byHand')}>
      <VatChoice
        percents={view.till.vatPercents}
        chosen={vatPercent}
        onChoose={(percent) => session.setState({ vatPercent: percent })}
        isDisabled={hand.kind === 'sale' && !hand.sale.can.pay && hand.sale.state === 'open'}
      />
      <div className="pad">
        {keys.map((key) => (
          <Button
            key={key}
            className="button pad__key"
            data-figure={key}
            {...noFocus}
            isDisabled={!canType}
            onPressStart={() => put(pressKey(cents, key))}
          >
            {key}
          </Button>
        ))}
        <Button
          className="button pad__key"
          {...noFocus}
          aria-label={t('keyDelete')}
          isDisabled={!canType || cents === 0}
          onPressStart={() => put(deleteDigit(cents))}
        >
          <Delete aria-hidden="true" />
        </Button>
        <Button
          className="button button--accent pad__cash"
          data-busy={opening || paying}
          isDisabled={!canPay}
          onPress={() => void pay('Cash')}
        >
          <Banknote aria-hidden="true" />
          {t('payCash')}
        </Button>
        <Button
          className="button button--accent pad__card"
          data-busy={opening || paying}
          isDisabled={!canPay}
          onPress={() => void pay('CardPayment')}
        >
          <CreditCard aria-hidden="true" />
          {t('payCard')}
        </Button>
      </div>
    </section>
  );
}
