import { useState } from 'react';
import { businessDayNow, dayBeside } from '../../ui/local-day.ts';
import { useCashier } from '../cashier-context.ts';
import { Choice } from '../choice.tsx';
import { DayPicker } from '../day/day-picker.tsx';

interface DayFilterProps {
  readonly day: string | null;
  readonly onDay: (day: string | null) => void;
}

const dayWords = { all: 'allDays', today: 'today', yesterday: 'yesterday', other: 'otherDay' } as const;
const dayChoices = ['all', 'today', 'yesterday', 'other'] as const;

/** Today, yesterday, or a day of the calendar. */
export function DayFilter({ day, onDay }: DayFilterProps) {
  const { t, view } = useCashier();
  const today = businessDayNow(view.settings['delivery.dayStartsAtHour'].value);
  const known = { all: null, today, yesterday: dayBeside(today, -1) } as const;
  const [isOther, setOther] = useState(day !== null && day !== known.today && day !== known.yesterday);
  const chosen = isOther ? 'other' : day === null ? 'all' : day === today ? 'today' : 'yesterday';
  const choose = (value: keyof typeof dayWords): void => {
    setOther(value === 'other');
    if (value !== 'other') onDay(known[value]);
  };
  return (
    <div className="records__days">
      <Choice
        label={t('dayFilter')}
        value={chosen}
        options={dayChoices.map((value) => ({ value, words: t(dayWords[value]) }))}
        onChoose={choose}
      />
      {isOther && <DayPicker label={t('chooseDay')} day={day} last={today} onDay={onDay} />}
    </div>
  );
}
