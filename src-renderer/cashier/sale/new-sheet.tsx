import { ListChecks, TriangleAlert } from 'lucide-react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { formatCents, formatMoney, t } from '../../text/cashier-words.ts';
import { Button, Form, Row } from '../../ui/controls.tsx';
import { vatWithout } from '../session-store.ts';
import { session, useSession, useView } from '../window-state.tsx';
import { centsToAmount } from './amount-entry.ts';
import type { CurrentSaleState } from './plan-dock.ts';
import { useCash, useCurrentSale, useHandActions, useTypedCurrency } from './use-sale-actions.ts';

/** The sheet for a sale that is entered by hand. If no amount is typed yet, a till's sale replaces it. */
export function NewSheet({ hand: { cents, behind, changes, refund } }: { hand: CurrentSaleState & { kind: 'pad' } }) {
  const view = useView();
  const prompt = useSession(({ composing }) => composing?.asks ?? null);
  const currency = useTypedCurrency();
  const money = (of: number): string => formatMoney({ amount: centsToAmount(of), currency });
  return (
    <section className="sheet strip">
      <Row as="header" className="sheet__head" gap={[0.25, 1]}>
        <h2 className={view.form === 'dock' ? 'sr-only' : 'sheet__title'}>
          {t(
            refund !== null ? 'refund' : changes !== null ? 'changeAmount' : cents === 0 ? 'noSaleTitle' : 'newReceipt',
          )}
        </h2>
      </Row>
      {view.form === 'dock' && <AmountEntry />}
      {view.form === 'full' && <AmountPrompt />}
      {refund?.of != null && <p className="quiet">{t('refundMost', { amount: money(refund.mostCents) })}</p>}
      {behind === null && refund === null && prompt === null && (
        <p className={view.form === 'dock' ? 'sr-only' : 'quiet'}>{t('noSaleText')}</p>
      )}
      {view.setupOffered && view.form === 'full' && cents === 0 && behind === null && (
        // Offers the set-up on the first days. It covers nothing and disappears with the first digit.
        <Row className="parted" gap={[0.5, 1]}>
          <p className="grow">
            <b>{t('setupOffer')}</b> {t('setupOfferText')}
          </p>
          <Button icon={ListChecks} onPress={() => session.setState({ welcome: true, notice: null })}>
            {t('setupStart')}
          </Button>
        </Row>
      )}
    </section>
  );
}

export function AmountPrompt() {
  const view = useView();
  const hand = useCurrentSale();
  const { confirmAmount } = useHandActions();
  const currency = useTypedCurrency();
  const prompt = useSession(({ composing }) => composing?.asks ?? null);
  if (hand.kind !== 'pad') return null;
  const { cents, behind, arrived, isTooLate } = hand;
  const amount = formatMoney({ amount: centsToAmount(cents), currency });
  return (
    <>
      {prompt !== null && !prompt.isSure && (
        <Row className={view.form === 'full' ? 'note' : 'banner banner--ask'} tone="warn" role="alert">
          {view.form === 'full' && <TriangleAlert aria-hidden="true" />}
          <div className="grow">
            <h2>{t('amountSure', { amount })}</h2>
          </div>
          <Button onPress={confirmAmount}>{t('amountYes', { amount })}</Button>
        </Row>
      )}
      {behind !== null && (arrived || isTooLate) && (
        <Button
          className="button--notice"
          onPress={() => session.setState(({ vat }) => ({ composing: null, vat: vatWithout(vat) }))}
        >
          {isTooLate
            ? `${t('errorWrongState')} ${t('paperRequestShow')}`
            : behind.total === null
              ? t('saleArrivedNoAmount')
              : t('saleArrived', { amount: formatMoney(behind.total) })}
        </Button>
      )}
    </>
  );
}

/** The amount on the keypad. It is empty while there is a current sale; the first digit begins the next one. */
export function AmountEntry() {
  const view = useView();
  const hand = useCurrentSale();
  const { typeKeys, erase, write, open } = useHandActions();
  const cash = useCash();
  const cents = hand.kind === 'pad' ? hand.cents : cash?.isTyped ? cash.cents : 0;
  const currency = useTypedCurrency();
  const shown = formatCents(cents, currency);
  const change = (text: string): void => {
    if (text.startsWith(shown)) typeKeys(text.slice(shown.length));
    else if (text === shown.slice(0, -1)) erase();
    else write(text);
  };
  const isNarrow = view.form === 'dock';
  // Read-only during an open sale: a scanner types its code as keys, which must not begin the next sale.
  const isOpen = hand.kind === 'sale' && hand.sale.state === 'open';
  return (
    <Form onSubmit={open}>
      {/* A text field with the formatted amount, so that a keyboard and a screen reader can use it. */}
      <TextField className="amount-field" autoFocus={!isNarrow} value={shown} isReadOnly={isOpen} onChange={change}>
        <Label className={isNarrow ? 'sr-only' : ''}>
          {t(hand.kind === 'pad' ? 'amount' : cash?.isTyped ? 'cashGiven' : 'nextAmount')}
        </Label>
        <div className="amount-field__box" style={{ '--characters': String(Math.max(6, shown.length)) }}>
          <Input
            className="amount-field__input"
            inputMode="none"
            data-amount={!isOpen || undefined}
            autoComplete="off"
            // Digits enter from the right, so the caret must always be at the end.
            onSelect={({ currentTarget: field }) => {
              const end = field.value.length;
              if (field.selectionStart !== end || field.selectionEnd !== end) field.setSelectionRange(end, end);
            }}
          />
          <span>{currency}</span>
        </div>
      </TextField>
    </Form>
  );
}
