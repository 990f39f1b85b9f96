import { Banknote, CreditCard, Delete } from 'lucide-react';
import type { ReactNode } from 'react';
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

/** What was received, where a sale waits for it; null where nothing can be paid now. */
export function useCanPay(): boolean {
  const { view } = useCashier();
  const hand = useCurrentSale();
  if (hand.kind === 'sale') return hand.sale.can.pay && (hand.sale.total?.amount ?? 0) > 0;
  // In the full window a code is shown first, and how it was paid is asked in the same place.
  return hand.cents > 0 && hand.changes === null && (view.form === 'dock' || hand.refund !== null);
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
 * The keypad, in the order of a calculator. In the full window it has one place in every state, below the amount: the first
 * digit begins the next sale. The narrow panel folds it to the first digit of the next amount; `children` are drawn there
 * where no figure is.
 */
export function HandPad({ isFolded, children }: { readonly isFolded: boolean; readonly children?: ReactNode }) {
  const { view, t } = useCashier();
  const hand = useCurrentSale();
  const { typeKeys, erase } = useHandActions();
  const opening = useBusy('sale.new');
  const canPay = useCanPay();
  const isFull = view.form === 'full';
  const cents = hand.kind === 'pad' ? hand.cents : 0;
  const thenToAmount = (change: () => void) => (): void => {
    change();
    leaveToAmount(isFull);
  };
  const figures = keys.filter((key) => isFull || (isFolded ? Number(key) > 0 : hand.kind === 'pad'));
  return (
    <section className="hand" aria-label={t(isFolded && !isFull ? 'nextAmount' : 'byHand')}>
      {isFull ? <AmountEntry /> : isFolded ? <h2>{t('nextAmount')}</h2> : <VatChoice />}
      <div className="pad">
        <div className="pad__figures">
          {children}
          {figures.map((key) => (
            <Button
              key={key}
              className="pad__key"
              data-figure={key}
              {...noFocus}
              isDisabled={opening}
              style={isFolded && !isFull ? { order: Number(key) } : {}}
              onPressStart={thenToAmount(() => typeKeys(key))}
            >
              {key}
            </Button>
          ))}
          {hand.kind === 'pad' && cents > 0 && (
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
        {!isFull && canPay && <Payments />}
      </div>
    </section>
  );
}
