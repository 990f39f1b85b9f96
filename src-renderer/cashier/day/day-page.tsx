import { ChevronLeft, ChevronRight, FileDown } from 'lucide-react';
import { businessDay, dayBeside } from '../../../src-main/shared/local-time.ts';
import type { DayView } from '../../../src-main/shared/views.ts';
import { formatTime } from '../../text/cashier-words.ts';
import { WhoseSale } from '../../text/foreign.tsx';
import { Button, Grid, Row, Stack } from '../../ui/controls.tsx';
import { useCashier, useSession } from '../cashier-context.tsx';
import { Unanswered, useAnswer, useRecordsMoment } from '../query-state.tsx';
import { DayChart } from './day-chart.tsx';
import { DayPicker } from './day-picker.tsx';
import { DayStory } from './day-story.tsx';
import { issuanceWords } from './issuance-words.ts';

const chartDays = 14;

/** The sales of a day in one sentence, with its parts, the neighbouring days and the files for accounting. */
export function DayPage() {
  const { t, send, session, view } = useCashier();
  const today = businessDay(Date.now(), view.settings['delivery.dayStartsAtHour'].value);
  const day = useSession((now) => now.day) ?? today;
  const setDay = (next: string): void => session.setState({ day: next === today || next === '' ? null : next });
  const asked = useAnswer('day.get', { day }, useRecordsMoment());
  const figures = asked.value;
  const isRecent = day > dayBeside(today, -chartDays) && day <= today;

  return (
    <div className="records day">
      <Row className="day__choice" align="end">
        <Button icon={ChevronLeft} aria-label={t('dayBefore')} onPress={() => setDay(dayBeside(day, -1))} />
        <DayPicker label={t('day')} day={day} last={today} onDay={setDay} />
        <Button
          icon={ChevronRight}
          aria-label={t('dayAfter')}
          isDisabled={day >= today}
          onPress={() => setDay(dayBeside(day, 1))}
        />
        <Button icon={FileDown} onPress={() => void send('day.export', { day, format: 'csv' })}>
          {t('exportCsv')}
        </Button>
        <Button icon={FileDown} onPress={() => void send('day.export', { day, format: 'json' })}>
          {t('exportJson')}
        </Button>
      </Row>
      {figures === null ? <Unanswered asked={asked} /> : <DayStory figures={figures} />}
      <Stack gap={1.5}>
        <DayChart day={day} until={isRecent ? today : day} onDay={setDay} />
        {figures !== null && <DayLog figures={figures} />}
      </Stack>
    </div>
  );
}

/** Lists agreements and issued receipts with sale and time, without data about persons. */
function DayLog({ figures }: { readonly figures: DayView }) {
  const { t, language } = useCashier();
  return (
    <Grid least={16} gap={1.5}>
      <Stack as="section" gap={0.5} aria-label={t('dayConsents')}>
        <h2>{t('dayConsents')}</h2>
        {figures.consents.length === 0 && <p className="quiet">{t('dayConsentsNone')}</p>}
        <ul>
          {figures.consents.map((consent) => (
            <li key={`${consent.till} ${consent.reference} ${consent.at} ${consent.what}`}>
              <WhoseSale sale={consent} before={formatTime(language, consent.at)} />
              <p className="quiet">{t(issuanceWords(consent))}</p>
            </li>
          ))}
        </ul>
      </Stack>
      {figures.issues.length > 0 && (
        <Stack as="section" gap={0.5} aria-label={t('dayIssues')}>
          <h2>{t('dayIssues')}</h2>
          <ul>
            {figures.issues.map((issue) => (
              <li key={`${issue.till} ${issue.reference} ${issue.at} ${issue.what} ${issue.how}`}>
                <WhoseSale sale={issue} before={formatTime(language, issue.at)} />
                <p className="quiet">{t(issuanceWords(issue))}</p>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Grid>
  );
}
