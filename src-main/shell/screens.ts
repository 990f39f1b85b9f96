import type { Screens } from '../ports.ts';
import type { ShellWindows } from './windows.ts';

/** The app's view of the windows: snapshots go out, and the cashier window takes the form that its snapshot names. */
export const windowScreens = (windows: ShellWindows): Screens => ({
  show: (role, snapshot) => {
    const { view } = snapshot;
    if ('form' in view) windows.setForm(view.form);
    windows.send(role, snapshot);
  },
  customerDisplayConnected: () => windows.customerDisplayConnected(),
  onDisplayChange: (listener) => windows.onDisplayChange(listener),
});
