import { ChevronLeft, ChevronRight, FileDown } from 'lucide-react';
import { businessDay, dayBeside, noonOf } from '../../../src-main/shared/local-time.ts';
import { type ReconciliationStatus, reconciliationStatuses } from '../../../src-main/shared/sale-states.ts';
import type { DayView } from '../../../src-main/shared/views.ts';
import {
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
  formatWeekday,
  issuanceWords,
  wordsOf,
} from '../../text/cashier-words.ts';
import { WhoseSale } from '../../text/foreign.tsx';
import { Bare, Button, Grid, Row, Stack } from '../../ui/controls.tsx';
import { useCashier, useSession, useSetting } from '../cashier-context.tsx';
import { Unanswered, useAnswer, useRecordsMoment } from '../query-state.tsx';
import { everything } from '../session-store.ts';
import { DayPicker } from './day-picker.tsx';

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
  const lists = [
    { title: t('dayConsents'), entries: figures.consents, none: t('dayConsentsNone') },
    { title: t('dayIssues'), entries: figures.issues, none: null },
  ].filter(({ entries, none }) => entries.length > 0 || none !== null);
  return (
    <Grid least={16} gap={1.5}>
      {lists.map(({ title, entries, none }) => (
        <Stack key={title} as="section" gap={0.5} aria-label={title}>
          <h2>{title}</h2>
          {entries.length === 0 && <p className="quiet">{none}</p>}
          <ul>
            {entries.map((entry) => (
              <li key={JSON.stringify(entry)}>
                <WhoseSale sale={entry} before={formatTime(language, entry.at)} />
                <p className="quiet">{t(issuanceWords(entry))}</p>
              </li>
            ))}
          </ul>
        </Stack>
      ))}
    </Grid>
  );
}

/** The assumed length of a printed receipt, which the page names beside the saved paper. */
const paperMetres = 0.3;

/** The day in one sentence, with a tile for each part that opens its receipts. */
function DayStory({ figures }: { readonly figures: DayView }) {
  const { t, language, session } = useCashier();
  const needsYes = useSetting('consent.needed').value;
  const { counts, totals, day } = figures;
  const { delivered, printed, both, neither, attention } = counts;
  const digital = delivered + both;
  const sales = delivered + both + printed + neither + attention;
  const number = (value: number): string => formatNumber(language, value);
  const story = [
    t('storyDigital', {
      digital: number(digital),
      sales: number(sales),
      share: formatPercent(language, Math.round((100 * digital) / Math.max(1, sales))),
    }),
    ...(figures.emailed > 0 ? [t('storyEmail', { number: number(figures.emailed) })] : []),
    ...(printed > 0 ? [t('storyPaper', { paper: number(printed) })] : []),
    ...(both > 0 ? [t('storyBoth', { number: number(both) })] : []),
    ...(counts.open > 0 ? [t('storyOpen', { number: number(counts.open) })] : []),
    ...(attention > 0 ? [t('storyNeed', { count: attention })] : []),
  ];
  const open = (place: ReconciliationStatus): void =>
    place === 'attention'
      ? session.setState({ place: 'attention', notice: null })
      : session.setState({ place: 'receipts', receipt: null, receipts: { ...everything, place, day }, notice: null });
  return (
    <Stack as="section" className="story" gap={1} aria-label={t('tabDay')}>
      <h2 className="story__line">{sales === 0 ? t('storyNone') : story.join(', ')}</h2>
      {/* If the law requires agreement, a receipt without it does not count as digital. */}
      {needsYes && digital > 0 && (
        <p>{t('storyAgreed', { agreed: number(figures.agreed), digital: number(digital) })}</p>
      )}
      {counts.delivered > 0 && (
        <p className="quiet">
          <b>{t('paperSaved', { metres: number(Math.round(counts.delivered * paperMetres * 10) / 10) })}</b>{' '}
          {t('paperAssumption')}
        </p>
      )}
      <Grid as="ul" least={13} gap={0.75}>
        {reconciliationStatuses.map((place) => (
          <li key={place}>
            <Bare
              className="figures__one"
              data-count={place}
              data-none={counts[place] === 0}
              isDisabled={counts[place] === 0}
              onPress={() => open(place)}
            >
              <b className="figure">{number(counts[place])}</b>
              <span>{t(wordsOf('day', place))}</span>
              {counts[place] > 0 && <ChevronRight aria-hidden="true" />}
            </Bare>
          </li>
        ))}
        {totals.map((total) => (
          <li key={total.currency} className="figures__one figures__one--total">
            <b className="figure">{formatMoney(language, total)}</b>
            <span>{t('dayTotals')}</span>
          </li>
        ))}
      </Grid>
    </Stack>
  );
}

/** Fourteen days. Each is a button with its numbers, so that nobody has to estimate the height of a bar. */
function DayChart({ day, until, onDay }: { day: string; until: string; onDay: (day: string) => void }) {
  const { t, language } = useCashier();
  const days = useAnswer('day.row', { until }, useRecordsMoment()).value?.days ?? [];
  const most = Math.max(1, ...days.map(({ sales }) => sales));
  const number = (value: number): string => formatNumber(language, value);
  return (
    <section className="chart" aria-label={t('chart')}>
      <h2>{t('chart')}</h2>
      <ol className="chart__days">
        {days.map((bar) => {
          const onlyPaper = Math.max(0, Math.min(bar.paper, bar.sales - bar.digital));
          const rest = bar.sales - bar.digital - onlyPaper;
          const words = formatWeekday(language, noonOf(bar.day));
          const numbers = { digital: number(bar.digital), sales: number(bar.sales), paper: number(bar.paper) };
          return (
            <li key={bar.day}>
              <Bare
                className="chart__day"
                aria-current={bar.day === day ? 'date' : false}
                onPress={() => onDay(bar.day)}
              >
                <span className="sr-only">{t('chartDay', { day: words, ...numbers })}</span>
                <span className="chart__number" aria-hidden="true">
                  {bar.sales === 0 ? '' : number(bar.sales)}
                </span>
                <span className="chart__bar" aria-hidden="true">
                  {(['rest', 'paper', 'digital'] as const).map((part) => (
                    <span
                      key={part}
                      data-part={part}
                      style={{ height: `${(100 * { digital: bar.digital, paper: onlyPaper, rest }[part]) / most}%` }}
                    />
                  ))}
                </span>
                <span className="chart__name" aria-hidden="true">
                  {words}
                </span>
              </Bare>
            </li>
          );
        })}
      </ol>
      <Row as="ul" className="chart__key" gap={[0.25, 1.25]} aria-hidden="true">
        <li data-part="digital">{t('chartDigital')}</li>
        <li data-part="paper">{t('chartPaper')}</li>
        <li data-part="rest">{t('chartRest')}</li>
      </Row>
    </section>
  );
}
