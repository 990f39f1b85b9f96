import { KeyRound } from 'lucide-react';
import { useCashier } from '../cashier-context.ts';
import { type ConnectionDraft, halfCredentials, type StoredAccount } from './connection-draft.ts';
import { SettingField } from './setting-field.tsx';

interface CredentialFieldsProps {
  readonly draft: ConnectionDraft;
  readonly stored: StoredAccount;
  readonly onDraft: (draft: ConnectionDraft) => void;
}

const words = {
  none: 'credentialsMissing',
  forThese: 'credentialsStored',
  forOthers: 'credentialsElsewhere',
} as const satisfies Record<StoredAccount, string>;

/** Write-only: what is stored is never shown. */
export function CredentialFields({ draft, stored, onDraft }: CredentialFieldsProps) {
  const { t } = useCashier();
  const half = halfCredentials(draft);
  return (
    <fieldset className="settings__account">
      <legend>
        <KeyRound aria-hidden="true" />
        {t('account')}
      </legend>
      <div className="settings__grid">
        <SettingField
          label={t('username')}
          value={draft.username}
          isWrong={false}
          onChange={(username) => onDraft({ ...draft, username })}
        />
        <SettingField
          label={t('password')}
          type="password"
          value={draft.password}
          isWrong={false}
          onChange={(password) => onDraft({ ...draft, password })}
        />
      </div>
      <p className="quiet" aria-live="polite">
        {t(half ? 'credentialsBoth' : words[stored])}
      </p>
    </fieldset>
  );
}
