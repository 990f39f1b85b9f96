import { screen } from 'electron';
import type { ConnectedDisplay, ScreenRole, SystemPorts } from '../ports.ts';
import type { DockDrag } from '../shared/bridge.ts';
import { createListeners } from '../shared/listeners.ts';
import type { Snapshot, ViewOf } from '../shared/views.ts';
import { createCustomerWindow } from './customer-window.ts';
import { createIdentify } from './identify-displays.ts';
import {
  boundsAtHome,
  type ChosenDisplay,
  cashierBounds,
  cashierOptions,
  chooseCustomerDisplay,
  displaysInOrder,
  dockedBounds,
  draggedDock,
  droppedDock,
  type Home,
  homeAmong,
  homeAt,
  lendKeyboard,
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

/** A second tap on the button that closes the panel must hit the panel, and never the till's software behind it. */
const staysMs = 600;

/** Until a system has put the windows where it wants them after its displays changed. */
const systemMovesMs = 2_000;

/** The two windows, each on its display. The customer's is hidden while the cashier's display is the only one. */
export type Windows = ReturnType<typeof createWindows>;

export const createWindows = (parts: WindowsParts) => {
  const { clock, log, platform } = parts;
  const listeners = createListeners();
  let stance = parts.stance;
  let isPutAway = false;
  /** A text field of the docked window has borrowed the keyboard. */
  let isKeyboardLent = false;
  let isCalled = false;
  let cancelShrink = (): void => undefined;
  let cancelMoved = (): void => undefined;
  let home: Home | null = null;
  /** The displays have just changed: it is the system that moves windows now, not a person. */
  let cancelSettled: (() => void) | null = null;

  const cashier = keepWindow({
    ...parts,
    role: 'cashier',
    options: () => {
      cancelShrink();
      isCalled = false;
      const display = cashierDisplay();
      home = homeAt(screen.getAllDisplays(), display, cashierBounds(stance, display.workArea));
      return cashierOptions(stance, display.workArea, platform);
    },
    onReady: (window) => {
      isKeyboardLent = false;
      isPutAway = false;
      if (stance.form === 'dock') {
        window.setAlwaysOnTop(true, 'screen-saver');
        // Shown without taking the keyboard from the till's software.
        window.showInactive();
      } else {
        window.show();
      }
      // The displays may have changed since it was asked for.
      bringHome();
      customer.place();
      // `moved` does not exist on Linux, and on Windows it comes only after a drag.
      window.on('move', () => {
        cancelMoved();
        cancelMoved = clock.setTimer(dragEndsMs, moved);
      });
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

  const standing = () => {
    const window = cashier.current();
    return window === null || window.isDestroyed() ? null : window;
  };

  const homeDisplay = () => (home === null ? null : homeAmong(screen.getAllDisplays(), home));

  /** Its own while that is connected, also before the window has come back to it. */
  const cashierDisplay = () => {
    const window = standing();
    const elsewhere = () =>
      window === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(window.getBounds());
    return homeDisplay() ?? elsewhere();
  };

  const noteHome = (): void => {
    const window = standing();
    if (window === null || window.isMinimized()) return;
    const bounds = window.getBounds();
    home = homeAt(screen.getAllDisplays(), screen.getDisplayMatching(bounds), bounds);
  };

  const bringHome = (): void => {
    standDocked();
    const [window, display] = [standing(), homeDisplay()];
    if (!parts.canPlace || home === null || window === null || display === null) return;
    home = homeAt(screen.getAllDisplays(), display, boundsAtHome(home, display));
    const isThere = screen.getDisplayMatching(window.getBounds()).id === display.id;
    if (isThere || stance.form === 'dock') return;
    // A window that fills its display neither moves nor returns with its size.
    const isMaximized = window.isMaximized();
    if (isMaximized) window.unmaximize();
    window.setBounds(home.window);
    if (isMaximized) window.maximize();
  };

  const moved = (): void => {
    if (cancelSettled === null && (homeDisplay() !== null || stance.form === 'full')) noteHome();
    else bringHome();
    placeAnew();
  };

  const customerDisplay = () =>
    chooseCustomerDisplay(screen.getAllDisplays(), cashierDisplay().id, parts.chosenDisplay());

  const customer = createCustomerWindow({
    ...parts,
    display: customerDisplay,
    cashierDisplayId: () => cashierDisplay().id,
    onChange: listeners.tell,
    onPreloadError: () => parts.onPreloadError('customer'),
  });

  const kept = { cashier, customer };
  const identify = createIdentify(parts);

  /** Which display is whose may have changed, also where no window has to move. */
  const placeAnew = (): void => {
    customer.place();
    listeners.tell();
  };

  function listDisplays(): readonly ConnectedDisplay[] {
    if (!parts.canPlace) return [];
    const all = displaysInOrder(screen.getAllDisplays());
    const [cashierId, customerId] = [cashierDisplay().id, customerDisplay()?.id];
    const chosen = parts.chosenDisplay();
    const chosenId = chosen === null ? undefined : recognise(all, chosen)?.id;
    return all.map(({ id, label, bounds: { x, y, width, height } }) => ({
      ...{ id, label, x, y, width, height },
      use: id === cashierId ? 'cashier' : id === customerId ? 'customer' : null,
      isChosen: id === chosenId,
    }));
  }

  const docked = () => (stance.form === 'dock' ? standing() : null);

  /** A text field of the cashier window gained or lost the focus. The docked window has the keyboard only meanwhile. */
  const wantKeyboard = (isWanted: boolean): void => {
    const window = docked();
    if (window === null || isWanted === isKeyboardLent) return;
    isKeyboardLent = isWanted;
    lendKeyboard(platform, window, isWanted);
  };

  const setStance = (next: Stance): void => {
    const before = stance;
    stance = next;
    // A frame cannot be put on or taken off: the other form is another window.
    if (before.form !== next.form) {
      if (cashier.current() !== null) cashier.replace();
      return;
    }
    if (before.side !== next.side) standDocked();
  };

  const standDocked = (): void => {
    docked()?.setBounds(dockedBounds(stance, cashierDisplay().workArea, isCalled));
  };

  /** The panel is called, or given back: then the window is small again, where it was. */
  const callDock = (isWanted: boolean): void => {
    if (docked() === null) return;
    cancelShrink();
    const become = (): void => {
      isCalled = isWanted;
      // At rest there is nothing to write in, and its page may shrink without a tap that would tell so.
      if (!isWanted) wantKeyboard(false);
      standDocked();
    };
    if (isWanted) become();
    else cancelShrink = clock.setTimer(staysMs, become);
  };

  /** The small dock follows a finger; `x` and `y` are where its upper left corner would be on the screen. */
  const dragDock = ({ x, y, isDropped }: DockDrag): void => {
    const window = docked();
    if (window === null || isCalled || !parts.canPlace) return;
    const { workArea } = screen.getDisplayMatching({ ...window.getBounds(), x: Math.round(x), y: Math.round(y) });
    const bounds = draggedDock(workArea, { x, y });
    window.setBounds(bounds);
    if (!isDropped) return;
    const to = droppedDock(workArea, bounds);
    stance = { ...stance, ...to };
    window.setBounds(dockedBounds(stance, workArea));
    noteHome();
    parts.onDockDropped(to);
  };

  /** A request that the window manager ignores is not repeated: the window belongs where it is. */
  const settled = (): void => {
    cancelSettled = null;
    if (homeDisplay() !== null) noteHome();
    placeAnew();
  };

  const displaysChanged = (): void => {
    cancelMoved();
    cancelSettled?.();
    cancelSettled = clock.setTimer(systemMovesMs, settled);
    bringHome();
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
      cashier.replace();
      customer.replace();
      for (const change of changes) screen.on(change as 'display-added', displaysChanged);
    },
    leave: () => {
      cashier.leave();
      customer.leave();
    },
    close: () => {
      cancelShrink();
      cancelMoved();
      cancelSettled?.();
      identify.end();
      for (const change of changes) screen.off(change as 'display-added', displaysChanged);
      cashier.close();
      customer.close();
    },
    roleOf: (id: number): ScreenRole | null => (cashier.owns(id) ? 'cashier' : customer.owns(id) ? 'customer' : null),
    /** Sends a snapshot and applies the form and position in it to the cashier window. */
    show: <Role extends ScreenRole>(role: Role, snapshot: Snapshot<ViewOf[Role]>): void => {
      const { view } = snapshot;
      if ('form' in view) {
        setStance({ ...stance, form: view.form, side: view.settings['cashier.dockSide'].value });
      }
      kept[role].show(snapshot);
    },
    wantKeyboard,
    callDock,
    dragDock,
    /** Brings the cashier window back, for a second start or the tray. */
    focusCashier: () => {
      const window = standing();
      if (window === null) return;
      isPutAway = false;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    /** Whether the customer window is to be seen on a display of its own. */
    customerDisplayConnected: customer.isShown,
    /** What the system reports about the customer display. Null without one. */
    customerDisplayCanBeTouched: (): boolean | null => touchOf(customerDisplay()),
    onDisplayChange: listeners.add,
    displays: { list: listDisplays, identify: () => identify.show(displaysInOrder(screen.getAllDisplays())) },
    /** Looks again where the customer window belongs: another display was chosen. */
    place: placeAnew,
  };
};
