import { Search } from 'lucide-react';
import { useState } from 'react';
import type { SaleState } from '../../../src-main/lib/sale-states.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useCashier } from '../cashier-context.ts';
import { Choice } from '../choice.tsx';
import { dayPlaceWords } from '../day/day-place-words.ts';
import { stateLooks } from '../sale/state-chip.tsx';
import type { ReceiptFilter } from '../session-store.ts';
import { DayFilter } from './day-filter.tsx';

interface ReceiptFiltersProps {
  readonly filter: ReceiptFilter;
  readonly onFilter: (filter: ReceiptFilter) => void;
}

const states = Object.keys(stateLooks) as readonly SaleState[];

export function ReceiptFilters({ filter, onFilter }: ReceiptFiltersProps) {
  const { t } = useCashier();
  const [search, setSearch] = useState(filter.search);
  /** Whoever types the word of a state means the state. */
  const stateOf = (typed: string): SaleState | null =>
    states.find((state) => t(stateLooks[state].words).toLowerCase() === typed.trim().toLowerCase()) ?? null;
  return (
    <div className="records__filters">
      <Form
        className="records__search"
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
      </Form>
      <DayFilter day={filter.day} onDay={(day) => onFilter({ ...filter, day })} />
      {filter.place !== null && <p className="chip">{t(dayPlaceWords[filter.place])}</p>}
      <Choice
        label={t('state')}
        value={filter.place === null ? (filter.state ?? 'all') : null}
        options={[
          { value: 'all', words: t('allStates') },
          ...states.map((state) => ({ value: state, words: t(stateLooks[state].words) })),
        ]}
        onChoose={(state) => onFilter({ ...filter, place: null, state: state === 'all' ? null : state })}
      />
    </div>
  );
}
