import { useCashier } from '../cashier-context.ts';
import { ElsewhereBanner } from './elsewhere-banner.tsx';
import { KeychainBanner } from './keychain-banner.tsx';
import { NoticesBanner } from './notices-banner.tsx';
import { PaperAsk } from './paper-ask.tsx';
import { StoresBanner } from './stores-banner.tsx';
import { UnsettledBanner } from './unsettled-banner.tsx';

/** What somebody has to look after, above the work. */
export function Banners() {
  const { view, t } = useCashier();
  const { storesUnknown, elsewhere, notices } = view.status;
  const isToldMuch = view.unsettled !== null || storesUnknown.length + elsewhere.length + notices.length > 0;
  // In the narrow panel it scrolls, by keyboard too; empty it is no place to stop at.
  const scrolls = view.form === 'dock' && isToldMuch;
  return (
    <div
      className="banners"
      data-decides={view.unsettled !== null || undefined}
      {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': t('stateAttention') })}
    >
      <PaperAsk />
      {view.unsettled !== null && <UnsettledBanner why={view.unsettled} />}
      {view.keychain === 'missing' && view.unsettled !== 'keychainMissing' && <KeychainBanner />}
      {storesUnknown.length > 0 && <StoresBanner stores={storesUnknown} />}
      {elsewhere.length > 0 && <ElsewhereBanner others={elsewhere} />}
      {notices.length > 0 && <NoticesBanner notices={notices} />}
    </div>
  );
}
