import { Plus } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { IdleArt } from '../../ui/idle-art.tsx';
import { useCashier } from '../cashier-context.ts';
import { CustomerScreenLine } from './customer-screen-line.tsx';

export function RestingPanel() {
  const { view, t, session } = useCashier();
  if (view.unsettled !== null) return <ClosedPanel />;
  return (
    <section className="sheet sheet--resting strip">
      <div>
        <h2>{t('noSaleTitle')}</h2>
        <p>{t('noSaleText')}</p>
      </div>
      <CustomerScreenLine />
      <div className="sheet__picture">
        <IdleArt />
      </div>
      <Button className="button button--primary" onPress={() => session.setState({ composing: true, notice: null })}>
        <Plus aria-hidden="true" />
        {t('newReceipt')}
      </Button>
    </section>
  );
}

/** Until a person has chosen between live and training there is no next customer. */
function ClosedPanel() {
  const { t } = useCashier();
  return (
    <section className="sheet sheet--resting strip">
      <div>
        <h2>{t('closedTitle')}</h2>
        <p>{t('closedText')}</p>
      </div>
      <div className="sheet__picture">
        <IdleArt />
      </div>
    </section>
  );
}
