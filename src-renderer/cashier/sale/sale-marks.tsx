import { BadgeCheck, HandHeart, IdCard, type LucideIcon, Printer } from 'lucide-react';
import type { SaleView } from '../../../src-main/lib/views.ts';
import { useCashier } from '../cashier-context.ts';
import { StateChip } from './state-chip.tsx';

/** The state and what stands beside it. */
export function SaleMarks({ sale }: { readonly sale: SaleView }) {
  const { t } = useCashier();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where it has one row, so the keyboard must be able to reach it
    <ul className="marks" tabIndex={0} aria-label={t('state')}>
      <li>
        <StateChip state={sale.state} />
      </li>
      {sale.printed !== null && <Mark icon={Printer} words={t('markPrinted')} />}
      {sale.consented && <Mark icon={HandHeart} words={t('markConsent')} />}
      {sale.customerScanned && !sale.assigned && <Mark icon={IdCard} words={t('markCustomer')} />}
      {sale.assigned && <Mark icon={BadgeCheck} words={t('markAssigned')} />}
    </ul>
  );
}

function Mark({ icon: Icon, words }: { readonly icon: LucideIcon; readonly words: string }) {
  return (
    <li>
      <span className="chip">
        <Icon aria-hidden="true" />
        {words}
      </span>
    </li>
  );
}
