import { type BrowserWindow, type Rectangle, screen } from 'electron';
import type { SystemPorts } from '../ports.ts';
import type { DockDrag } from '../shared/bridge.ts';
import { dockedBounds, draggedDock, droppedDock, lendKeyboard, type Placement, type Platform } from './placement.ts';

interface DockParts extends Pick<SystemPorts, 'clock'> {
  readonly platform: Platform;
  readonly canPlace: boolean;
  readonly placement: Placement;
}

/** After this time the panel shrinks, so that a second tap on its close button does not reach the till behind it. */
const staysMs = 600;

/** The form and position of the cashier window. The docked window is small, and opens as a panel. */
export function createDock({ clock, platform, canPlace, placement: first }: DockParts) {
  let placement = first;
  /** A text field of the docked window has taken the keyboard. */
  let isKeyboardLent = false;
  /** Whether the docked window is opened as a panel. */
  let isCalled = false;
  let cancelShrink = (): void => undefined;

  /** Gives the keyboard to the docked window only while one of its text fields has the focus. */
  function wantKeyboard(window: BrowserWindow, isOn: boolean): void {
    if (isOn === isKeyboardLent) return;
    isKeyboardLent = isOn;
    lendKeyboard(platform, window, isOn);
  }

  return {
    placement: () => placement,
    setPlacement(next: Placement): void {
      placement = next;
    },
    /** Call this for each new window, which begins small. */
    begin(): void {
      cancelShrink();
      isCalled = false;
    },
    /** Call this when the new window is visible. No field of it has the keyboard yet. */
    opened(): void {
      isKeyboardLent = false;
    },
    bounds: (workArea: Rectangle): Rectangle => dockedBounds(placement, workArea, isCalled),
    wantKeyboard,
    /** Opens the panel, or makes the window small again at its previous position. */
    call(window: BrowserWindow, isOn: boolean, stand: () => void): void {
      cancelShrink();
      const become = (): void => {
        isCalled = isOn;
        // The small window has no text field, and its page may shrink without reporting the lost focus.
        if (!isOn && !window.isDestroyed()) wantKeyboard(window, false);
        stand();
      };
      if (isOn) become();
      else cancelShrink = clock.setTimer(staysMs, become);
    },
    /** Moves the small dock; `x` and `y` are its upper left corner on the screen. Returns its place after the drag. */
    drag(window: BrowserWindow, { x, y, isDropped }: DockDrag): Omit<Placement, 'form'> | null {
      if (isCalled || !canPlace) return null;
      const { workArea } = screen.getDisplayMatching({ ...window.getBounds(), x: Math.round(x), y: Math.round(y) });
      const bounds = draggedDock(workArea, { x, y });
      window.setBounds(bounds);
      if (!isDropped) return null;
      const to = droppedDock(workArea, bounds);
      placement = { ...placement, ...to };
      window.setBounds(dockedBounds(placement, workArea));
      return to;
    },
    stop: () => cancelShrink(),
  };
}
