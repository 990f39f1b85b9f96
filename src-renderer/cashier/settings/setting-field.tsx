import { t } from '../../text/cashier-words.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import { Field } from '../../ui/controls.tsx';
import { useIsFixed, useView } from '../window-state.tsx';

interface SettingFieldProps {
  readonly label: string;
  readonly value: string;
  /** The fault that the last test or save found; undefined if there is none, or if the value has changed since. */
  readonly fault?: PlainCashierKey | undefined;
  readonly type?: 'text' | 'password';
  readonly isFixed?: boolean;
  readonly onChange: (value: string) => void;
}

export const SettingField = ({ fault, isFixed = false, ...rest }: SettingFieldProps) => (
  <Field
    isInvalid={fault !== undefined}
    isDisabled={isFixed}
    error={fault === undefined ? '' : t(fault)}
    input={{ autoCapitalize: 'off' }}
    {...rest}
  />
);

/** Names the administrator who locked one of these settings. Empty if none is locked. */
export function FixedBy({ keys }: { readonly keys: readonly string[] }) {
  const view = useView();
  const isFixed = useIsFixed();
  if (!keys.some(isFixed)) return null;
  const by = view.policy?.by ?? null;
  return <p className="quiet">{by === null ? t('settingLocked') : t('settingLockedBy', { by })}</p>;
}
