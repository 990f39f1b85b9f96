import { Button } from 'react-aria-components/Button';
import { Foreign } from '../../text/foreign.tsx';
import { formatMoney, formatTime } from '../../text/numbers.ts';
import { useCashier } from '../cashier-context.ts';
import { StateChip } from './state-chip.tsx';

export function RecentList() {
  const { view, t, language, send, session } = useCashier();
  const select = (saleId: string): void => {
    session.setState({ composing: null, qrHere: null });
    void send('sale.select', { saleId });
  };
  return (
    <section className="panel recent" aria-label={t('recent')}>
      <h2>{t('recent')}</h2>
      {view.recent.length === 0 && <p className="quiet">{t('recentEmpty')}</p>}
      <ul className="recent__rows lined">
        {view.recent.map((row) => (
          <li key={row.id}>
            <Button className="recent__row" aria-current={row.id === view.sale?.id} onPress={() => select(row.id)}>
              <span className="recent__amount">{row.total === null ? '–' : formatMoney(language, row.total)}</span>
              <StateChip state={row.state} />
              <span className="recent__reference">
                <span>
                  {formatTime(language, row.createdAt)} · <Foreign text={row.reference} />
                </span>
                {row.till !== null && (
                  <span>
                    <Foreign text={row.till} />
                  </span>
                )}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
