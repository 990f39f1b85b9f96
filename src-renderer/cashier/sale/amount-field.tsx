import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { formatCents } from '../../text/cashier-words.ts';
import { Form } from '../../ui/controls.tsx';
import { useCashier } from '../cashier-context.tsx';
import { useCash, useCurrentSale, useHandActions } from './use-sale-actions.ts';

/** The amount on the keypad. It is empty while there is a current sale; the first digit begins the next one. */
export function AmountEntry() {
  const { t, view, language } = useCashier();
  const hand = useCurrentSale();
  const { typeKeys, erase, write, open } = useHandActions();
  const cash = useCash();
  const [cents, refund] = hand.kind === 'pad' ? [hand.cents, hand.refund] : [cash?.isTyped ? cash.cents : 0, null];
  const shown = formatCents(language, cents);
  const change = (text: string): void => {
    if (text.startsWith(shown)) typeKeys(text.slice(shown.length));
    else if (text === shown.slice(0, -1)) erase();
    else write(text);
  };
  const isNarrow = view.form === 'dock';
  // A scan for the open sale must not begin the next sale, so only the keypad does.
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
            onSelect={({ currentTarget }) => caretToEnd(currentTarget)}
          />
          <span>{refund?.currency ?? view.till.currency}</span>
        </div>
      </TextField>
    </Form>
  );
}

/** Digits enter from the right, so the caret must always be at the end. */
function caretToEnd(field: HTMLInputElement): void {
  const end = field.value.length;
  if (field.selectionStart !== end || field.selectionEnd !== end) field.setSelectionRange(end, end);
}
