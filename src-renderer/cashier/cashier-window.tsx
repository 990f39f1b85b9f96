import { useCashier } from './cashier-context.ts';
import { DockTab } from './dock-tab.tsx';
import { DockWindow } from './dock-window.tsx';
import { FullWindow } from './full-window.tsx';
import { WithPin } from './pin/asked-pin.tsx';
import { useCues } from './sounds/use-cues.ts';
import { useScannedCodes } from './use-scanned-codes.ts';

/** The two forms of the one window; the narrow one may be folded. */
export function CashierWindow() {
  const { view } = useCashier();
  useScannedCodes();
  useCues();
  if (view.form === 'full')
    return (
      <WithPin>
        <FullWindow />
      </WithPin>
    );
  return <WithPin>{view.settings['cashier.dockCollapsed'].value ? <DockTab /> : <DockWindow />}</WithPin>;
}
