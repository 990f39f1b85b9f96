import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { useCashier } from '../cashier-context.ts';
import { readCents, showCents } from './amount-entry.ts';

interface AmountFieldProps {
  readonly cents: number;
  readonly onCents: (cents: number) => void;
}

/** A field, so that a keyboard and a screen reader can use it too; its text is always the formatted amount. */
export function AmountField({ cents, onCents }: AmountFieldProps) {
  const { view, t, language } = useCashier();
  return (
    <TextField
      className="amount-field"
      value={showCents(language, cents)}
      onChange={(typed) => onCents(readCents(typed, cents))}
    >
      <Label>{t('amount')}</Label>
      <div className="amount-field__box">
        <Input className="amount-field__input" inputMode="numeric" autoComplete="off" />
        <span>{view.till.currency}</span>
      </div>
    </TextField>
  );
}
