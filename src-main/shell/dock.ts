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
    /** Another window is made: it begins at rest. */
    begin(): void {
      cancelShrink();
      isCalled = false;
    },
    /** The new window is seen. No field of it has the keyboard. */
    opened(): void {
      isKeyboardLent = false;
    },
    bounds: (workArea: Rectangle): Rectangle => dockedBounds(stance, workArea, isCalled),
    wantKeyboard,
    /** The panel is called, or given back: then the window is small again, where it was. */
    call(window: BrowserWindow, isWanted: boolean, stand: () => void): void {
      cancelShrink();
      const become = (): void => {
        isCalled = isWanted;
        // At rest there is nothing to write in, and its page may shrink without a tap that would tell so.
        if (!isWanted && !window.isDestroyed()) wantKeyboard(window, false);
        stand();
      };
      if (isWanted) become();
      else cancelShrink = clock.setTimer(staysMs, become);
    },
    /**
     * The small dock follows a finger; `x` and `y` are where its upper left corner would be on the screen. Returns its
     * new place once it was dropped.
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
