import type { SaleView } from '../../../src-main/contract/views.ts';
import { TimeLeft } from '../../ui/time-left.tsx';
import { useCashier } from '../cashier-context.ts';
import { useSecondsLeft } from './left-seconds.tsx';

interface UndoLineProps {
  /** Whether the sale is still open: then paper is wanted, and nothing has been printed. */
  readonly isOpen: boolean;
  readonly undo: NonNullable<SaleView['undo']>;
}

/** What was done, and when it leaves; the way back is where it was done, in the dock. */
export function UndoLine({ isOpen, undo: { action, until } }: UndoLineProps) {
  const { t } = useCashier();
  const seconds = useSecondsLeft(until);
  const printed = isOpen ? 'undoPaper' : 'undoPrinted';
  const said = action === 'printed' ? printed : 'undoCancel';
  return (
    <div className="undo">
      <p>
        <span role="status">{t(said)}</span> {action === 'printed' && `${t('paperFromTill')} `}
        {t('leavesIn', { seconds })}
      </p>
      <TimeLeft until={until} />
    </div>
  );
}
