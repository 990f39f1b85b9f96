import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '../../text/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { useBusy, useCashier } from '../cashier-context.ts';
import { LoyaltyPanel } from '../loyalty/loyalty-panel.tsx';
import { LeftSeconds } from '../sale/left-seconds.tsx';
import { PadAsks } from '../sale/pad-asks.tsx';
import { useInHand } from '../sale/use-sale-actions.ts';
import { PaperAsk } from './paper-ask.tsx';
import { UnsettledBanner } from './unsettled-banner.tsx';

/**
 * What is asked, in a place that is kept for it: it lies over what else stands there, and nothing moves. It is one thing at
 * a time, the most urgent first; `children` come after it.
 */
export function Banners({ children }: { readonly children?: ReactNode }) {
  const { view } = useCashier();
  const hand = useInHand();
  if (view.unsettled !== null) {
    return (
      <div className="banners" data-decides>
        <PaperAsk />
        <UnsettledBanner why={view.unsettled} />
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
