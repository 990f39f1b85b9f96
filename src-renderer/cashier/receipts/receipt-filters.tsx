import { Search } from 'lucide-react';
import { useState } from 'react';
import { businessDay, dayBeside } from '../../../src-main/shared/local-time.ts';
import type { SaleState } from '../../../src-main/shared/sale-states.ts';
import { wordsOf } from '../../text/words-of.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { useCashier } from '../cashier-context.ts';
import { Choice } from '../choice.tsx';
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
  const { t } = useCashier();
  const [search, setSearch] = useState(filter.search);
  /** Whoever types the word of a state means the state. */
  const stateOf = (typed: string): SaleState | null =>
    states.find((state) => t(stateLooks[state].words).toLowerCase() === typed.trim().toLowerCase()) ?? null;
  return (
    <Stack gap={1}>
      <Row
        as={Form}
        align="end"
        role="search"
        onSubmit={() => {
          const state = stateOf(search);
          if (state !== null) setSearch('');
          onFilter(state === null ? { ...filter, search } : { ...filter, search: '', state, place: null });
        }}
      >
        <Field label={t('searchHint')} value={search} maxLength={128} onChange={setSearch} />
        <Button icon={Search} look="accent" type="submit">
          {t('search')}
        </Button>
      </Row>
      <DayFilter day={filter.day} onDay={(day) => onFilter({ ...filter, day })} />
      {filter.place !== null && <p className="chip">{t(wordsOf('day', filter.place))}</p>}
      <Choice
        label={t('state')}
        value={filter.place === null ? (filter.state ?? 'all') : null}
        options={[
          { value: 'all', words: t('allStates') },
          ...states.map((state) => ({ value: state, words: t(stateLooks[state].words) })),
        ]}
        onChoose={(state) => onFilter({ ...filter, place: null, state: state === 'all' ? null : state })}
      />
    </Stack>
  );
}

const dayWords = { all: 'allDays', today: 'today', yesterday: 'yesterday', other: 'otherDay' } as const;
const dayChoices = ['all', 'today', 'yesterday', 'other'] as const;

/** Today, yesterday, or a day of the calendar. */
function DayFilter({ day, onDay }: { readonly day: string | null; readonly onDay: (day: string | null) => void }) {
  const { t, view } = useCashier();
  const today = businessDay(Date.now(), view.settings['delivery.dayStartsAtHour'].value);
  const known = { all: null, today, yesterday: dayBeside(today, -1) } as const;
  const [isOther, setOther] = useState(day !== null && day !== known.today && day !== known.yesterday);
  const chosen = isOther ? 'other' : day === null ? 'all' : day === today ? 'today' : 'yesterday';
  const choose = (value: keyof typeof dayWords): void => {
    setOther(value === 'other');
    if (value !== 'other') onDay(known[value]);
  };
  return (
    <Row align="end">
      <Choice
        label={t('dayFilter')}
        value={chosen}
        options={dayChoices.map((value) => ({ value, words: t(dayWords[value]) }))}
        onChoose={choose}
      />
      {isOther && <DayPicker label={t('chooseDay')} day={day} last={today} onDay={onDay} />}
    </Row>
  );
}
