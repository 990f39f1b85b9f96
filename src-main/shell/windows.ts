import { type BrowserWindow, type Display, type Rectangle, screen } from 'electron';
import type { ConnectedDisplay, ScreenRole, SystemPorts } from '../ports.ts';
import type { DockDrag } from '../shared/bridge.ts';
import { createListeners } from '../shared/listeners.ts';
import type { Snapshot, ViewOf } from '../shared/views.ts';
import { createCustomerWindow } from './customer-window.ts';
import { createDock } from './dock.ts';
import { createIdentify } from './identify-displays.ts';
import {
  boundsAtHome,
  type ChosenDisplay,
  cashierBounds,
  cashierOptions,
  chooseCustomerDisplay,
  displaysInOrder,
  type Home,
  homeAmong,
  homeAt,
  type Platform,
  recognise,
  type Stance,
  touchOf,
} from './placement.ts';
import { keepWindow } from './recovering-window.ts';

interface WindowsParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly preloadFolder: string;
  readonly platform: Platform;
  /** False if windows cannot be positioned (native Wayland). No customer window is shown then. */
  readonly canPlace: boolean;
  readonly stance: Stance;
  /** The display that was chosen for customers; null takes the first other one. */
  chosenDisplay(): ChosenDisplay | null;
  /** A finger has brought the docked window to another place. */
  onDockDropped(to: Pick<Stance, 'side' | 'top'>): void;
  /** A window's preload did not run, so nothing works in it. */
  onPreloadError(role: ScreenRole): void;
  /** The cashier window was closed, crashed or hung, so the person who entered the PIN may be gone. */
  onCashierGone(): void;
}

/** A dragged window moves many times a second. Only its final position is stored. */
const dragEndsMs = 200;

/** The time in which a system moves windows after its displays changed. */
const systemMovesMs = 2_000;

/** The cashier window: docked beside the till's software or full, on the display where a person wants it. */
function createCashierWindow(parts: WindowsParts) {
  const dock = createDock(parts);
  const home = createHome();
  const ready = createListeners<[window: BrowserWindow]>();
  let isPutAway = false;

  const kept = keepWindow({
    ...parts,
    role: 'cashier',
    options: (before) => {
      dock.begin();
      const display = home.displayFor(before);
      home.begin(display, cashierBounds(dock.stance(), display.workArea));
      return cashierOptions(dock.stance(), display.workArea, parts.platform);
    },
    onReady: (window) => {
      dock.opened();
      isPutAway = false;
      if (dock.stance().form === 'dock') {
        window.setAlwaysOnTop(true, 'screen-saver');
        // The window is shown without taking the keyboard from the till's software.
        window.showInactive();
      } else {
        window.show();
      }
      ready.tell(window);
    },
    // The till still needs the POS API when someone closes the window; the tray, Settings or another start bring it back.
    onClose: (window) => {
      isPutAway = true;
      window.hide();
      parts.onCashierGone();
    },
    onGone: parts.onCashierGone,
    onPreloadError: () => parts.onPreloadError('cashier'),
    isWanted: () => !isPutAway,
  });

  const standing = (): BrowserWindow | null => {
    const window = kept.current();
    return window === null || window.isDestroyed() ? null : window;
  };
  const docked = (): BrowserWindow | null => (dock.stance().form === 'dock' ? standing() : null);
  const display = () => home.displayFor(standing());
  const standDocked = (): void => docked()?.setBounds(dock.bounds(display().workArea));

  return {
    kept,
    onReady: ready.add,
    display,
    /** The window is where a person wants it, now that it moved. */
    noteHome: () => home.note(standing()),
    isAtHome: (): boolean => home.display() !== null,
    isDocked: (): boolean => dock.stance().form === 'dock',
    bringHome(): void {
      standDocked();
      const window = standing();
      if (parts.canPlace && window !== null) home.bring(window, docked() !== null);
    },
    setStance(next: Pick<Stance, 'form' | 'side'>): void {
      const before = dock.stance();
      dock.setStance({ ...before, ...next });
      // A frame cannot be put on or taken off: the other form is another window.
      if (before.form === next.form) {
        if (before.side !== next.side) standDocked();
      } else if (kept.current() !== null) kept.replace();
    },
    wantKeyboard(isWanted: boolean): void {
      const window = docked();
      if (window !== null) dock.wantKeyboard(window, isWanted);
    },
    callDock(isWanted: boolean): void {
      const window = docked();
      if (window !== null) dock.call(window, isWanted, standDocked);
    },
    dragDock(drag: DockDrag): void {
      const window = docked();
      const to = window === null ? null : dock.drag(window, drag);
      if (to === null) return;
      home.note(window);
      parts.onDockDropped(to);
    },
    /** Brings the cashier window back, for a second start or the tray. */
    focusCashier(): void {
      const window = standing();
      if (window === null) return;
      isPutAway = false;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    close(): void {
      dock.stop();
      kept.close();
    },
  };
}

/** The two windows, each on its display. The customer's is hidden while the cashier's display is the only one. */
export type Windows = ReturnType<typeof createWindows>;

export const createWindows = (parts: WindowsParts) => {
  const { clock, log, platform } = parts;
  const listeners = createListeners();
  const cashier = createCashierWindow(parts);
  let cancelMoved = (): void => undefined;
  /** Set after a change of displays: then the system moves windows, and not a person. */
  let cancelSettled: (() => void) | null = null;

  const customerDisplay = () =>
    chooseCustomerDisplay(screen.getAllDisplays(), cashier.display().id, parts.chosenDisplay());

  const customer = createCustomerWindow({
    ...parts,
    display: customerDisplay,
    cashierDisplayId: () => cashier.display().id,
    onChange: listeners.tell,
    onPreloadError: () => parts.onPreloadError('customer'),
  });
  const kept = { cashier: cashier.kept, customer };
  const identify = createIdentify(parts);

  /** The assignment of displays may have changed, even if no window has to move. */
  const placeAnew = (): void => {
    customer.place();
    listeners.tell();
  };

  const moved = (): void => {
    if (cancelSettled === null && (cashier.isAtHome() || !cashier.isDocked())) cashier.noteHome();
    else cashier.bringHome();
    placeAnew();
  };

  cashier.onReady((window) => {
    // The displays may have changed since it was asked for.
    cashier.bringHome();
    customer.place();
    // `moved` does not exist on Linux, and on Windows it comes only after a drag.
    window.on('move', () => {
      cancelMoved();
      cancelMoved = clock.setTimer(dragEndsMs, moved);
    });
  });

  function listDisplays(): readonly ConnectedDisplay[] {
    if (!parts.canPlace) return [];
    const all = displaysInOrder(screen.getAllDisplays());
    const [cashierId, customerId] = [cashier.display().id, customerDisplay()?.id];
    const chosen = parts.chosenDisplay();
    const chosenId = chosen === null ? undefined : recognise(all, chosen)?.id;
    return all.map(({ id, label, bounds: { x, y, width, height } }) => ({
      id,
      label,
      x,
      y,
      width,
      height,
      use: id === cashierId ? 'cashier' : id === customerId ? 'customer' : null,
      isChosen: id === chosenId,
    }));
  }

  /** A request that the window manager ignores is not repeated: the window belongs where it is. */
  const settled = (): void => {
    cancelSettled = null;
    if (cashier.isAtHome()) cashier.noteHome();
    placeAnew();
  };

  const displaysChanged = (): void => {
    cancelMoved();
    cancelSettled?.();
    cancelSettled = clock.setTimer(systemMovesMs, settled);
    cashier.bringHome();
    placeAnew();
  };
  const changes = ['display-added', 'display-removed', 'display-metrics-changed'] as const;

  return {
    /** Opens both windows. Call when Electron is ready. */
    open: () => {
      if (!parts.canPlace) {
        log.warn('windows-not-placed', {
          platform,
          meaning: 'no customer window here: run under X11 or XWayland',
        });
      }
      kept.cashier.replace();
      customer.replace();
      for (const change of changes) screen.on(change as 'display-added', displaysChanged);
    },
    leave: () => {
      kept.cashier.leave();
      customer.leave();
    },
    close: () => {
      cancelMoved();
      cancelSettled?.();
      identify.end();
      for (const change of changes) screen.off(change as 'display-added', displaysChanged);
      cashier.close();
      customer.close();
    },
    roleOf: (id: number): ScreenRole | null =>
      kept.cashier.owns(id) ? 'cashier' : customer.owns(id) ? 'customer' : null,
    /** Sends a snapshot and applies the form and position in it to the cashier window. */
    show: <Role extends ScreenRole>(role: Role, snapshot: Snapshot<ViewOf[Role]>): void => {
      const { view } = snapshot;
      if ('form' in view) cashier.setStance({ form: view.form, side: view.settings['cashier.dockSide'].value });
      kept[role].show(snapshot);
    },
    wantKeyboard: cashier.wantKeyboard,
    callDock: cashier.callDock,
    dragDock: cashier.dragDock,
    focusCashier: cashier.focusCashier,
    /** Whether the customer window is visible on its own display. */
    customerDisplayConnected: customer.isShown,
    /** The system's report about touch of the customer display. Null without a display. */
    customerDisplayCanBeTouched: (): boolean | null => touchOf(customerDisplay()),
    onDisplayChange: listeners.add,
    displays: { list: listDisplays, identify: () => identify.show(displaysInOrder(screen.getAllDisplays())) },
    /** Places the customer window again, because another display was chosen. */
    place: placeAnew,
  };
};

/** The display and the position where a person wants the cashier window. They outlive a display that is disconnected. */
export function createHome() {
  let home: Home | null = null;
  const display = (): Display | null => (home === null ? null : homeAmong(screen.getAllDisplays(), home));
  return {
    /** The display of the window while it is connected, also before the window has returned to it. */
    display,
    displayFor: (window: BrowserWindow | null): Display =>
      display() ?? (window === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(window.getBounds())),
    begin(on: Display, bounds: Rectangle): void {
      home = homeAt(screen.getAllDisplays(), on, bounds);
    },
    note(window: BrowserWindow | null): void {
      if (window === null || window.isMinimized()) return;
      const bounds = window.getBounds();
      home = homeAt(screen.getAllDisplays(), screen.getDisplayMatching(bounds), bounds);
    },
    /** Brings the window back to its display. A docked window is placed by the dock. */
    bring(window: BrowserWindow, isDocked: boolean): void {
      const on = display();
      if (home === null || on === null) return;
      home = homeAt(screen.getAllDisplays(), on, boundsAtHome(home, on));
      if (isDocked || screen.getDisplayMatching(window.getBounds()).id === on.id) return;
      // A window that fills its display neither moves nor returns with its size.
      const isMaximized = window.isMaximized();
      if (isMaximized) window.unmaximize();
      window.setBounds(home.window);
      if (isMaximized) window.maximize();
    },
  };
}
