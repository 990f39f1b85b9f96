import { formatNumber } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { useRecordsMoment } from '../asking/moments.ts';
import { pageByPage } from '../asking/page-by-page.ts';
import { Unanswered } from '../asking/unanswered.tsx';
import { useAnswer } from '../asking/use-answer.ts';
import { useCashier, useSession } from '../cashier-context.ts';
import { everything } from '../session-store.ts';
import { ReceiptDetail } from './receipt-detail.tsx';
import { ReceiptFilters } from './receipt-filters.tsx';
import { ReceiptRow } from './receipt-row.tsx';

/** All receipts on record. A tap opens one, with all that is known of it. */
export function ReceiptsPage() {
  const receipt = useSession((now) => now.receipt);
  return receipt === null ? <ReceiptList /> : <ReceiptDetail key={receipt} saleId={receipt} />;
}

function ReceiptList() {
  const { t, language, send, session } = useCashier();
  const filter = useSession((now) => now.receipts);
  const list = pageByPage(useAnswer('receipts.list', { ...filter, cursor: null }, useRecordsMoment()), (cursor) =>
    send('receipts.list', { ...filter, cursor }),
  );
  const { rows, next, isThere, more } = list;
  const isAll = filter.search === '' && filter.state === null && filter.place === null && filter.day === null;
  return (
    <div className="records">
      {/* Another page may have set it: its field shows what is asked for. */}
      <ReceiptFilters
        key={`${filter.state} ${filter.place} ${filter.search}`}
        filter={filter}
        onFilter={(receipts) => session.setState({ receipts })}
      />
      <div className="records__found">
        <p className="quiet" role="status">
          {isThere && rows.length === 0 && t('receiptsNone')}
          {rows.length > 0 &&
            (next === null
              ? t('receiptsFound', { count: rows.length })
              : t('receiptsFoundMore', { number: formatNumber(language, rows.length) }))}
        </p>
        {!isAll && <Button onPress={() => session.setState({ receipts: everything })}>{t('showAll')}</Button>}
      </div>
      <ul className="records__rows" aria-label={t('tabReceipts')}>
        {rows.map((row) => (
          <ReceiptRow key={row.id} row={row} />
        ))}
      </ul>
      {!isThere && <Unanswered asked={list} />}
      {next !== null && <Button onPress={() => void more()}>{t('more')}</Button>}
    </div>
  );
}
