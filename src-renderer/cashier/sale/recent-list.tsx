import { memo } from 'react';
import type { Language } from '../../../src-main/shared/languages.ts';
import type { CashierView } from '../../../src-main/shared/views.ts';
import { formatMoney, formatTime, spokenLanguage, t } from '../../text/cashier-words.ts';
import { Foreign, WhoseSale } from '../../text/foreign.tsx';
import { Bare } from '../../ui/controls.tsx';
import { useView } from '../window-state.tsx';
import { StateChip } from './state-chip.tsx';
import { selectSale } from './use-sale-actions.ts';

export function RecentList() {
  const view = useView();
  return (
    <section className="panel recent" aria-label={t('recent')}>
      <h2>{t('recent')}</h2>
      {view.recent.length === 0 && <p className="quiet">{t('recentEmpty')}</p>}
      <ul className="recent__rows lined">
        {view.recent.map((row) => (
          <RecentRow
            key={row.id}
            row={row}
            language={spokenLanguage()}
            country={view.country}
            isCurrent={row.id === view.sale?.id}
          />
        ))}
      </ul>
    </section>
  );
}

interface RecentRowProps {
  readonly row: CashierView['recent'][number];
  readonly language: Language;
  readonly country: string | null;
  readonly isCurrent: boolean;
}

/** Memoized, because drawing all rows would be most of the cost of a sale, although only one of them changes. */
const RecentRow = memo(
  ({ row, isCurrent }: RecentRowProps) => (
    <li>
      <Bare className="recent__row" aria-current={isCurrent} onPress={() => selectSale(row.id)}>
        <span className="recent__amount">{row.total === null ? '–' : formatMoney(row.total)}</span>
        <StateChip state={row.state} />
        <span className="recent__reference">
          <span className="cut">
            <WhoseSale sale={{ reference: row.reference, till: null }} before={formatTime(row.createdAt)} />
          </span>
          {row.till !== null && (
            <span className="cut">
              <Foreign text={row.till} />
            </span>
          )}
        </span>
      </Bare>
    </li>
  ),
  (before, now) => JSON.stringify(before) === JSON.stringify(now),
);
