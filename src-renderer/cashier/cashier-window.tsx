import { useCashier } from './cashier-context.ts';
import { DockWindow } from './dock-window.tsx';
import { FullWindow } from './full-window.tsx';
import { WithPin } from './pin/asked-pin.tsx';
import { useCustomerCode } from './use-customer-code.ts';

/** The two forms of the one window. */
export function CashierWindow() {
  const { view } = useCashier();
  useCustomerCode();
  return <WithPin>{view.form === 'dock' ? <DockWindow /> : <FullWindow />}</WithPin>;
}
