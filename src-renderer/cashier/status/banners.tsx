import { Hourglass, KeyRound, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';
import { LoyaltyPanel } from '../loyalty/loyalty-panel.tsx';
import { PadAsks } from '../sale/pad-asks.tsx';
import { UndoOther } from '../sale/undo-other.tsx';
import { useInHand } from '../sale/use-sale-actions.ts';
import { NoticesBanner, ServiceWords } from './notices-banner.tsx';
import { PaperAsk } from './paper-ask.tsx';
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
      {/* A wrong store is a setting, not a receipt: said once, above the work, until it is right. */}
      {storesUnknown.length > 0 && (
        <Banner icon={Store} title={t('storesUnknownTitle', { stores: storesUnknown.join(', ') })}>
          <p>{t('storesUnknownText')}</p>
          <ServiceWords about="store" />
        </Banner>
      )}
      {/* Receipts of another account are never mixed in: they wait, and nobody forgets them. */}
      {elsewhere.map(({ address, count }) => (
        <Banner key={address} icon={Hourglass} title={t('elsewhere', { count })}>
          <p>{t('elsewhereText', { address: address ?? t('elsewhereBefore') })}</p>
        </Banner>
      ))}
      {notices.length > 0 && <NoticesBanner notices={notices} />}
      {children}
    </div>
  );
}

function KeychainBanner() {
  const { t, send } = useCashier();
  const busy = useBusy('keychain.retry');
  const retry = (
    <Button data-busy={busy} onPress={() => void send('keychain.retry', null)}>
      {t('tryAgain')}
    </Button>
  );
  return (
    <Banner icon={KeyRound} title={t('keychainTitle')} tools={retry}>
      <p>{t('keychainText')}</p>
    </Banner>
  );
}
