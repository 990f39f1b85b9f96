import type { Screens } from '../ports.ts';
import type { ShellWindows } from './windows.ts';

/** The app's view of the windows: snapshots go out, and the cashier window stands as its snapshot says. */
export const windowScreens = (windows: ShellWindows): Screens => ({
  show: (role, snapshot) => {
    const { view } = snapshot;
    if ('form' in view) {
      windows.setStance({
        form: view.form,
        side: view.settings['cashier.dockSide'].value,
        isTab: view.settings['cashier.dockCollapsed'].value,
      });
    }
    windows.send(role, snapshot);
  },
  customerDisplayConnected: () => windows.customerDisplayConnected(),
  customerDisplayCanBeTouched: () => windows.customerDisplayCanBeTouched(),
  onDisplayChange: (listener) => windows.onDisplayChange(listener),
});
