import { type BrowserWindow, type Display, type Rectangle, screen } from 'electron';
import type { ScreenRole, SystemPorts } from '../ports.ts';
import type { DockDrag } from '../shared/bridge.ts';
import { createListeners } from '../shared/listeners.ts';
import type { DisplayView, Snapshot, ViewOf } from '../shared/views.ts';
import { createCustomerWindow } from './customer-window.ts';
import { createDock } from './dock.ts';
import { createIdentify } from './identify-displays.ts';
import {
  type ChosenDisplay,
  cashierBounds,
  cashierOptions,
  chooseCustomerDisplay,
  displaysInOrder,
  type Placement,
  type Platform,
  positionAt,
  recognise,
  type SavedPosition,
  savedBounds,
  savedDisplay,
  touchOf,
} from './placement.ts';
import { keepWindow } from './recovering-window.ts';

export interface WindowsParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly preloadFolder: string;
  readonly platform: Platform;
  /** False if windows cannot be positioned (native Wayland). No customer window is shown then. */
  readonly canPlace: boolean;
  readonly placement: Placement;
  /** The display that was chosen for customers; null selects the first other one. */
  chosenDisplay(): ChosenDisplay | null;
  /** A finger has moved the docked window. */
  onDockDropped(to: Omit<Placement, 'form'>): void;
  /** A window's preload did not run, so nothing in it works. */
  onPreloadError(role: ScreenRole): void;
  /** The cashier window was closed, crashed or hung, so the person who entered the PIN may have left. */
  onCashierGone(): void;
}

/** A dragged window moves many times a second, and only its final position is stored. */
const dragEndsMs = 200;

/** After a change of displays the system moves windows within this time. */
const systemMovesMs = 2_000;

function createCashierWindow(parts: WindowsParts) {
  const dock = createDock(parts);
  const saved = createSavedPosition();
  const ready = createListeners<[window: BrowserWindow]>();
  let isPutAway = false;

  const recovering = keepWindow({
    ...parts,
    role: 'cashier',
    options: (before) => {
      dock.begin();
      const display = saved.displayFor(before);
      saved.begin(display, cashierBounds(dock.placement(), display.workArea));
      return cashierOptions(dock.placement(), display.workArea, parts.platform);
    },
    onReady: (window) => {
      dock.opened();
      isPutAway = false;
      if (dock.placement().form === 'dock') {
        window.setAlwaysOnTop(true, 'screen-saver');
        // The window is shown without taking the keyboard from the till's software.
        window.showInactive();
      } else {
        window.show();
      }
      ready.emit(window);
    },
    // A closed window is only hidden, because the till still needs the POS API. Tray, Settings or another start show it
    // again.
    onClose: (window) => {
      isPutAway = true;
      window.hide();
      parts.onCashierGone();
    },
    onGone: parts.onCashierGone,
    onPreloadError: () => parts.onPreloadError('cashier'),
    isNeeded: () => !isPutAway,
  });

  const standing = (): BrowserWindow | null => {
    const window = recovering.current();
    return window === null || window.isDestroyed() ? null : window;
  };
  const docked = (): BrowserWindow | null => (dock.placement().form === 'dock' ? standing() : null);
  const display = () => saved.displayFor(standing());
  const standDocked = (): void => docked()?.setBounds(dock.bounds(display().workArea));

  return {
    recovering,
    onReady: ready.add,
    display,
    /** Records the position that a person chose. */
    savePosition: () => saved.note(standing()),
    isDisplayThere: (): boolean => saved.display() !== null,
    isDocked: (): boolean => dock.placement().form === 'dock',
    restorePosition(): void {
      standDocked();
      const window = standing();
      if (parts.canPlace && window !== null) saved.bring(window, docked() !== null);
    },
    setPlacement(next: Omit<Placement, 'dockTop'>): void {
      const before = dock.placement();
      dock.setPlacement({ ...before, ...next });
      // A window's frame cannot change, so the other form needs another window.
      if (before.form === next.form) {
        if (before.dockSide !== next.dockSide) standDocked();
      } else if (recovering.current() !== null) recovering.replace();
    },
    wantKeyboard(isOn: boolean): void {
      const window = docked();
      if (window !== null) dock.wantKeyboard(window, isOn);
    },
    callDock(isOn: boolean): void {
      const window = docked();
      if (window !== null) dock.call(window, isOn, standDocked);
    },
    dragDock(drag: DockDrag): void {
      const window = docked();
      const to = window === null ? null : dock.drag(window, drag);
      if (to === null) return;
      saved.note(window);
      parts.onDockDropped(to);
    },
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
      recovering.close();
    },
  };
}

/** Both windows with their displays. The customer's is hidden while there is only one display. */
export type Windows = ReturnType<typeof createWindows>;

export const createWindows = (parts: WindowsParts) => {
  const { clock, log, platform } = parts;
  const listeners = createListeners();
  const cashier = createCashierWindow(parts);
  let cancelMoved = (): void => undefined;
  /** Set while the system may move windows after a change of displays. */
  let cancelSettled: (() => void) | null = null;

  const customerDisplay = () =>
    chooseCustomerDisplay(screen.getAllDisplays(), cashier.display().id, parts.chosenDisplay());

  const customer = createCustomerWindow({
    ...parts,
    display: customerDisplay,
    cashierDisplayId: () => cashier.display().id,
    onChange: listeners.emit,
    onPreloadError: () => parts.onPreloadError('customer'),
  });
  const windows = { cashier: cashier.recovering, customer };
  const identify = createIdentify(parts);

  /** Places the customer window. Reports a change even if no window moves: the displays may have other roles. */
  const placeAgain = (): void => {
    customer.place();
    listeners.emit();
  };

  const moved = (): void => {
    if (cancelSettled === null && (cashier.isDisplayThere() || !cashier.isDocked())) cashier.savePosition();
    else cashier.restorePosition();
    placeAgain();
  };

  cashier.onReady((window) => {
    // The displays may have changed since the window was created.
    cashier.restorePosition();
    customer.place();
    // Linux has no `moved` event, and on Windows it comes only after a drag.
    window.on('move', () => {
      cancelMoved();
      cancelMoved = clock.setTimer(dragEndsMs, moved);
    });
  });

  function listDisplays(): readonly DisplayView[] {
    if (!parts.canPlace) return [];
    const all = displaysInOrder(screen.getAllDisplays());
    const [cashierId, customerId] = [cashier.display().id, customerDisplay()?.id];
    const chosen = parts.chosenDisplay();
    const chosenId = chosen === null ? undefined : recognise(all, chosen)?.id;
    return all.map(({ id, label, bounds }) => ({
      ...bounds,
      id,
      label,
      use: id === cashierId ? 'cashier' : id === customerId ? 'customer' : null,
      isChosen: id === chosenId,
    }));
  }

  /** Accepts the present position if the window manager ignored the request to move. */
  const settled = (): void => {
    cancelSettled = null;
    if (cashier.isDisplayThere()) cashier.savePosition();
    placeAgain();
  };

  const displaysChanged = (): void => {
    cancelMoved();
    cancelSettled?.();
    cancelSettled = clock.setTimer(systemMovesMs, settled);
    cashier.restorePosition();
    placeAgain();
  };
  const changes = ['display-added', 'display-removed', 'display-metrics-changed'] as const;

  return {
    open: () => {
      if (!parts.canPlace) {
        log.warn('windows-not-placed', {
          platform,
          meaning: 'no customer window here: run under X11 or XWayland',
        });
      }
      windows.cashier.replace();
      customer.replace();
      for (const change of changes) screen.on(change as 'display-added', displaysChanged);
    },
    leave: () => {
      windows.cashier.leave();
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
      windows.cashier.owns(id) ? 'cashier' : customer.owns(id) ? 'customer' : null,
    /** Sends a snapshot and applies the form and position in it to the cashier window. */
    show: <Role extends ScreenRole>(role: Role, snapshot: Snapshot<ViewOf[Role]>): void => {
      const { view } = snapshot;
      if ('form' in view) cashier.setPlacement({ form: view.form, dockSide: view.settings['cashier.dockSide'].value });
      windows[role].show(snapshot);
    },
    wantKeyboard: cashier.wantKeyboard,
    callDock: cashier.callDock,
    dragDock: cashier.dragDock,
    focusCashier: cashier.focusCashier,
    customerDisplayConnected: customer.isShown,
    customerDisplayCanBeTouched: (): boolean | null => touchOf(customerDisplay()),
    onDisplayChange: listeners.add,
    displays: { list: listDisplays, identify: () => identify.show(displaysInOrder(screen.getAllDisplays())) },
    /** Places the customer window again. Call it after a change of the settings, which may choose another display. */
    place: placeAgain,
  };
};

/** Where a person put the cashier window. It is kept while that display is disconnected. */
export function createSavedPosition() {
  let saved: SavedPosition | null = null;
  const display = (): Display | null => (saved === null ? null : savedDisplay(screen.getAllDisplays(), saved));
  return {
    /** The chosen display while it is connected, even before the window has returned to it. */
    display,
    displayFor: (window: BrowserWindow | null): Display =>
      display() ?? (window === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(window.getBounds())),
    begin(on: Display, bounds: Rectangle): void {
      saved = positionAt(screen.getAllDisplays(), on, bounds);
    },
    note(window: BrowserWindow | null): void {
      if (window === null || window.isMinimized()) return;
      const bounds = window.getBounds();
      saved = positionAt(screen.getAllDisplays(), screen.getDisplayMatching(bounds), bounds);
    },
    /** Brings the window back to its display. The dock places a docked window itself. */
    bring(window: BrowserWindow, isDocked: boolean): void {
      const on = display();
      if (saved === null || on === null) return;
      saved = positionAt(screen.getAllDisplays(), on, savedBounds(saved, on));
      if (isDocked || screen.getDisplayMatching(window.getBounds()).id === on.id) return;
      // A window that fills its display must be restored before it can move and keep its size.
      const isMaximized = window.isMaximized();
      if (isMaximized) window.unmaximize();
      window.setBounds(saved.window);
      if (isMaximized) window.maximize();
    },
  };
}
