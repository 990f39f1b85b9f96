import { CircleCheck } from 'lucide-react';
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
  /** What a test said of it: that it works, or what is wrong; null before a test and once it was changed. */
  readonly verdict?: { readonly ok: boolean; readonly words: string } | null;
  readonly type?: 'text' | 'password';
  /** Fixed by the policy of this computer. */
  readonly isFixed?: boolean;
  readonly onChange: (value: string) => void;
}

export function SettingField({
  label,
  value,
  isWrong,
  rule = 'checkField',
  verdict = null,
  type = 'text',
  isFixed = false,
  onChange,
}: SettingFieldProps) {
  const { t } = useCashier();
  const isRefused = verdict?.ok === false;
  return (
    <TextField
      className="field"
      type={type}
      value={value}
      isInvalid={isWrong || isRefused}
      isDisabled={isFixed}
      onChange={onChange}
    >
      <Label>{label}</Label>
      <Input autoComplete="off" spellCheck="false" autoCapitalize="off" />
      <FieldError className="field__error">{isRefused && !isWrong ? verdict.words : t(rule)}</FieldError>
      {verdict?.ok === true && (
        <p className="field__good">
          <CircleCheck aria-hidden="true" />
          {verdict.words}
        </p>
      )}
    </TextField>
  );
}
