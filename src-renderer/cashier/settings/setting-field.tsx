import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { useCashier } from '../cashier-context.ts';

interface SettingFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isWrong: boolean;
  /** What is said when it does not fit. */
  readonly rule?: 'checkField' | 'addressRule';
  readonly type?: 'text' | 'password';
  readonly onChange: (value: string) => void;
}

export function SettingField({
  label,
  value,
  isWrong,
  rule = 'checkField',
  type = 'text',
  onChange,
}: SettingFieldProps) {
  const { t } = useCashier();
  return (
    <TextField className="field" type={type} value={value} isInvalid={isWrong} onChange={onChange}>
      <Label>{label}</Label>
      <Input autoComplete="off" spellCheck="false" autoCapitalize="off" />
      <FieldError className="field__error">{t(rule)}</FieldError>
    </TextField>
  );
}
