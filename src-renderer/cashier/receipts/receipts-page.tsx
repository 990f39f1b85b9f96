import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useCashier } from '../cashier-context.ts';
import { ReceiptFilters } from './receipt-filters.tsx';
import { ReceiptRow } from './receipt-row.tsx';
import { type ReceiptFilter, useReceipts } from './use-receipts.ts';

const everything: ReceiptFilter = { search: '', state: null, day: null };

/** All receipts on record. A tap makes one the current sale, where it can be shown, printed, repaired or cancelled. */
export function ReceiptsPage() {
  const { view, t, send, session } = useCashier();
  const [filter, setFilter] = useState(everything);
  const { rows, next, more } = useReceipts(filter);

  const resendAll = async (): Promise<void> => {
    const answer = await send('attention.resendAll', { status: null });
    if (answer.ok) session.setState({ notice: { kind: 'resent', count: answer.value.count } });
  };

  return (
    <div className="records">
      <ReceiptFilters filter={filter} onFilter={setFilter} />
      {view.status.attention > 0 && (
        <Button className="button records__all" onPress={() => void resendAll()}>
          <RefreshCw aria-hidden="true" />
          {t('resendAll')}
        </Button>
      )}
      {rows.length === 0 && <p className="quiet">{t('receiptsNone')}</p>}
      <ul className="records__rows" aria-label={t('tabReceipts')}>
        {rows.map((row) => (
          <ReceiptRow key={row.id} row={row} />
        ))}
      </ul>
      {next !== null && (
        <Button className="button" onPress={() => void more()}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
