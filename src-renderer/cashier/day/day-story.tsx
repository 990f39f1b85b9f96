import { ChevronRight } from 'lucide-react';
import { type ReconciliationStatus, reconciliationStatuses } from '../../../src-main/shared/sale-states.ts';
import type { DayView } from '../../../src-main/shared/views.ts';
import { formatMoney, formatNumber, formatPercent, wordsOf } from '../../text/cashier-words.ts';
import { Bare, Grid, Stack } from '../../ui/controls.tsx';
import { useCashier, useSetting } from '../cashier-context.tsx';
import { everything } from '../session-store.ts';

/** The assumed length of a printed receipt, which the page names beside the saved paper. */
const paperMetres = 0.3;

/** The day in one sentence, with a tile for each part that opens its receipts. */
export function DayStory({ figures }: { readonly figures: DayView }) {
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
