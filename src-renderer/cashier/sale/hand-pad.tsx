import { Banknote, CreditCard, Delete } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPercent } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';
import { Choice } from '../choice.tsx';
import { leaveToAmount } from '../listen-to-keys.ts';
import { useHandActions, useInHand } from './use-sale-actions.ts';

/** A keyboard has figures of its own: Tab passes the pad by, and a touch leaves the focus where it was. */
const noFocus = { preventFocusOnPress: true, excludeFromTabOrder: true } as const;

const payments = [
  { how: 'Cash', icon: Banknote, words: 'payCash', back: 'refundCash' },
  { how: 'CardPayment', icon: CreditCard, words: 'payCard', back: 'refundCard' },
] as const;

const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '00'] as const;

/**
 * As on a register: figures, and how it was paid beside them. It stands still from the first digit to the payment, and folds
 * to the first digit of the next amount. `children` stand where no figure does meanwhile.
 */
export function HandPad({ isFolded, children }: { readonly isFolded: boolean; readonly children: ReactNode }) {
  const { view, t, language, session } = useCashier();
  const hand = useInHand();
  const { vatPercent, percents, typeKeys, erase, pay } = useHandActions();
  const opening = useBusy('sale.new');
  const paying = [useBusy('sale.pay'), useBusy('sale.refund')].includes(true);
  const cents = hand.kind === 'pad' ? hand.cents : 0;
  const refund = hand.kind === 'pad' ? hand.refund : null;
  const isWhole = refund?.isUntouched === true && cents === refund.mostCents;
  // The next amount ends a sale that is paid; one that is still open is parked or cancelled first.
  const canType = hand.kind === 'pad' || isFolded;
  const canPay =
    hand.kind === 'pad' ? cents > 0 && hand.changes === null : hand.sale.can.pay && (hand.sale.total?.amount ?? 0) > 0;
  const thenToAmount = (change: () => void) => (): void => {
    change();
    leaveToAmount(view.form === 'full');
  };
  const figures = keys.filter((key) => canType && (!isFolded || Number(key) > 0));
  return (
    <section className="hand" aria-label={t(isFolded ? 'nextAmount' : 'byHand')}>
      {isFolded ? (
        <h2>{t('nextAmount')}</h2>
      ) : (
        <Choice
          label={t('vatRate')}
          // A whole receipt goes back with its own rates, each with its share.
          value={isWhole && percents.length > 1 ? null : String(vatPercent)}
          options={percents.map((percent) => ({ value: String(percent), words: formatPercent(language, percent) }))}
          onChoose={(percent) => session.setState({ vatPercent: Number(percent) })}
        />
      )}
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
              style={isFolded ? { order: Number(key) } : {}}
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
              onPressStart={thenToAmount(erase)}
            />
          )}
        </div>
        {canPay && (
          <div className="pad__payments">
            {payments.map(({ how, icon, words, back }) => (
              <Button key={how} icon={icon} look="accent" data-busy={opening || paying} onPress={() => void pay(how)}>
                {t(refund === null ? words : back)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
