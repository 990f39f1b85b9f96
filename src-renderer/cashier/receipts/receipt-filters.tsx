import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Form } from 'react-aria-components/Form';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { TextField } from 'react-aria-components/TextField';
import type { SaleState } from '../../../src-main/kernel/sale-states.ts';
import { useCashier } from '../cashier-context.ts';
import { stateLooks } from '../sale/state-chip.tsx';
import type { ReceiptFilter } from './use-receipts.ts';

interface ReceiptFiltersProps {
  readonly filter: ReceiptFilter;
  readonly onFilter: (filter: ReceiptFilter) => void;
}

const states = Object.keys(stateLooks) as readonly SaleState[];

export function ReceiptFilters({ filter, onFilter }: ReceiptFiltersProps) {
  const { t } = useCashier();
  const [search, setSearch] = useState(filter.search);
  return (
    <div className="records__filters">
      <Form
        className="records__search"
        onSubmit={(event) => {
          event.preventDefault();
          onFilter({ ...filter, search });
        }}
      >
        <TextField className="field" value={search} maxLength={128} onChange={setSearch}>
          <Label>{t('searchHint')}</Label>
          <Input autoComplete="off" spellCheck="false" />
        </TextField>
        <Button className="button button--accent" type="submit">
          <Search aria-hidden="true" />
          {t('search')}
        </Button>
      </Form>
      <RadioGroup
        className="choice"
        orientation="horizontal"
        value={filter.state ?? 'all'}
        onChange={(value) => onFilter({ ...filter, state: states.find((state) => state === value) ?? null })}
      >
        <Label>{t('state')}</Label>
        <div className="choice__options">
          <Radio className="choice__option" value="all">
            {t('allStates')}
          </Radio>
          {states.map((state) => (
            <Radio key={state} className="choice__option" value={state}>
              {t(stateLooks[state].words)}
            </Radio>
          ))}
        </div>
      </RadioGroup>
    </div>
  );
}
