import { FileDown, FileKey } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { t, wordsOf } from '../../text/cashier-words.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';
import { Button, Form, Grid, Row } from '../../ui/controls.tsx';
import { useAnswer } from '../query-state.tsx';
import { send, useBusy } from '../window-state.tsx';
import { SettingField } from './setting-field.tsx';

/** The minimum length of a new passphrase, which main checks, too. */
const leastChars = 12;

const noForm = {
  task: null as 'export' | File | null,
  passphrase: '',
  again: '',
  words: 'keyMeaning' as PlainCashierKey,
};

export function DataKey() {
  const isBusy = [useBusy('key.export'), useBusy('key.import')].includes(true);
  const storage = useAnswer('diagnostics.get', null).value?.keyStorage;
  /** An answer closes only the form that was sent, because another task may have been begun since. */
  const [form, setForm] = useState(noForm);
  const { task, passphrase, again, words } = form;
  const isExport = task === 'export';
  const isGood = isExport ? passphrase.trim().length >= leastChars && passphrase === again : passphrase !== '';
  if (storage !== 'keychain' && storage !== 'file') return null;

  const submit = async (): Promise<void> => {
    if (!(task instanceof File)) {
      const { ok } = await send('key.export', { passphrase });
      if (ok) setForm((now) => (now === form ? noForm : now));
      return;
    }
    // A key file has a few hundred characters, so the rest of a larger file is not read.
    const answer = await send('key.import', { file: await task.slice(0, 4_000).text(), passphrase });
    if (!answer.ok) return;
    const { outcome } = answer.value;
    const left = { ...noForm, task: outcome === 'wrongPassphrase' ? task : null };
    setForm((now) => ({ ...(now === form ? left : now), words: wordsOf('key', outcome) }));
  };

  return (
    <Form className="settings__form" onSubmit={() => void submit()}>
      <p className="quiet" role="status">
        {t(words)}
      </p>
      {task !== null && (
        <Grid least={14} gap={[1, 1.25]}>
          <SettingField
            label={t('keyPassphrase')}
            type="password"
            value={passphrase}
            onChange={(typed) => setForm((now) => ({ ...now, passphrase: typed }))}
          />
          {isExport && (
            <SettingField
              label={t('keyPassphraseAgain')}
              type="password"
              value={again}
              onChange={(typed) => setForm((now) => ({ ...now, again: typed }))}
            />
          )}
        </Grid>
      )}
      <Row className="settings__end" align="start">
        {task === null ? (
          <>
            <Button icon={FileDown} onPress={() => setForm({ ...noForm, task: 'export', words: 'keyPassphraseRule' })}>
              {t('keyExport')}
            </Button>
            <FileTrigger
              acceptedFileTypes={['.json']}
              onSelect={(files) => setForm({ ...noForm, task: files?.[0] ?? null })}
            >
              <Button icon={FileKey}>{t('keyImport')}</Button>
            </FileTrigger>
          </>
        ) : (
          <>
            <Button icon={FileKey} look="accent" type="submit" data-busy={isBusy} isDisabled={!isGood}>
              {t(isExport ? 'keyExport' : 'keyImport')}
            </Button>
            <Button onPress={() => setForm(noForm)}>{t('back')}</Button>
          </>
        )}
      </Row>
    </Form>
  );
}
