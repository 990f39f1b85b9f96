import { IdleArt } from '../../ui/idle-art.tsx';
import { useCashier } from '../cashier-context.ts';

/** Until a person has chosen between live and training there is no next customer. */
export function ClosedPanel() {
  const { view, t } = useCashier();
  return (
    <section className="sheet sheet--resting strip">
      <div>
        <h2>{t('closedTitle')}</h2>
        {/* What a policy says goes on by itself: there is nothing to choose. */}
        {view.unsettled !== 'policyUntested' && <p>{t('closedText')}</p>}
      </div>
      <div className="sheet__picture">
        <IdleArt />
      </div>
    </section>
  );
}
