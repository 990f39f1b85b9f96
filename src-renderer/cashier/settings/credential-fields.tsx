import { KeyRound } from 'lucide-react';
import { Grid, Row, Stack } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';
import { type ConnectionDraft, halfCredentials, type StoredAccount } from './connection-draft.ts';
import { saidOf, type Verdicts } from './connection-verdicts.ts';
import { FixedBy, useIsFixed } from './fixed-by.tsx';
import { SettingField } from './setting-field.tsx';

interface CredentialFieldsProps {
  readonly draft: ConnectionDraft;
  readonly stored: StoredAccount;
  readonly verdicts?: Verdicts;
  /** A provider's code brought an account for the addresses that stand in the form. */
  readonly isInCode?: boolean;
  readonly onDraft: (draft: ConnectionDraft) => void;
}

const words = {
  none: 'credentialsMissing',
  forThese: 'credentialsStored',
  forOthers: 'credentialsElsewhere',
} as const satisfies Record<StoredAccount, string>;

/** Write-only: what is stored is never shown. */
export function CredentialFields({ draft, stored, verdicts = {}, isInCode = false, onDraft }: CredentialFieldsProps) {
  const { t } = useCashier();
  const isFixed = useIsFixed();
  const half = halfCredentials(draft);
  return (
    <Stack as="fieldset" className="settings__account" gap={0.875}>
      <Row as="legend" gap={0.6}>
        <KeyRound aria-hidden="true" />
        {t('account')}
      </Row>
      <Grid least={14} gap={[1, 1.25]}>
        <SettingField
          label={t('username')}
          value={draft.username}
          isFixed={isFixed('account')}
          verdict={saidOf(verdicts.username, t)}
          onChange={(username) => onDraft({ ...draft, username })}
        />
        <SettingField
          label={t('password')}
          type="password"
          value={draft.password}
          isFixed={isFixed('account')}
          verdict={saidOf(verdicts.password, t)}
          onChange={(password) => onDraft({ ...draft, password })}
        />
      </Grid>
      <p className="quiet" aria-live="polite">
        {half ? t('credentialsBoth') : isInCode && draft.username === '' ? t('accountInCode') : t(words[stored])}
      </p>
      <FixedBy keys={['account']} />
    </Stack>
  );
}
