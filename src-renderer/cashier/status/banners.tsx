import { useCashier } from '../cashier-context.ts';
import { KeychainBanner } from './keychain-banner.tsx';
import { NoticesBanner } from './notices-banner.tsx';
import { StoresBanner } from './stores-banner.tsx';

/** What somebody has to look after, above the work. */
export function Banners() {
  const { view } = useCashier();
  return (
    <div className="banners">
      {view.keychain === 'missing' && <KeychainBanner />}
      {view.status.storesUnknown.length > 0 && <StoresBanner stores={view.status.storesUnknown} />}
      {view.status.notices.length > 0 && <NoticesBanner notices={view.status.notices} />}
    </div>
  );
}
