import { useCashier, useSession } from '../cashier-context.ts';
import { CurrentSale } from './current-sale.tsx';
import { NewReceipt } from './new-receipt.tsx';
import { RestingPanel } from './resting-panel.tsx';

/** The sale in hand, the keypad for a new one, or rest. */
export function SalePanel() {
  const { view } = useCashier();
  const composing = useSession((now) => now.composing);
  if (composing) return <NewReceipt />;
  return view.sale === null ? <RestingPanel /> : <CurrentSale key={view.sale.id} sale={view.sale} />;
}
