import { FileUp, ScanLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import type { FieldIssue } from '../../../src-main/shared/result.ts';
import type { CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { sentenceOrNull, t } from '../../text/cashier-words.ts';
import { Button, Card, Field, Row, toneOf } from '../../ui/controls.tsx';
import { isAddress, textFields } from '../settings/connection-draft.ts';
import { useScanned } from '../use-scanned-codes.ts';
import { send, session, useBusy } from '../window-state.tsx';

/** A set-up file is never larger, so the rest of another file is not read. */
const mostBytes = 16_384;

const named: readonly string[] = [...textFields, 'selfGeneratedIds', 'username', 'password', 'screen.shopName'];

/** Describes a fault in a set-up code. The field has its name from the form, if it has one there. */
function issueWords({ path, code }: FieldIssue): string {
  const name = path.split('/').at(-1) ?? '';
  if (code === 'notACode') return t('codeNone');
  if (name === 'receiptCompanion') return t('codeVersion');
  const key = name === 'shopName' ? 'screen.shopName' : name;
  const label = (named.includes(key) ? sentenceOrNull(key) : null) ?? name;
  if (code === 'locked') return t('codeLocked', { field: label });
  if (code === 'unknown') return t('codeFieldUnknown', { field: label });
  return t('codeField', { field: label, rule: t(isAddress(name) ? 'addressRule' : 'checkField') });
}

export function SetupCodeField({ onRead }: { readonly onRead: (read: CommandOutput<'setup.readCode'>) => void }) {
  const busy = useBusy('setup.readCode');
  const [text, setText] = useState('');
  /** The faults of the last code, or the sentence about a code without faults. */
  const [outcome, setOutcome] = useState<readonly FieldIssue[] | 'codeRead' | 'codeReadWithAccount' | null>(null);

  const read = async (code: string): Promise<void> => {
    const answer = await send('setup.readCode', { text: code });
    if (answer.ok) {
      setText('');
      setOutcome(answer.value.hasAccount ? 'codeReadWithAccount' : 'codeRead');
      onRead(answer.value);
    } else if (answer.error.fields !== undefined) {
      setOutcome(answer.error.fields);
      session.setState({ notice: null });
    }
  };
  const readFile = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const begin = chosen.slice(0, mostBytes);
    // A file that cannot be read contains no code.
    await read(await begin.text().catch(() => ''));
  };

  useEffect(() => {
    session.setState({ asksSetupCode: true });
    return () => session.setState({ asksSetupCode: false, scanned: null });
  }, []);
  useScanned(read);
  const isRead = typeof outcome === 'string';

  return (
    <Card as="fieldset">
      <Row as="legend" gap={0.6}>
        <ScanLine aria-hidden="true" />
        {t('codeTitle')}
      </Row>
      <p className="quiet">{t('codeText')}</p>
      <Row align="end">
        <Field label={t('codeLabel')} value={text} onChange={setText} />
        <Button data-busy={busy} isDisabled={text.trim() === ''} onPress={() => void read(text)}>
          {t('codeUse')}
        </Button>
        <FileTrigger
          acceptedFileTypes={['.json', '.txt', 'application/json', 'text/plain']}
          onSelect={(files) => void readFile(files?.[0])}
        >
          <Button icon={FileUp}>{t('codeFile')}</Button>
        </FileTrigger>
      </Row>
      <div role="status">
        {outcome !== null && (
          <Card as="ul" className="result" tone={toneOf(isRead)} gap={0.875}>
            {(isRead ? [t(outcome)] : outcome.map(issueWords)).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </Card>
        )}
      </div>
    </Card>
  );
}
