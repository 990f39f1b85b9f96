import { type BrowserWindow, type Rectangle, screen } from 'electron';
import type { SystemPorts } from '../ports.ts';
import type { DockDrag } from '../shared/bridge.ts';
import { dockedBounds, draggedDock, droppedDock, lendKeyboard, type Platform, type Stance } from './placement.ts';

interface DockParts extends Pick<SystemPorts, 'clock'> {
  readonly platform: Platform;
  readonly canPlace: boolean;
  readonly stance: Stance;
}

/** A second tap on the button that closes the panel must hit the panel, and never the till's software behind it. */
const staysMs = 600;

/** The form and the position of the cashier window. The docked window is small at rest and a panel when it is called. */
export function createDock({ clock, platform, canPlace, stance: first }: DockParts) {
  let stance = first;
  /** A text field of the docked window has borrowed the keyboard. */
  let isKeyboardLent = false;
  /** The docked window is the panel, and not small as at rest. */
  let isCalled = false;
  let cancelShrink = (): void => undefined;

  /** A text field of the cashier window gained or lost the focus. The docked window has the keyboard only meanwhile. */
  function wantKeyboard(window: BrowserWindow, isWanted: boolean): void {
    if (isWanted === isKeyboardLent) return;
    isKeyboardLent = isWanted;
    lendKeyboard(platform, window, isWanted);
  }

  return {
    stance: () => stance,
    setStance(next: Stance): void {
      stance = next;
    },
    /** Call this for each new window, which begins at rest. */
    begin(): void {
      cancelShrink();
      isCalled = false;
    },
    /** Call this when the new window is visible. No field of it has the keyboard yet. */
    opened(): void {
      isKeyboardLent = false;
    },
    bounds: (workArea: Rectangle): Rectangle => dockedBounds(stance, workArea, isCalled),
    wantKeyboard,
    /** Opens the panel, or makes the window small again at its previous position. */
    call(window: BrowserWindow, isWanted: boolean, stand: () => void): void {
      cancelShrink();
      const become = (): void => {
        isCalled = isWanted;
        // The small window has no text field, and its page may shrink without a report that the focus was lost.
        if (!isWanted && !window.isDestroyed()) wantKeyboard(window, false);
        stand();
      };
      if (isWanted) become();
      else cancelShrink = clock.setTimer(staysMs, become);
    },
    /**
     * Moves the small dock with a finger; `x` and `y` are the requested position of its upper left corner on the
     * screen. Returns its new position after the drag.
     */
    drag(window: BrowserWindow, { x, y, isDropped }: DockDrag): Pick<Stance, 'side' | 'top'> | null {
      if (isCalled || !canPlace) return null;
      const { workArea } = screen.getDisplayMatching({ ...window.getBounds(), x: Math.round(x), y: Math.round(y) });
      const bounds = draggedDock(workArea, { x, y });
      window.setBounds(bounds);
      if (!isDropped) return null;
      const to = droppedDock(workArea, bounds);
      stance = { ...stance, ...to };
      window.setBounds(dockedBounds(stance, workArea));
      return to;
    },
    stop: () => cancelShrink(),
  };
}
