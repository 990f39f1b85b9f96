import { Printer } from 'lucide-react';
import type { SaleRowView } from '../../../src-main/shared/views.ts';
import { formatDay, formatMoney, formatNumber, formatTime } from '../../text/cashier-words.ts';
import { WhoseSale } from '../../text/foreign.tsx';
import { Bare, Button, Row } from '../../ui/controls.tsx';
import { useCashier, useSession } from '../cashier-context.tsx';
import { PrintList } from '../printer/print-list.tsx';
import { pageByPage, Unanswered, useAnswer, useRecordsMoment } from '../query-state.tsx';
import { Chip, StateChip } from '../sale/state-chip.tsx';
import { everything } from '../session-store.ts';
import { BackToList, numberWords, ReceiptDetail } from './receipt-detail.tsx';
import { ReceiptFilters } from './receipt-filters.tsx';

/** All stored receipts. A tap opens one with all its details. */
export function ReceiptsPage() {
  const receipt = useSession((now) => now.receipt);
  const isPrints = useSession((now) => now.prints);
  if (isPrints)
    return (
      <div className="records">
        <BackToList />
        <PrintList />
      </div>
    );
  return receipt === null ? <ReceiptList /> : <ReceiptDetail key={receipt} saleId={receipt} />;
}

function ReceiptList() {
  const { t, language, ask, session } = useCashier();
  const filter = useSession((now) => now.receipts);
  const list = pageByPage(useAnswer('receipts.list', { ...filter, cursor: null }, useRecordsMoment()), (cursor) =>
    ask('receipts.list', { ...filter, cursor }),
  );
  const { rows, next, isThere, more } = list;
  const isAll = filter.search === '' && filter.state === null && filter.place === null && filter.day === null;
  return (
    <div className="records">
      {/* Another page may have set the filter, so the field shows it. */}
      <ReceiptFilters
        key={`${filter.state} ${filter.place} ${filter.search}`}
        filter={filter}
        onFilter={(receipts) => session.setState({ receipts })}
      />
      <Row className="records__found" justify="space-between">
        <p className="quiet" role="status">
          {isThere && rows.length === 0 && t('receiptsNone')}
          {rows.length > 0 &&
            (next === null
              ? t('receiptsFound', { count: rows.length })
              : t('receiptsFoundMore', { number: formatNumber(language, rows.length) }))}
        </p>
        {!isAll && <Button onPress={() => session.setState({ receipts: everything })}>{t('showAll')}</Button>}
      </Row>
      <ul className="lined" aria-label={t('tabReceipts')}>
        {rows.map((row) => (
          <ReceiptRow key={row.id} row={row} />
        ))}
      </ul>
      {!isThere && <Unanswered asked={list} />}
      {next !== null && <Button onPress={() => void more()}>{t('more')}</Button>}
    </div>
  );
}

function ReceiptRow({ row }: { readonly row: SaleRowView }) {
  const { t, language, session } = useCashier();
  const open = (): void => session.setState({ receipt: row.id, notice: null });
  return (
    <li>
      <Bare className="recent__row records__row" onPress={open}>
        <span className="recent__amount">{row.total === null ? '–' : formatMoney(language, row.total)}</span>
        <span className="records__about">
          <span>
            <WhoseSale sale={row} number={numberWords(row, t)} />
          </span>
          <span className="quiet">
            {formatDay(language, row.createdAt)}, {formatTime(language, row.createdAt)}
          </span>
        </span>
        <Row as="span" className="marks" gap={0.4} align="stretch">
          {row.printed !== null && <Chip icon={Printer} words={t('markPrinted')} />}
          <StateChip state={row.state} />
        </Row>
      </Bare>
    </li>
  );
}
