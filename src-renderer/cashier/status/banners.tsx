import type { ReactNode } from 'react';
import { useCashier } from '../cashier-context.ts';
import { LoyaltyPanel } from '../loyalty/loyalty-panel.tsx';
import { PadAsks } from '../sale/pad-asks.tsx';
import { UndoOther } from '../sale/undo-other.tsx';
import { useInHand } from '../sale/use-sale-actions.ts';
import { ElsewhereBanner } from './elsewhere-banner.tsx';
import { KeychainBanner } from './keychain-banner.tsx';
import { NoticesBanner } from './notices-banner.tsx';
import { PaperAsk } from './paper-ask.tsx';
import { StoresBanner } from './stores-banner.tsx';
import { UnsettledBanner } from './unsettled-banner.tsx';

/**
 * What somebody has to look after, above the work. In the narrow panel all of it has one place, always as high, and lies over
 * `children`, what the customer sees: nothing below it moves.
 */
export function Banners({ children }: { readonly children?: ReactNode }) {
  const { view, t } = useCashier();
  const hand = useInHand();
  const { storesUnknown, elsewhere, notices } = view.status;
  const isToldMuch = view.unsettled !== null || storesUnknown.length + elsewhere.length + notices.length > 0;
  const isNarrow = view.form === 'dock';
  // There it scrolls, by keyboard too; empty it is no place to stop at.
  const scrolls = isNarrow && isToldMuch;
  return (
    <div
      className="banners"
      data-decides={view.unsettled !== null || undefined}
      {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': t('stateAttention') })}
    >
      <PaperAsk />
      {isNarrow && view.unsettled === null && (
        <>
          <PadAsks />
          <UndoOther />
          {hand.kind === 'pad' && <LoyaltyPanel />}
        </>
      )}
      {view.unsettled !== null && <UnsettledBanner why={view.unsettled} />}
      {view.keychain === 'missing' && view.unsettled !== 'keychainMissing' && <KeychainBanner />}
      {storesUnknown.length > 0 && <StoresBanner stores={storesUnknown} />}
      {elsewhere.length > 0 && <ElsewhereBanner others={elsewhere} />}
      {notices.length > 0 && <NoticesBanner notices={notices} />}
      {children}
    </div>
  );
}
