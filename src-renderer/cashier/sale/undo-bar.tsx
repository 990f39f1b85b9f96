import { Undo2 } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { SaleView } from '../../../src-main/contract/views.ts';
import { TimeLeft } from '../../ui/time-left.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';

interface UndoBarProps {
  readonly saleId: string;
  readonly undo: NonNullable<SaleView['undo']>;
}

export function UndoBar({ saleId, undo }: UndoBarProps) {
  const { t, send } = useCashier();
  const busy = useBusy('sale.undo');
  return (
    <div className="undo" role="status">
      <p>{t(undo.action === 'printed' ? 'undoPrinted' : 'undoCancel')}</p>
      <Button className="button button--undo" data-busy={busy} onPress={() => void send('sale.undo', { saleId })}>
        <Undo2 aria-hidden="true" />
        {t('undo')}
      </Button>
      <TimeLeft until={undo.until} />
    </div>
  );
}
