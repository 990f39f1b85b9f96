import { CircleCheck } from 'lucide-react';
import { Field } from '../../ui/field.tsx';
import { useCashier } from '../cashier-context.ts';

interface SettingFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isWrong?: boolean;
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
  isWrong = false,
  rule = 'checkField',
  verdict = null,
  type = 'text',
  isFixed = false,
  onChange,
}: SettingFieldProps) {
  const { t } = useCashier();
  const isRefused = verdict?.ok === false;
  return (
    <Field
      label={label}
      type={type}
      value={value}
      isInvalid={isWrong || isRefused}
      isDisabled={isFixed}
      error={isRefused && !isWrong ? verdict.words : t(rule)}
      input={{ autoCapitalize: 'off' }}
      onChange={onChange}
    >
      {verdict?.ok === true && (
        <p className="field__good">
          <CircleCheck aria-hidden="true" />
          {verdict.words}
        </p>
      )}
    </Field>
  );
}
