import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { CommandOutput } from '../../../src-main/lib/commands.ts';
import type { ProbeVerdict } from '../../../src-main/lib/connection.ts';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { useBusy, useCashier } from '../cashier-context.ts';
import { type ConnectionDraft, draftToInput, halfCredentials } from './connection-draft.ts';

const words = {
  asDescribed: 'probeAsDescribed',
  deviates: 'probeDeviates',
  refused: 'probeRefused',
  notThere: 'probeNotThere',
  noAnswer: 'probeNoAnswer',
  notTried: 'probeNotTried',
} as const satisfies Record<ProbeVerdict, string>;

/** Every route of the service, one after the other: nothing is sent before a person has read what stays there. */
export function ServiceProbe({ draft }: { readonly draft: ConnectionDraft }) {
  const { t, send, session } = useCashier();
  const busy = useBusy('connection.probe');
  const [isAsking, setIsAsking] = useState(false);
  const [rows, setRows] = useState<CommandOutput<'connection.probe'>['rows'] | null>(null);

  const probe = async (): Promise<void> => {
    const answer = await send('connection.probe', draftToInput(draft));
    setIsAsking(false);
    if (!answer.ok) return;
    setRows(answer.value.rows.filter(({ verdict }) => verdict !== 'notTried'));
    session.setState({ notice: { kind: 'exported', path: answer.value.path } });
  };

  return (
    <>
      <div className="settings__end">
        {isAsking && <p className="quiet">{t('probeLeaves')}</p>}
        {isAsking ? (
          <Button className="button" data-busy={busy} onPress={() => void probe()}>
            <ListChecks aria-hidden="true" />
            {t('probeGo')}
          </Button>
        ) : (
          <Button className="button" isDisabled={halfCredentials(draft)} onPress={() => setIsAsking(true)}>
            <ListChecks aria-hidden="true" />
            {t('probe')}
          </Button>
        )}
      </div>
      {rows !== null && (
        <div className="result" data-ok={rows.every(({ verdict }) => verdict === 'asDescribed')} ref={bringIntoView}>
          <ul>
            {rows.map(({ route, verdict, said, deviations }) => (
              <li key={route} data-ok={verdict === 'asDescribed'}>
                <span>
                  <b translate="no">{route}</b>: {t(words[verdict])}
                  {verdict !== 'asDescribed' && (
                    <span className="result__detail" lang="" translate="no">
                      {[said, ...deviations.map((one) => `${one.pointer} ${one.found} (${one.expected})`)].join(' ')}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
