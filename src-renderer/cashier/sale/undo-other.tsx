import { Undo2 } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { formatMoney } from '../../text/numbers.ts';
import { useBusy, useCashier } from '../cashier-context.ts';
import { LeftSeconds } from './left-seconds.tsx';

/** The next sale has come to the front: what was just done to the one before can still be taken back. */
export function UndoOther() {
  const { view, t, language, send } = useCashier();
  const busy = useBusy('sale.undo');
  const other = view.undoOther;
  if (other === null) return null;
  const sale = other.total === null ? other.reference : formatMoney(language, other.total);
  return (
    <Button
      className="button button--notice"
      data-busy={busy}
      onPress={() => void send('sale.undo', { saleId: other.id })}
    >
      <Undo2 aria-hidden="true" />
      {t(other.action === 'printed' ? 'undoOtherPrinted' : 'undoOtherCancel', { sale })}
      <LeftSeconds until={other.until} />
    </Button>
  );
}
