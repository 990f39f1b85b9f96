import { useCashier } from '../cashier-context.ts';
import { LoyaltyFacts } from './loyalty-facts.tsx';
import { LoyaltyStart } from './loyalty-start.tsx';

export function LoyaltyPanel() {
  const { view, t } = useCashier();
  const { sale } = view;
  return (
    <section className="panel loyalty" aria-label={t('loyalty')}>
      <h2>{t('loyalty')}</h2>
      {sale === null && <p className="quiet">{t('loyaltyNoSale')}</p>}
      {sale !== null && sale.loyalty !== null && (
        <LoyaltyFacts saleId={sale.id} loyalty={sale.loyalty} canCancel={sale.can.cancelLoyalty} />
      )}
      {sale?.can.startLoyalty && <LoyaltyStart key={sale.id} saleId={sale.id} />}
      {sale !== null && sale.loyalty === null && !sale.can.startLoyalty && (
        <p className="quiet">{t('loyaltyTooLate')}</p>
      )}
    </section>
  );
}
