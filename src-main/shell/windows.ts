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
  /** The display that was chosen for customers; null selects the first other one. */
  chosenDisplay(): ChosenDisplay | null;
  /** A finger has moved the docked window. */
  onDockDropped(to: Pick<Stance, 'side' | 'top'>): void;
  /** A window's preload did not run, so nothing in it works. */
  onPreloadError(role: ScreenRole): void;
  /** The cashier window was closed, crashed or hung, so the person who entered the PIN may have left. */
  onCashierGone(): void;
}

/** A dragged window moves many times a second, and only its final position is stored. */
const dragEndsMs = 200;

/** After a change of displays the system moves windows within this time. */
const systemMovesMs = 2_000;

/** The cashier window: docked beside the till's software, or full, on the display that a person chose. */
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
    // A closed window is only hidden, because the till still needs the POS API. Tray, Settings or another start show it
    // again.
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
    /** Records the position that a person chose. */
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
      // A window's frame cannot change, so the other form needs another window.
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
    /** Shows the cashier window after a second start or a click on the tray. */
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
    onChange: listeners.tell,
    onPreloadError: () => parts.onPreloadError('customer'),
  });
  const kept = { cashier: cashier.kept, customer };
  const identify = createIdentify(parts);

  /** Places the customer window. Reports a change even if no window moves: the displays may have other roles. */
  const placeAgain = (): void => {
    customer.place();
    listeners.tell();
  };

  const moved = (): void => {
    if (cancelSettled === null && (cashier.isAtHome() || !cashier.isDocked())) cashier.noteHome();
    else cashier.bringHome();
    placeAgain();
  };

  cashier.onReady((window) => {
    // The displays may have changed since the window was created.
    cashier.bringHome();
    customer.place();
    // Linux has no `moved` event, and on Windows it comes only after a drag.
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

  /** Accepts the present position if the window manager ignored the request to move. */
  const settled = (): void => {
    cancelSettled = null;
    if (cashier.isAtHome()) cashier.noteHome();
    placeAgain();
  };

  const displaysChanged = (): void => {
    cancelMoved();
    cancelSettled?.();
    cancelSettled = clock.setTimer(systemMovesMs, settled);
    cashier.bringHome();
    placeAgain();
  };
  const changes = ['display-added', 'display-removed', 'display-metrics-changed'] as const;

  return {
    /** Opens both windows. Call it when Electron is ready. */
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
    customerDisplayConnected: customer.isShown,
    /** Whether the system reports touch for the customer display. Null without a display. */
    customerDisplayCanBeTouched: (): boolean | null => touchOf(customerDisplay()),
    onDisplayChange: listeners.add,
    displays: { list: listDisplays, identify: () => identify.show(displaysInOrder(screen.getAllDisplays())) },
    /** Places the customer window again. Call it after a change of the settings, which may choose another display. */
    place: placeAgain,
  };
};

/** Where a person put the cashier window. It is kept while that display is disconnected. */
export function createHome() {
  let home: Home | null = null;
  const display = (): Display | null => (home === null ? null : homeAmong(screen.getAllDisplays(), home));
  return {
    /** The chosen display while it is connected, even before the window has returned to it. */
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
    /** Brings the window back to its display. The dock places a docked window itself. */
    bring(window: BrowserWindow, isDocked: boolean): void {
      const on = display();
      if (home === null || on === null) return;
      home = homeAt(screen.getAllDisplays(), on, boundsAtHome(home, on));
      if (isDocked || screen.getDisplayMatching(window.getBounds()).id === on.id) return;
      // A window that fills its display must be restored before it can move and keep its size.
      const isMaximized = window.isMaximized();
      if (isMaximized) window.unmaximize();
      window.setBounds(home.window);
      if (isMaximized) window.maximize();
    },
  };
}
