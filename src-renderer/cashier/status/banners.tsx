import { Hourglass, KeyRound, Store, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '../../text/numbers.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';
import { LoyaltyPanel } from '../loyalty/loyalty-panel.tsx';
import { LeftSeconds } from '../sale/left-seconds.tsx';
import { PadAsks } from '../sale/pad-asks.tsx';
import { useInHand } from '../sale/use-sale-actions.ts';
import { toLookAfter } from './needs-person.ts';
import { NoticesBanner, ServiceWords } from './notices-banner.tsx';
import { PaperAsk } from './paper-ask.tsx';
import { UnsettledBanner } from './unsettled-banner.tsx';

/**
 * What is asked, in a place that is kept for it: it lies over what else stands there, and nothing moves. Where that is one
 * row, it is one thing at a time, the most urgent first; `children` come after it.
 */
export function Banners({ children }: { readonly children?: ReactNode }) {
  const { view } = useCashier();
  const hand = useInHand();
  if (view.unsettled !== null) {
    return (
      <div className="banners" data-decides>
        <PaperAsk />
        <UnsettledBanner why={view.unsettled} />
        <LookAfter />
      </div>
    );
  }
  return (
    <div className="banners">
      <UndoOther />
      {view.form === 'dock' && <PadAsks />}
      <PaperAsk />
      {view.form === 'dock' && hand.kind === 'pad' && <LoyaltyPanel />}
      {children}
    </div>
  );
}

/** What somebody has to look after: beside the sale; the narrow panel counts it and has it on the page for that. */
export function LookAfter() {
  const { view, t, send } = useCashier();
  const retrying = useBusy('keychain.retry');
  const { storesUnknown, elsewhere, notices } = view.status;
  if (toLookAfter(view) === view.status.attention) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
    <section className="look-after" tabIndex={0} aria-label={t('stateAttention')}>
      {view.keychain === 'missing' && view.unsettled !== 'keychainMissing' && (
        <Banner icon={KeyRound} title={t('keychainTitle')}>
          <p>{t('keychainText')}</p>
          <Button data-busy={retrying} onPress={() => void send('keychain.retry', null)}>
            {t('tryAgain')}
          </Button>
        </Banner>
      )}
      {/* A wrong store is a setting, not a receipt: said once, until it is right. */}
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
    </section>
  );
}

/** The next sale has come to the front: what was just done to the one before can still be taken back. */
function UndoOther() {
  const { view, t, language, send } = useCashier();
  const busy = useBusy('sale.undo');
  const other = view.undoOther;
  if (other === null) return null;
  const sale = other.total === null ? other.reference : formatMoney(language, other.total);
  return (
    <Button
      icon={Undo2}
      className="button--notice"
      data-busy={busy}
      onPress={() => void send('sale.undo', { saleId: other.id })}
    >
      {t(other.action === 'printed' ? 'undoOtherPrinted' : 'undoOtherCancel', { sale })}
      <LeftSeconds until={other.until} />
    </Button>
  );
}
