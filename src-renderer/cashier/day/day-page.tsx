import { ChevronLeft, ChevronRight, FileDown } from 'lucide-react';
import { businessDay, dayPlus } from '../../../src-main/shared/local-time.ts';
import { type ReconciliationStatus, reconciliationStatuses } from '../../../src-main/shared/sale-states.ts';
import type { DayView } from '../../../src-main/shared/views.ts';
import {
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
  issuanceWords,
  t,
  wordsOf,
} from '../../text/cashier-words.ts';
import { WhoseSale } from '../../text/foreign.tsx';
import { Bare, Button, Grid, Row, Stack } from '../../ui/controls.tsx';
import { Unanswered, useAnswer, useRecordsMoment } from '../query-state.tsx';
import { noFilter } from '../session-store.ts';
import { send, session, useSession, useSetting, useView } from '../window-state.tsx';
import { DayPicker } from './day-picker.tsx';

export function DayPage() {
  const view = useView();
  const today = businessDay(Date.now(), view.settings['delivery.dayStartsAtHour'].value);
  const day = useSession((now) => now.day) ?? today;
  const setDay = (next: string): void => session.setState({ day: next === today || next === '' ? null : next });
  const query = useAnswer('day.get', { day }, useRecordsMoment());
  const figures = query.value;

  return (
    <div className="records">
      <Row align="end">
        <Button icon={ChevronLeft} aria-label={t('dayBefore')} onPress={() => setDay(dayPlus(day, -1))} />
        <DayPicker label={t('day')} day={day} last={today} onDay={setDay} />
        <Button
          icon={ChevronRight}
          aria-label={t('dayAfter')}
          isDisabled={day >= today}
          onPress={() => setDay(dayPlus(day, 1))}
        />
        <Button icon={FileDown} onPress={() => void send('day.export', { day, format: 'csv' })}>
          {t('exportCsv')}
        </Button>
        <Button icon={FileDown} onPress={() => void send('day.export', { day, format: 'json' })}>
          {t('exportJson')}
        </Button>
      </Row>
      {figures === null ? <Unanswered of={query} /> : <DayStory figures={figures} />}
      {figures !== null && <DayLog figures={figures} />}
    </div>
  );
}

const tones: Partial<Record<ReconciliationStatus, string>> = { delivered: 'good', attention: 'bad' };

/** Lists agreements and issued receipts with sale and time, without data about persons. */
function DayLog({ figures }: { readonly figures: DayView }) {
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
                <WhoseSale sale={entry} before={formatTime(entry.at)} />
                <p className="quiet">{t(issuanceWords(entry))}</p>
              </li>
            ))}
          </ul>
        </Stack>
      ))}
    </Grid>
  );
}

function DayStory({ figures }: { readonly figures: DayView }) {
  const needsYes = useSetting('consent.needed').value;
  const { counts, totals, day } = figures;
  const { delivered, printed, both, neither, attention } = counts;
  const digital = delivered + both;
  const sales = delivered + both + printed + neither + attention;
  const story = [
    t('storyDigital', {
      digital: formatNumber(digital),
      sales: formatNumber(sales),
      share: formatPercent(Math.round((100 * digital) / Math.max(1, sales))),
    }),
    ...(figures.emailed > 0 ? [t('storyEmail', { number: formatNumber(figures.emailed) })] : []),
    ...(printed > 0 ? [t('storyPaper', { paper: formatNumber(printed) })] : []),
    ...(both > 0 ? [t('storyBoth', { number: formatNumber(both) })] : []),
    ...(counts.open > 0 ? [t('storyOpen', { number: formatNumber(counts.open) })] : []),
    ...(attention > 0 ? [t('storyNeed', { count: attention })] : []),
  ];
  const open = (place: ReconciliationStatus): void =>
    place === 'attention'
      ? session.setState({ place: 'attention', notice: null })
      : session.setState({ place: 'receipts', receipt: null, receipts: { ...noFilter, place, day }, notice: null });
  return (
    <Stack as="section" gap={1} aria-label={t('tabDay')}>
      <h2 className="story__line">{sales === 0 ? t('storyNone') : story.join(', ')}</h2>
      {/* If the law requires agreement, a receipt without it does not count as digital. */}
      {needsYes && digital > 0 && (
        <p>{t('storyAgreed', { agreed: formatNumber(figures.agreed), digital: formatNumber(digital) })}</p>
      )}
      <Grid as="ul" least={13} gap={0.75}>
        {reconciliationStatuses.map((place) => (
          <li key={place}>
            <Bare
              className="figures__one"
              data-tone={counts[place] === 0 ? undefined : tones[place]}
              isDisabled={counts[place] === 0}
              onPress={() => open(place)}
            >
              <b className="figure">{formatNumber(counts[place])}</b>
              <span>{t(wordsOf('day', place))}</span>
              {counts[place] > 0 && <ChevronRight aria-hidden="true" />}
            </Bare>
          </li>
        ))}
        {totals.map((total) => (
          <li key={total.currency} className="figures__one figures__one--total">
            <b className="figure">{formatMoney(total)}</b>
            <span>{t('dayTotals')}</span>
          </li>
        ))}
      </Grid>
    </Stack>
  );
}
