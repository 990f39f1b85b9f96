import { FileDown, Send } from 'lucide-react';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Row } from '../../ui/layout.tsx';
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
    <Card className="result" tone="bad" gap={0.875} ref={bringIntoView}>
      <h2>{t('waitingKept', { count })}</h2>
      <p>{t('waitingChoice')}</p>
      <Row className="settings__end" align="start">
        <Button icon={Send} data-busy={sending} onPress={() => void send('outbox.sendNow', null)}>
          {t('waitingSend')}
        </Button>
        <Button icon={FileDown} data-busy={exporting} onPress={() => void exportAll()}>
          {t('waitingExport')}
        </Button>
        <Button onPress={onKeep}>{t('waitingKeep')}</Button>
      </Row>
    </Card>
  );
}
