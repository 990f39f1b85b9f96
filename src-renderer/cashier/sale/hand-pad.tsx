import { Banknote, CreditCard, Delete } from 'lucide-react';
import { formatPercent } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';
import { Choice } from '../choice.tsx';
import { leaveToAmount } from '../listen-to-keys.ts';
import { AmountEntry } from './amount-field.tsx';
import { useCurrentSale, useHandActions } from './use-sale-actions.ts';

/** A keyboard has figures of its own: Tab passes the pad by, and a touch leaves the focus where it was. */
const noFocus = { preventFocusOnPress: true, excludeFromTabOrder: true } as const;

const payments = [
  { how: 'Cash', icon: Banknote, words: 'payCash', back: 'refundCash' },
  { how: 'CardPayment', icon: CreditCard, words: 'payCard', back: 'refundCard' },
] as const;

const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '00'] as const;

/** Whether money can be taken for the current sale, or given back. */
export function useCanPay(): boolean {
  const hand = useCurrentSale();
  if (hand.kind === 'sale') return hand.sale.can.pay && (hand.sale.total?.amount ?? 0) > 0;
  // A code is shown first, and how it was paid is asked in the same place.
  return hand.cents > 0 && hand.refund !== null;
}

/** How it was paid, or how money goes back. */
export function Payments() {
  const { t } = useCashier();
  const hand = useCurrentSale();
  const { pay } = useHandActions();
  const isBusy = [useBusy('sale.new'), useBusy('sale.pay'), useBusy('sale.refund')].includes(true);
  const isRefund = hand.kind === 'pad' && hand.refund !== null;
  return (
    <div className="pad__payments">
      {payments.map(({ how, icon, words, back }) => (
        <Button key={how} icon={icon} look="accent" data-next data-busy={isBusy} onPress={() => void pay(how)}>
          {t(isRefund ? back : words)}
        </Button>
      ))}
    </div>
  );
}

/** Until a sale by hand is paid. */
export function VatChoice() {
  const { t, language, session } = useCashier();
  const hand = useCurrentSale();
  const { vatPercent, percents } = useHandActions();
  if (hand.kind === 'sale' && !hand.sale.can.pay) return null;
  const refund = hand.kind === 'pad' ? hand.refund : null;
  const isWhole = refund?.isUntouched === true && hand.kind === 'pad' && hand.cents === refund.mostCents;
  return (
    <Choice
      label={t('vatRate')}
      // A whole receipt goes back with its own rates, each with its share.
      value={isWhole && percents.length > 1 ? null : String(vatPercent)}
      options={percents.map((percent) => ({ value: String(percent), words: formatPercent(language, percent) }))}
      onChoose={(percent) => session.setState({ vatPercent: Number(percent) })}
    />
  );
}

/**
 * The keypad, in the order of a calculator: in one place in every state, below the amount. The first digit begins the next
 * sale. In the narrow panel the amount is on the paper, which ends above it, and the VAT rates are beside it.
 */
export function HandPad() {
  const { view, t } = useCashier();
  const hand = useCurrentSale();
  const { typeKeys, erase } = useHandActions();
  const opening = useBusy('sale.new');
  const isFull = view.form === 'full';
  const isOpen = hand.kind === 'sale' && hand.sale.state === 'open';
  const thenToAmount = (change: () => void) => (): void => {
    change();
    leaveToAmount(isFull);
  };
  return (
    <section className="hand" aria-label={t('byHand')}>
      {isFull && <AmountEntry />}
      <div className="pad">
        <div className="pad__figures">
          {keys.map((key) => (
            <Button
              key={key}
              className="pad__key"
              data-figure={key}
              // A scan that belongs to the open sale begins no other: its keys press none of these.
              data-awaits={!isOpen || undefined}
              {...noFocus}
              isDisabled={opening}
              onPressStart={thenToAmount(() => typeKeys(key))}
            >
              {key}
            </Button>
          ))}
          {hand.kind === 'pad' && hand.cents > 0 && (
            <Button
              icon={Delete}
              className="pad__key pad__delete"
              {...noFocus}
              aria-label={t('keyDelete')}
              isDisabled={opening}
              onPress={thenToAmount(erase)}
            />
          )}
        </div>
        {!isFull && <VatChoice />}
      </div>
    </section>
  );
}
