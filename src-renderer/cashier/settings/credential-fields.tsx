import { KeyRound } from 'lucide-react';
import { useCashier } from '../cashier-context.ts';
import { type ConnectionDraft, halfCredentials } from './connection-draft.ts';
import { SettingField } from './setting-field.tsx';

interface CredentialFieldsProps {
  readonly draft: ConnectionDraft;
  /** The keychain holds a pair already. */
  readonly stored: boolean;
  readonly onDraft: (draft: ConnectionDraft) => void;
}

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
        {t(half ? 'credentialsBoth' : stored ? 'credentialsStored' : 'credentialsMissing')}
      </p>
    </fieldset>
  );
}
