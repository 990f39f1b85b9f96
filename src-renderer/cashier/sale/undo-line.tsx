import type { SaleView } from '../../../src-main/lib/views.ts';
import { TimeLeft } from '../../ui/time-left.tsx';
import { useCashier } from '../cashier-context.ts';
import { useSecondsLeft } from './left-seconds.tsx';

interface UndoLineProps {
  readonly undo: NonNullable<SaleView['undo']>;
}

/** What was done, and when it leaves; the way back is where it was done, in the dock. */
export function UndoLine({ undo: { action, until } }: UndoLineProps) {
  const { t } = useCashier();
  const seconds = useSecondsLeft(until);
  return (
    <div className="undo">
      <p>
        <span role="status">{t(action === 'printed' ? 'undoPaper' : 'undoCancel')}</span>{' '}
        {action === 'printed' && `${t('paperFromTill')} `}
        {t('leavesIn', { seconds })}
      </p>
      <TimeLeft until={until} />
    </div>
  );
}
