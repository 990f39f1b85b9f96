import { FileDown, FileKey } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { wordsOf } from '../../text/cashier-words.ts';
import { Button, Form, Grid, Row } from '../../ui/controls.tsx';
import { useBusy, useCashier } from '../cashier-context.tsx';
import { useAnswer } from '../query-state.tsx';
import { SettingField } from './setting-field.tsx';

/** The minimum length of a new passphrase, which main checks, too. */
const leastChars = 12;

/** Exports the data key to a file that a passphrase protects, and imports it from such a file. */
export function DataKey() {
  const { t, send } = useCashier();
  const isBusy = [useBusy('key.export'), useBusy('key.import')].includes(true);
  const storage = useAnswer('diagnostics.get', null).value?.keyStorage;
  const [task, setTask] = useState<'export' | File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [message, setMessage] = useState<string | null>(null);

  const begin = (next: typeof task): void => {
    setTask(next);
    setPassphrase('');
    setAgain('');
    setMessage(null);
  };

  const submit = async (): Promise<void> => {
    if (task instanceof File) {
      // A key file has a few hundred characters.
      const file = await task.slice(0, 4_000).text();
      const answer = await send('key.import', { file, passphrase });
      if (!answer.ok) return;
      if (answer.value.outcome !== 'wrongPassphrase') begin(null);
      setMessage(t(wordsOf('key', answer.value.outcome)));
    } else if ((await send('key.export', { passphrase })).ok) begin(null);
  };

  const isExport = task === 'export';
  const isGood = isExport ? passphrase.trim().length >= leastChars && passphrase === again : passphrase !== '';
  if (storage !== 'keychain' && storage !== 'file') return null;
  return (
    <Form className="settings__form" onSubmit={() => void submit()}>
      <p className="quiet" role="status">
        {isExport ? t('keyPassphraseRule') : (message ?? t('keyMeaning'))}
      </p>
      {task !== null && (
        <Grid least={14} gap={[1, 1.25]}>
          <SettingField label={t('keyPassphrase')} type="password" value={passphrase} onChange={setPassphrase} />
          {isExport && (
            <SettingField label={t('keyPassphraseAgain')} type="password" value={again} onChange={setAgain} />
          )}
        </Grid>
      )}
      <Row className="settings__end" align="start">
        {task === null ? (
          <>
            <Button icon={FileDown} onPress={() => begin('export')}>
              {t('keyExport')}
            </Button>
            <FileTrigger acceptedFileTypes={['.json']} onSelect={(files) => begin(files?.[0] ?? null)}>
              <Button icon={FileKey}>{t('keyImport')}</Button>
            </FileTrigger>
          </>
        ) : (
          <>
            <Button
              icon={isExport ? FileDown : FileKey}
              look="accent"
              type="submit"
              data-busy={isBusy}
              isDisabled={!isGood}
            >
              {t(isExport ? 'keyExport' : 'keyImport')}
            </Button>
            <Button onPress={() => begin(null)}>{t('back')}</Button>
          </>
        )}
      </Row>
    </Form>
  );
}
