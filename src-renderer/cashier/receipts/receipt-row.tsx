import { Printer } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { SaleRowView } from '../../../src-main/lib/views.ts';
import { WhoseSale } from '../../text/foreign.tsx';
import { formatDay, formatMoney, formatTime } from '../../text/numbers.ts';
import { useCashier } from '../cashier-context.ts';
import { StateChip } from '../sale/state-chip.tsx';

export function ReceiptRow({ row }: { readonly row: SaleRowView }) {
  const { t, language, session } = useCashier();
  const open = (): void => session.setState({ receipt: row.id, notice: null });
  return (
    <li>
      <Button className="recent__row records__row" onPress={open}>
        <span className="recent__amount">{row.total === null ? '–' : formatMoney(language, row.total)}</span>
        <span className="records__about">
          <span>
            <WhoseSale sale={row}>
              {row.number !== null &&
                row.number !== row.reference &&
                ` · ${t('receiptNumber', { number: row.number })}`}
            </WhoseSale>
          </span>
          <span className="quiet">
            {formatDay(language, row.createdAt)}, {formatTime(language, row.createdAt)}
          </span>
        </span>
        <span className="marks">
          {row.printed !== null && (
            <span className="chip">
              <Printer aria-hidden="true" />
              {t('markPrinted')}
            </span>
          )}
          <StateChip state={row.state} />
        </span>
      </Button>
    </li>
  );
}
