import { Search } from 'lucide-react';
import { useState } from 'react';
import { businessDay, dayBeside } from '../../../src-main/shared/local-time.ts';
import type { SaleState } from '../../../src-main/shared/sale-states.ts';
import { wordsOf } from '../../text/cashier-words.ts';
import { Button, Field, Form, Row } from '../../ui/controls.tsx';
import { useCashier } from '../cashier-context.tsx';
import { DayPicker } from '../day/day-picker.tsx';
import { stateLooks } from '../sale/state-chip.tsx';
import type { ReceiptFilter } from '../session-store.ts';

const states = Object.keys(stateLooks) as readonly SaleState[];

export function ReceiptFilters({
  filter,
  onFilter,
}: {
  readonly filter: ReceiptFilter;
  readonly onFilter: (filter: ReceiptFilter) => void;
}) {
  const { t, view } = useCashier();
  const [search, setSearch] = useState(filter.search);
  const stateOf = (typed: string): SaleState | null =>
    states.find((state) => t(stateLooks[state].words).toLowerCase() === typed.trim().toLowerCase()) ?? null;
  const today = businessDay(Date.now(), view.settings['delivery.dayStartsAtHour'].value);
  const days = { all: null, today, yesterday: dayBeside(today, -1) } as const;
  const known = (Object.keys(days) as (keyof typeof days)[]).find((name) => days[name] === filter.day);
  const [isOther, setOther] = useState(known === undefined);
  const chooseDay = (value: string): void => {
    setOther(value === 'other');
    if (value in days) onFilter({ ...filter, day: days[value as keyof typeof days] });
  };
  return (
    <Row
      as={Form}
      className="records__filters"
      align="end"
      role="search"
      onSubmit={() => {
        const state = stateOf(search);
        if (state !== null) setSearch('');
        onFilter(state === null ? { ...filter, search } : { ...filter, search: '', state, place: null });
      }}
    >
      <Field label={t('searchHint')} value={search} maxLength={128} onChange={setSearch} />
      <Button icon={Search} look="accent" type="submit" aria-label={t('search')} />
      <Selection
        label={t('dayFilter')}
        value={isOther || known === undefined ? 'other' : known}
        options={{ all: t('allDays'), today: t('today'), yesterday: t('yesterday'), other: t('otherDay') }}
        onChoose={chooseDay}
      />
      {isOther && (
        <DayPicker label={t('chooseDay')} day={filter.day} last={today} onDay={(day) => onFilter({ ...filter, day })} />
      )}
      <Selection
        label={t('state')}
        value={filter.place ?? filter.state ?? 'all'}
        options={{
          all: t('allStates'),
          ...Object.fromEntries(states.map((state) => [state, t(stateLooks[state].words)])),
          // Another page has set this filter, so it is listed here.
          ...(filter.place !== null && { [filter.place]: t(wordsOf('day', filter.place)) }),
        }}
        onChoose={(value) =>
          onFilter({ ...filter, place: null, state: states.find((state) => state === value) ?? null })
        }
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
