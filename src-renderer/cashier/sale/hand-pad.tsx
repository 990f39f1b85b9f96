import { Banknote, CreditCard, Delete, Pencil } from 'lucide-react';
import { formatNumber, formatPercent, t } from '../../text/cashier-words.ts';
import { Button, Choice } from '../../ui/controls.tsx';
import { focusAmount } from '../listen-to-keys.ts';
import { session, useBusy, useSession, useView } from '../window-state.tsx';
import { centsToAmount, likelyGiven, nothingTyped } from './amount-entry.ts';
import { AmountEntry } from './new-sheet.tsx';
import { useCash, useCurrentSale, useHandActions, useMayType } from './use-sale-actions.ts';

/** Keyboards have digits, so Tab skips the pad, and a touch does not move the focus. */
const noFocus = { preventFocusOnPress: true, excludeFromTabOrder: true } as const;

const payments = [
  { how: 'Cash', icon: Banknote, words: 'payCash', back: 'refundCash' },
  { how: 'CardPayment', icon: CreditCard, words: 'payCard', back: 'refundCard' },
] as const;

const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '00'] as const;

/** Names the key that presses a button. It is drawn while the keyboard is used. Screen readers ignore it. */
export const KeyHint = ({ name }: { readonly name: string }) => <span data-hint={name} aria-hidden="true" />;

export function Payments() {
  const hand = useCurrentSale();
  const isPrompted = useSession(({ asksPayment }) => hand.kind === 'sale' && asksPayment === hand.sale.id);
  const { pay } = useHandActions();
  const isBusy = [
    useSession(({ paying }) => hand.kind === 'sale' && paying === hand.sale.id),
    useBusy('sale.refund'),
  ].includes(true);
  const isRefund = hand.kind === 'pad' && hand.refund !== null;
  return (
    <div className="pad__payments">
      {payments.map(({ how, icon, words, back }, index) => (
        <Button
          key={how}
          icon={icon}
          className="action"
          look="accent"
          data-next
          data-answers={isPrompted ? index + 1 : undefined}
          data-busy={isBusy}
          onPress={() => void pay(how)}
        >
          <span className="action__words">{t(isRefund ? back : words)}</span>
          {isPrompted && <KeyHint name={String(index + 1)} />}
        </Button>
      ))}
      {!isPrompted && !isRefund && <KeyHint name="↵" />}
    </div>
  );
}

function Notes({ saleId, due, currency, cents, isTyped }: NonNullable<ReturnType<typeof useCash>>) {
  const give = (given: number | null): void =>
    session.setState({ cash: { saleId, ...nothingTyped, cents: given ?? 0, isTyped: given === null } });
  return (
    <fieldset className="notes" aria-label={t('cashGiven')}>
      {likelyGiven(due, currency).map((given) => (
        <Button key={given} aria-pressed={given === cents} onPress={() => give(given)}>
          {formatNumber(centsToAmount(given))}
        </Button>
      ))}
      <Button icon={Pencil} aria-label={t('cashGiven')} aria-pressed={isTyped} onPress={() => give(null)} />
    </fieldset>
  );
}

function VatChoice() {
  const hand = useCurrentSale();
  const { vatPercent, percents, chooseVat } = useHandActions();
  const refund = hand.kind === 'pad' ? hand.refund : null;
  const isWhole = refund?.usesOwnRates === true && hand.kind === 'pad' && hand.cents === refund.mostCents;
  return (
    <Choice
      label={t('vatRate')}
      // A refund of a whole receipt uses the receipt's own rates.
      value={isWhole && percents.length > 1 ? null : String(vatPercent)}
      options={percents.map((percent) => ({ value: String(percent), words: formatPercent(percent) }))}
      onChoose={(percent) => chooseVat(Number(percent))}
    />
  );
}

/**
 * The keypad in calculator order, always in the same place below the amount. The first digit begins the next sale. In
 * the narrow panel the amount is in the sheet above. The VAT rates or the notes are beside the digits.
 */
export function HandPad() {
  const view = useView();
  const mayType = useMayType();
  const hand = useCurrentSale();
  const { typeKeys, erase } = useHandActions();
  const isAmountSent = useSession((now) => now.isAmountSent);
  const cash = useCash();
  const isFull = view.form === 'full';
  const isOpen = hand.kind === 'sale' && hand.sale.state === 'open';
  const thenToAmount = (change: () => void) => (): void => {
    change();
    focusAmount(isFull);
  };
  if (!mayType)
    return (
      <section className="hand" aria-label={t('byHand')}>
        <p className="quiet">{t('errorTypedOff')}</p>
      </section>
    );
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
              // With an open sale a typed digit must press no button, because it could belong to a scan.
              data-awaits={!isOpen || undefined}
              {...noFocus}
              isDisabled={isAmountSent}
              onPressStart={thenToAmount(() => typeKeys(key))}
            >
              {key}
            </Button>
          ))}
          {(hand.kind === 'pad' ? hand.cents : cash?.isTyped ? cash.cents : 0) > 0 && (
            <Button
              icon={Delete}
              className="pad__key"
              {...noFocus}
              aria-label={t('keyDelete')}
              isDisabled={isAmountSent}
              onPress={thenToAmount(erase)}
            />
          )}
        </div>
        {cash === null ? <VatChoice /> : <Notes {...cash} />}
      </div>
    </section>
  );
}
