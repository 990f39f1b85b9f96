import { FileDown, Send } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { useBusy, useCashier } from '../cashier-context.ts';

interface WaitingChoiceProps {
  readonly count: number;
  /** Changes the connection, and leaves what waits to its own account. */
  readonly onKeep: () => void;
}

/** The account was not changed, because receipts wait for it: a person says what becomes of them. */
export function WaitingChoice({ count, onKeep }: WaitingChoiceProps) {
  const { t, send, session } = useCashier();
  const [sending, exporting] = [useBusy('outbox.sendNow'), useBusy('waiting.export')];

  const exportAll = async (): Promise<void> => {
    const saved = await send('waiting.export', null);
    if (saved.ok) session.setState({ notice: { kind: 'exported', path: saved.value.path } });
  };

  return (
    <div className="result" data-ok="false" ref={bringIntoView}>
      <h2>{t('waitingKept', { count })}</h2>
      <p>{t('waitingChoice')}</p>
      <div className="settings__end">
        <Button className="button" data-busy={sending} onPress={() => void send('outbox.sendNow', null)}>
          <Send aria-hidden="true" />
          {t('waitingSend')}
        </Button>
        <Button className="button" data-busy={exporting} onPress={() => void exportAll()}>
          <FileDown aria-hidden="true" />
          {t('waitingExport')}
        </Button>
        <Button className="button" onPress={onKeep}>
          {t('waitingKeep')}
        </Button>
      </div>
    </div>
  );
}
