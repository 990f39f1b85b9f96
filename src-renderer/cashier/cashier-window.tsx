import { useCashier } from './cashier-context.ts';
import { DockWindow } from './dock-window.tsx';
import { FullWindow } from './full-window.tsx';

/** The two forms of the one window. */
export function CashierWindow() {
  const { view } = useCashier();
  return view.form === 'dock' ? <DockWindow /> : <FullWindow />;
}
