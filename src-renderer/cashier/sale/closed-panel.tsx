import { IdleArt } from '../../ui/idle-art.tsx';
import { useCashier } from '../cashier-context.ts';

/** Until a person has chosen between live and training there is no next customer. */
export function ClosedPanel() {
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
