import { shownText } from '../../src-main/lib/foreign-text.ts';
import { formatMoney } from '../text/numbers.ts';
import { useCashier } from './cashier-context.ts';
import { stateLooks } from './sale/state-chip.tsx';
import { services } from './status/status-bar.tsx';

/**
 * What happens by itself, for those who do not see it. Always mounted and outside of every page: a region that comes with
 * its words, or goes with a tab, is not read out.
 */
export function Announcer() {
  const { view, t, language } = useCashier();
  const { sale, status, unsettled } = view;
  const isOver = sale !== null && (sale.state === 'delivered' || sale.state === 'attention');
  const what = sale === null ? '' : sale.total === null ? shownText(sale.reference) : formatMoney(language, sale.total);
  return (
    <>
      <p className="sr-only" role="status" aria-label={t('currentSale')}>
        {isOver && `${what}: ${t(stateLooks[sale.state].words)}`}
      </p>
      <p className="sr-only" role="status" aria-label={t('status')}>
        {unsettled === null && t(services[status.service].words)}
      </p>
    </>
  );
}
