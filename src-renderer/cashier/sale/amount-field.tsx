import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { formatCents } from '../../text/numbers.ts';
import { useCashier } from '../cashier-context.ts';
import { readCents } from './amount-entry.ts';

interface AmountFieldProps {
  readonly cents: number;
  readonly currency: string;
  /** Null: what was typed does not fit an amount. */
  readonly onCents: (cents: number | null) => void;
}

/** Digits push in from the right: anywhere else the next one would land in the middle of the amount. */
function caretToEnd(field: HTMLInputElement): void {
  const end = field.value.length;
  if (field.selectionStart !== end || field.selectionEnd !== end) field.setSelectionRange(end, end);
}

/** A field, so that a keyboard and a screen reader can use it too; its text is always the formatted amount. */
export function AmountField({ cents, currency, onCents }: AmountFieldProps) {
  const { view, t, language } = useCashier();
  return (
    <TextField
      className="amount-field"
      autoFocus={view.form === 'full'}
      value={formatCents(language, cents)}
      onChange={(typed) => onCents(readCents(typed))}
    >
      <Label>{t('amount')}</Label>
      <div
        className="amount-field__box"
        style={{ '--characters': String(Math.max(6, formatCents(language, cents).length)) }}
      >
        <Input
          className="amount-field__input"
          inputMode="none"
          data-amount
          autoComplete="off"
          onSelect={({ currentTarget }) => caretToEnd(currentTarget)}
        />
        <span>{currency}</span>
      </div>
    </TextField>
  );
}
