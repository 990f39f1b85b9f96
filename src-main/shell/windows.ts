import { type BrowserWindow, type BrowserWindowConstructorOptions, type Display, screen } from 'electron';
import { channels } from '../contract/bridge.ts';
import type { CashierView } from '../contract/views.ts';
import type { Clock, Log, ScreenRole } from '../ports.ts';
import { chooseCustomerDisplay, dockBounds, fullBounds, sameBounds } from './displays.ts';
import { keepWindow, type RecoveringWindow } from './recovering-window.ts';

export type CashierForm = CashierView['form'];

export interface WindowsParts {
  readonly preloadFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The form to begin with. */
  readonly form: CashierForm;
  /** Electron's id of the display that was chosen for customers; null takes the first other one. */
  customerDisplayId(): number | null;
}

export interface Windows {
  /** Opens both windows. Call when Electron is ready. */
  open(): void;
  close(): void;
  roleOf(webContentsId: number): ScreenRole | null;
  send(role: ScreenRole, snapshot: unknown): void;
  setForm(form: CashierForm): void;
  /** Brings the cashier window back, for a second start or the tray. */
  focusCashier(): void;
  customerDisplayConnected(): boolean;
  onDisplayChange(listener: () => void): () => void;
}

/** The colour of the renderer's paper (src-renderer/theme/tokens.css), so that nothing flashes before the first paint. */
const background = '#f5efe3';

const cashierOptions = (form: CashierForm): BrowserWindowConstructorOptions => {
  const { workArea } = screen.getPrimaryDisplay();
  return form === 'dock'
    ? {
        ...dockBounds(workArea, 'right'),
        frame: false,
        resizable: false,
        maximizable: false,
        fullscreenable: false,
        alwaysOnTop: true,
        backgroundColor: background,
      }
    : { ...fullBounds(workArea), minWidth: 800, minHeight: 600, backgroundColor: background };
};

/** Not focusable: a customer who touches the screen never takes the keyboard from the till. */
const customerOptions: BrowserWindowConstructorOptions = {
  frame: false,
  focusable: false,
  resizable: false,
  skipTaskbar: true,
  fullscreenable: true,
  backgroundColor: background,
};

const moveTo = (window: BrowserWindow, display: Display | null): void => {
  if (display !== null && window.isVisible() && sameBounds(window.getBounds(), display.bounds)) return;
  // Leaving full screen first: a full-screen window neither hides nor moves to another display everywhere.
  window.setFullScreen(false);
  if (display === null) {
    window.hide();
    return;
  }
  window.setBounds(display.bounds);
  window.showInactive();
  window.setFullScreen(true);
  window.setAlwaysOnTop(true, 'screen-saver');
};

/** The two windows, each on its display. The customer's is hidden while the cashier's display is the only one. */
export const createWindows = ({
  preloadFolder,
  clock,
  log,
  form: firstForm,
  customerDisplayId,
}: WindowsParts): Windows => {
  const listeners = new Set<() => void>();
  let form = firstForm;
  let connected = false;
  let leaving = false;

  const cashier = keepWindow({
    role: 'cashier',
    preloadFolder,
    clock,
    log,
    options: () => cashierOptions(form),
    onReady: (window) => {
      if (form === 'dock') {
        window.setAlwaysOnTop(true, 'screen-saver');
        // Shown without taking the keyboard from the till's software.
        window.showInactive();
      } else {
        window.show();
      }
      placeCustomer();
      window.on('moved', placeCustomer);
      // The till still needs the POS API when someone closes the window; the tray brings it back or quits.
      window.on('close', (event) => {
        if (leaving) return;
        event.preventDefault();
        window.hide();
      });
    },
  });

  const customer = keepWindow({
    role: 'customer',
    preloadFolder,
    clock,
    log,
    options: () => ({ ...customerOptions, ...customerDisplay()?.bounds }),
    onReady: () => placeCustomer(),
  });

  const kept: Readonly<Record<ScreenRole, RecoveringWindow>> = { cashier, customer };

  const cashierDisplay = () => {
    const window = cashier.current();
    return window === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(window.getBounds());
  };
  const customerDisplay = () =>
    chooseCustomerDisplay(screen.getAllDisplays(), cashierDisplay().id, customerDisplayId());

  const placeCustomer = (): void => {
    const window = customer.painted();
    const display = customerDisplay();
    if (window !== null) moveTo(window, display);
    if (connected === (display !== null)) return;
    connected = display !== null;
    log.info('customer-display', { connected });
    for (const listener of listeners) listener();
  };

  const displaysChanged = (): void => {
    const window = cashier.current();
    if (window !== null && form === 'dock') {
      window.setBounds(dockBounds(cashierDisplay().workArea, 'right'));
    }
    placeCustomer();
  };

  return {
    open: () => {
      connected = customerDisplay() !== null;
      cashier.replace();
      customer.replace();
      screen.on('display-added', displaysChanged);
      screen.on('display-removed', displaysChanged);
      screen.on('display-metrics-changed', displaysChanged);
    },
    close: () => {
      leaving = true;
      screen.off('display-added', displaysChanged);
      screen.off('display-removed', displaysChanged);
      screen.off('display-metrics-changed', displaysChanged);
      cashier.close();
      customer.close();
    },
    roleOf: (id) => (cashier.owns(id) ? 'cashier' : customer.owns(id) ? 'customer' : null),
    send: (role, snapshot) => {
      const window = kept[role].current();
      if (window !== null && !window.isDestroyed()) window.webContents.send(channels.view, snapshot);
    },
    setForm: (next) => {
      if (form === next) return;
      form = next;
      // A frame cannot be put on or taken off: the other form is another window.
      if (cashier.current() !== null) cashier.replace();
    },
    focusCashier: () => {
      const window = cashier.current();
      if (window === null || window.isDestroyed()) return;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    customerDisplayConnected: () => connected,
    onDisplayChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
