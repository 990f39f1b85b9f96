import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { wordsOf } from '../../text/cashier-words.ts';
import { Button, bringIntoView, Card, Row, Stack, toneOf } from '../../ui/controls.tsx';
import { useBusy, useCashier } from '../cashier-context.tsx';
import { type ConnectionDraft, draftToInput, halfCredentials, wrongFields } from './connection-draft.ts';
import { SettingField } from './setting-field.tsx';
import { StepIcon } from './test-result.tsx';

/** Tests every route of the service, after a person has read which data stay there. */
export function ServiceProbe({ draft }: { readonly draft: ConnectionDraft }) {
  const { t, send } = useCashier();
  const busy = useBusy('connection.probe');
  const [isAsking, setIsAsking] = useState(false);
  const [userId, setUserId] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [report, setReport] = useState<CommandOutput<'connection.probe'> | null>(null);

  const probe = async (): Promise<void> => {
    const answer = await send('connection.probe', { ...draftToInput(draft), ...(userId !== '' && { userId }) });
    setIsWrong(!answer.ok && wrongFields(answer.error).has('userId'));
    if (!answer.ok) return;
    setIsAsking(false);
    setReport(answer.value);
  };

  return (
    <>
      {isAsking && (
        <>
          <p className="quiet">{t('probeLeaves')}</p>
          <SettingField label={t('probeUser')} value={userId} isWrong={isWrong} onChange={setUserId} />
        </>
      )}
      <Row className="settings__end" align="start">
        {isAsking ? (
          <Button icon={ListChecks} data-busy={busy} onPress={() => void probe()}>
            {t('probeGo')}
          </Button>
        ) : (
          <Button icon={ListChecks} isDisabled={halfCredentials(draft)} onPress={() => setIsAsking(true)}>
            {t('probe')}
          </Button>
        )}
      </Row>
      {report !== null && <ProbeResult {...report} />}
    </>
  );
}

function ProbeResult({ rows }: CommandOutput<'connection.probe'>) {
  const { t } = useCashier();
  const tried = rows.filter(({ verdict }) => verdict !== 'notTried');
  return (
    <Card
      className="result"
      tone={toneOf(tried.every(({ verdict }) => verdict === 'asDescribed'))}
      gap={0.875}
      ref={bringIntoView}
    >
      <Stack as="ul" gap={0.4}>
        {tried.map(({ route, verdict, said, deviations }) => (
          <li key={route} data-tone={toneOf(verdict === 'asDescribed')}>
            <StepIcon ok={verdict === 'asDescribed'} tried />
            <span>
              <b translate="no">{route}</b>: {t(wordsOf('probe', verdict))}
              {verdict !== 'asDescribed' && (
                <span className="result__detail" lang="" translate="no">
                  {[said, ...deviations.map((one) => `${one.pointer} ${one.found} (${one.expected})`)].join(' ')}
                </span>
              )}
            </span>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
