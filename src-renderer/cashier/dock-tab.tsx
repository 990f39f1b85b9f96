import { PanelLeftOpen, PanelRightOpen, ReceiptText } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { formatMoney } from '../text/numbers.ts';
import { TrainingFrame } from '../ui/training-frame.tsx';
import { useCashier } from './cashier-context.ts';
import { needsPerson } from './status/needs-person.ts';
import { useSetting } from './use-setting.ts';

/** The narrow panel folded: whether a sale is there and how much needs a person. One touch opens it. */
export function DockTab() {
  const { view, t, language } = useCashier();
  const fold = useSetting('cashier.dockCollapsed');
  const side = useSetting('cashier.dockSide').value;
  useOpensOnSale(() => void fold.set(false));
  const { sale } = view;
  const total = sale?.total ?? null;
  const amount = total === null ? null : formatMoney(language, total);
  const needs = needsPerson(view);
  const said = sale === null ? t('dockNoSale') : amount === null ? t('dockSaleThere') : t('dockSale', { amount });
  const name = [
    t('dockUnfold'),
    said,
    ...(needs > 0 ? [t('attention', { count: needs })] : []),
    ...(view.training ? [t('training')] : []),
  ].join('. ');
  return (
    <main className="tab">
      <h1 className="tab__name">Receipt Companion</h1>
      <Button className="tab__open" data-sale={sale !== null || undefined} onPress={() => void fold.set(false)}>
        {side === 'left' ? <PanelLeftOpen aria-hidden="true" /> : <PanelRightOpen aria-hidden="true" />}
        <span className="tab__name">{name}</span>
        {needs > 0 && (
          <span className="top__badge" aria-hidden="true">
            {needs > 99 ? '99+' : needs}
          </span>
        )}
        {sale !== null && <ReceiptText aria-hidden="true" />}
        <span className="tab__sale" aria-hidden="true">
          {sale === null ? t('dockNoSale') : (amount ?? t('dockSaleThere'))}
        </span>
      </Button>
      {view.training && <TrainingFrame label={null} />}
    </main>
  );
}

/** What comes while the tab stands; a sale that was there when it was folded has been seen. */
function useOpensOnSale(open: () => void): void {
  const { view } = useCashier();
  const isWanted = view.settings['cashier.dockOpensOnSale'].value;
  const saleId = view.sale?.id ?? null;
  const askId = view.paperAsk?.id ?? null;
  const seen = useRef({ saleId, askId });
  useEffect(() => {
    const before = seen.current;
    seen.current = { saleId, askId };
    const hasCome = (now: string | null, then: string | null) => now !== null && now !== then;
    if (isWanted && (hasCome(saleId, before.saleId) || hasCome(askId, before.askId))) open();
  });
}
