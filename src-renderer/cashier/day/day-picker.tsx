import { type CalendarDate, parseDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Popover } from 'react-aria-components/Popover';
import { noonOf } from '../../../src-main/shared/local-time.ts';
import { formatDay, spokenLanguage } from '../../text/cashier-words.ts';
import { shopLocale } from '../../text/numbers.ts';
import { Button, Row } from '../../ui/controls.tsx';

interface DayPickerProps {
  readonly label: string;
  readonly day: string | null;
  readonly last: string;
  readonly onDay: (day: string) => void;
}

/** A calendar for touch. The browser's own one has small days and its own texts. */
export function DayPicker({ label, day, last, onDay }: DayPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (date: CalendarDate): void => {
    setOpen(false);
    onDay(date.toString());
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button icon={CalendarDays}>{day === null ? label : `${label}: ${formatDay(noonOf(day))}`}</Button>
      <Popover className="card day-picker__sheet" placement="bottom start" aria-label={label}>
        {/* The shop's country determines the first day of the week. */}
        <I18nProvider locale={shopLocale(spokenLanguage())}>
          <Calendar
            aria-label={label}
            value={day === null ? null : parseDate(day)}
            autoFocus
            maxValue={parseDate(last)}
            onChange={choose}
          >
            <Row justify="space-between">
              <Button icon={ChevronLeft} slot="previous" />
              <Heading />
              <Button icon={ChevronRight} slot="next" />
            </Row>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>{(name) => <CalendarHeaderCell>{name}</CalendarHeaderCell>}</CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell className="day-picker__day" date={date} />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </I18nProvider>
      </Popover>
    </DialogTrigger>
  );
}
