import { PlugZap, Save } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Form } from 'react-aria-components/Form';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { Switch } from 'react-aria-components/Switch';
import type { CommandOutput } from '../../../src-main/contract/commands.ts';
import { useBusy, useCashier } from '../cashier-context.ts';
import { type ConnectionDraft, draftToInput, halfCredentials, textFields, wrongFields } from './connection-draft.ts';
import { CredentialFields } from './credential-fields.tsx';
import { SettingField } from './setting-field.tsx';
import { TestResult, type Tried } from './test-result.tsx';

export function ConnectionForm({ stored }: { readonly stored: CommandOutput<'connection.get'> }) {
  const { t, send } = useCashier();
  const [draft, setDraft] = useState<ConnectionDraft>({ connection: stored.connection, username: '', password: '' });
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState<Tried | null>(null);
  const [keptNow, setKeptNow] = useState(false);
  const testing = useBusy('connection.test');
  const saving = useBusy('connection.save');
  const { connection } = draft;

  const change = (part: Partial<ConnectionDraft['connection']>): void => {
    setDraft({ ...draft, connection: { ...connection, ...part } });
    setWrong(new Set([...wrong].filter((name) => !(name in part))));
  };

  const run = async (name: 'connection.test' | 'connection.save'): Promise<void> => {
    setTried(null);
    const answer = await send(name, draftToInput(draft));
    setWrong(answer.ok ? new Set() : wrongFields(answer.error));
    if (!answer.ok) return;
    const kept = name === 'connection.save' && answer.value.ok;
    setTried({ ...answer.value, purpose: name === 'connection.save' ? 'save' : 'test' });
    if (!kept) return;
    setKeptNow(keptNow || draft.username !== '');
    setDraft({ ...draft, username: '', password: '' });
  };

  return (
    <Form
      className="settings__form"
      // Main judges: the browser's own way would hold back the next try because of what it said about the last one.
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void run('connection.save');
      }}
    >
      <RadioGroup
        className="choice"
        orientation="horizontal"
        value={connection.mode}
        onChange={(mode) => change({ mode: mode === 'live' ? 'live' : 'training' })}
      >
        <Label>{t('mode')}</Label>
        <div className="choice__options">
          <Radio className="choice__option" value="training">
            {t('modeTraining')}
          </Radio>
          <Radio className="choice__option" value="live">
            {t('modeLive')}
          </Radio>
        </div>
      </RadioGroup>
      <p className="quiet">{t(connection.mode === 'live' ? 'modeLiveHint' : 'modeTrainingHint')}</p>
      <div className="settings__grid">
        {textFields.map((name) => (
          <SettingField
            key={name}
            label={name === 'partnerUrl' ? `${t(name)} (${t('optional')})` : t(name)}
            value={connection[name]}
            isWrong={wrong.has(name)}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
      <Switch
        className="switch"
        isSelected={connection.selfGeneratedIds}
        onChange={(selfGeneratedIds) => change({ selfGeneratedIds })}
      >
        <span className="switch__track" />
        {t('selfGeneratedIds')}
      </Switch>
      <CredentialFields draft={draft} stored={stored.credentialsStored || keptNow} onDraft={setDraft} />
      <div className="settings__end">
        <Button
          className="button"
          data-busy={testing}
          isDisabled={halfCredentials(draft)}
          onPress={() => void run('connection.test')}
        >
          <PlugZap aria-hidden="true" />
          {t('testConnection')}
        </Button>
        <Button className="button button--accent" type="submit" data-busy={saving} isDisabled={halfCredentials(draft)}>
          <Save aria-hidden="true" />
          {t('save')}
        </Button>
      </div>
      <TestResult tried={tried} />
    </Form>
  );
}
