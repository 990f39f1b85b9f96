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
  return (
    // In the narrow panel they scroll, by keyboard too.
    <div
      className="banners"
      {...(view.form === 'dock' && { tabIndex: 0, role: 'group', 'aria-label': t('noticesTitle') })}
    >
      <PaperAsk />
      {view.unsettled !== null && <UnsettledBanner why={view.unsettled} />}
      {view.keychain === 'missing' && view.unsettled !== 'keychainMissing' && <KeychainBanner />}
      {view.status.storesUnknown.length > 0 && <StoresBanner stores={view.status.storesUnknown} />}
      {view.status.elsewhere.length > 0 && <ElsewhereBanner others={view.status.elsewhere} />}
      {view.status.notices.length > 0 && <NoticesBanner notices={view.status.notices} />}
    </div>
  );
}
