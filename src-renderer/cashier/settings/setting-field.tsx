import { CircleCheck } from 'lucide-react';
import { t } from '../../text/cashier-words.ts';
import { Field } from '../../ui/controls.tsx';
import { useIsFixed, useView } from '../window-state.tsx';
import type { FieldCheck } from './connection-draft.ts';

interface SettingFieldProps {
  readonly label: string;
  readonly value: string;
  /** The result of the last test or save; undefined if there was none, or if the value has changed since. */
  readonly verdict?: FieldCheck | undefined;
  readonly type?: 'text' | 'password';
  readonly isFixed?: boolean;
  readonly onChange: (value: string) => void;
}

export function SettingField({ verdict, isFixed = false, ...rest }: SettingFieldProps) {
  return (
    <Field
      isInvalid={verdict?.ok === false}
      isDisabled={isFixed}
      error={verdict?.ok === false ? verdict.words : ''}
      input={{ autoCapitalize: 'off' }}
      {...rest}
    >
      {verdict?.ok === true && (
        <p className="field__good">
          <CircleCheck aria-hidden="true" />
          {t('fieldGood')}
        </p>
      )}
    </Field>
  );
}

/** Names the administrator who locked one of these settings. Empty if none is locked. */
export function FixedBy({ keys }: { readonly keys: readonly string[] }) {
  const view = useView();
  const isFixed = useIsFixed();
  if (!keys.some(isFixed)) return null;
  const by = view.policy?.by ?? null;
  return <p className="quiet">{by === null ? t('settingLocked') : t('settingLockedBy', { by })}</p>;
}
