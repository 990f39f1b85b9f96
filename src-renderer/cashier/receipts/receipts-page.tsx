import { Printer, Search } from 'lucide-react';
import { useState } from 'react';
import { businessDay, dayPlus } from '../../../src-main/shared/local-time.ts';
import type { SaleState } from '../../../src-main/shared/sale-states.ts';
import type { SaleRowView } from '../../../src-main/shared/views.ts';
import { formatDay, formatMoney, formatNumber, formatTime, t, wordsOf } from '../../text/cashier-words.ts';
import { WhoseSale } from '../../text/foreign.tsx';
import { Bare, Button, Field, Form, Row } from '../../ui/controls.tsx';
import { DayPicker } from '../day/day-picker.tsx';
import { PrintList } from '../printer/print-list.tsx';
import { pageByPage, Unanswered, useAnswer, useRecordsMoment } from '../query-state.tsx';
import { Chip, StateChip, stateLooks } from '../sale/state-chip.tsx';
import { noFilter, type ReceiptFilter } from '../session-store.ts';
import { ask, session, useSession, useView } from '../window-state.tsx';
import { BackToList, numberWords, ReceiptDetail } from './receipt-detail.tsx';

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
  const filter = useSession((now) => now.receipts);
  const list = pageByPage(useAnswer('receipts.list', { ...filter, cursor: null }, useRecordsMoment()), (cursor) =>
    ask('receipts.list', { ...filter, cursor }),
  );
  const { rows, next, isThere, more } = list;
  const isAll = filter.search === '' && filter.state === null && filter.place === null && filter.day === null;
  return (
    <div className="records">
      <ReceiptFilters filter={filter} onFilter={(receipts) => session.setState({ receipts })} />
      <Row justify="space-between">
        <p className="quiet" role="status">
          {isThere && rows.length === 0 && t('receiptsNone')}
          {rows.length > 0 &&
            (next === null
              ? t('receiptsFound', { count: rows.length })
              : t('receiptsFoundMore', { number: formatNumber(rows.length) }))}
        </p>
        {!isAll && <Button onPress={() => session.setState({ receipts: noFilter })}>{t('showAll')}</Button>}
      </Row>
      <ul className="lined" aria-label={t('tabReceipts')}>
        {rows.map((row) => (
          <ReceiptRow key={row.id} row={row} />
        ))}
      </ul>
      {!isThere && <Unanswered of={list} />}
      {next !== null && <Button onPress={() => void more()}>{t('more')}</Button>}
    </div>
  );
}

function ReceiptRow({ row }: { readonly row: SaleRowView }) {
  const open = (): void => session.setState({ receipt: row.id, notice: null });
  return (
    <li>
      <Bare className="recent__row records__row" onPress={open}>
        <span className="recent__amount">{row.total === null ? '–' : formatMoney(row.total)}</span>
        <span className="cut">
          <WhoseSale sale={row} number={numberWords(row)} />
        </span>
        <span className="quiet">
          {formatDay(row.createdAt)}, {formatTime(row.createdAt)}
        </span>
        <Row as="span" className="marks" gap={0.4} align="stretch" justify="end">
          {row.printed !== null && <Chip icon={Printer} words={t('markPrinted')} />}
          <StateChip state={row.state} />
        </Row>
      </Bare>
    </li>
  );
}

const states = Object.keys(stateLooks) as readonly SaleState[];

function ReceiptFilters({ filter, onFilter }: { filter: ReceiptFilter; onFilter: (filter: ReceiptFilter) => void }) {
  const view = useView();
  /** What was typed or chosen since this filter was set, also by another page. */
  const [draft, setDraft] = useState({ of: filter, search: filter.search, isOtherDay: false });
  const { search, isOtherDay } = draft.of === filter ? draft : { ...filter, isOtherDay: false };
  /** Sets the filter with the typed search. The name of a state selects that state. */
  const apply = (part: Partial<ReceiptFilter>): void => {
    const typed = search.trim().toLowerCase();
    const state = states.find((each) => t(stateLooks[each].words).toLowerCase() === typed);
    const next = { ...filter, ...(state === undefined ? { search } : { search: '', state, place: null }), ...part };
    setDraft({ of: next, search: next.search, isOtherDay: false });
    onFilter(next);
  };
  const today = businessDay(Date.now(), view.settings['delivery.dayStartsAtHour'].value);
  const days = { all: null, today, yesterday: dayPlus(today, -1) } as const;
  const known = (Object.keys(days) as (keyof typeof days)[]).find((name) => days[name] === filter.day);
  const isOther = isOtherDay || known === undefined;
  const chooseDay = (value: string): void => {
    if (value in days) apply({ day: days[value as keyof typeof days] });
    else setDraft({ of: filter, search, isOtherDay: true });
  };
  return (
    <Row as={Form} className="records__filters" align="end" role="search" onSubmit={() => apply({})}>
      <Field
        label={t('searchHint')}
        value={search}
        maxLength={128}
        onChange={(typed) => setDraft({ of: filter, search: typed, isOtherDay })}
      />
      <Button icon={Search} look="accent" type="submit" aria-label={t('search')} />
      <Selection
        label={t('dayFilter')}
        value={isOther ? 'other' : known}
        options={{ all: t('allDays'), today: t('today'), yesterday: t('yesterday'), other: t('otherDay') }}
        onChoose={chooseDay}
      />
      {isOther && <DayPicker label={t('chooseDay')} day={filter.day} last={today} onDay={(day) => apply({ day })} />}
      <Selection
        label={t('state')}
        value={filter.place ?? filter.state ?? 'all'}
        options={{
          all: t('allStates'),
          ...Object.fromEntries(states.map((state) => [state, t(stateLooks[state].words)])),
          // A filter that another page has set is listed as well.
          ...(filter.place !== null && { [filter.place]: t(wordsOf('day', filter.place)) }),
        }}
        onChoose={(value) => apply({ place: null, state: states.find((state) => state === value) ?? null })}
      />
    </Row>
  );
}

interface SelectionProps {
  readonly label: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
  readonly onChoose: (value: string) => void;
}

const Selection = ({ label, value, options, onChoose }: SelectionProps) => (
  <select aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
    {Object.entries(options).map(([each, words]) => (
      <option key={each} value={each}>
        {words}
      </option>
    ))}
  </select>
);
