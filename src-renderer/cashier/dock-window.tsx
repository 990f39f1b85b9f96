import { PanelRightClose } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { TrainingFrame } from '../ui/training-frame.tsx';
import { useCashier, useSession } from './cashier-context.ts';
import { LoyaltyPanel } from './loyalty/loyalty-panel.tsx';
import { NoticeLine } from './notice-line.tsx';
import { CustomerMiniature } from './sale/customer-miniature.tsx';
import { DockOfVerbs } from './sale/dock-of-verbs.tsx';
import { SalePanel } from './sale/sale-panel.tsx';
import { Banners } from './status/banners.tsx';
import { StatusBar } from './status/status-bar.tsx';
import { useSetting } from './use-setting.ts';

/** The narrow panel beside the till's own software: the sale and nothing else. */
export function DockWindow() {
  const { view, t } = useCashier();
  const isCodeHere = useSession(({ qrHere }) => qrHere !== null && qrHere === view.sale?.id);
  const form = useSetting('cashier.form');
  return (
    <div className="dock">
      <header className="top top--dock">
        <h1 className="top__name">Receipt Companion</h1>
        <Button className="top__form" aria-label={t('toFull')} onPress={() => void form.set('full')}>
          <PanelRightClose aria-hidden="true" />
        </Button>
        {view.training && <TrainingFrame label={t('training')} />}
      </header>
      <Banners />
      <main className="dock__main">
        {view.unsettled === null && !isCodeHere && <CustomerMiniature />}
        <SalePanel />
        {!isCodeHere && <LoyaltyPanel />}
      </main>
      <NoticeLine />
      <StatusBar />
      <DockOfVerbs />
    </div>
  );
}
