import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';

/** Where windows belong, as plain arithmetic; the windows ask Electron and move. Lengths in device-independent pixels. */

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DisplayInfo {
  readonly id: number;
  /** As the system names it; may be empty, and two of one make have the same. */
  readonly label: string;
  readonly bounds: Rectangle;
  /** Without the system's own bars. */
  readonly workArea: Rectangle;
}

/** Whether a display can be touched, as far as the system says; null where it does not, or there is no display. */
export function touchOf(display: { readonly touchSupport: string } | null): boolean | null {
  if (display?.touchSupport === 'available') return true;
  return display?.touchSupport === 'unavailable' ? false : null;
}

/** What is remembered of a display: an id may be another one after the plug was pulled. */
export interface ChosenDisplay {
  readonly id: number;
  /** How it looked when it was chosen; null when only its id is known. */
  readonly looks: (Rectangle & { readonly label: string }) | null;
}

/** The width of the docked cashier window. */
const dockWidth = 360;

/** Of the tab that it folds to: room for a finger (56) inside the frame that training wears (2 x 8), and for the amount. */
const tabSize = { width: 72, height: 320 };

/** Everything that a person sees of the displays, numbered from left to right, then top to bottom. */
export const displaysInOrder = <Display extends DisplayInfo>(displays: readonly Display[]): readonly Display[] =>
  [...displays].sort(
    (one, other) => one.bounds.x - other.bounds.x || one.bounds.y - other.bounds.y || one.id - other.id,
  );

/** The first of `displays` that fits the strongest sign there is; undefined when none does. */
export const recognise = <Display extends DisplayInfo>(
  displays: readonly Display[],
  { id, looks }: ChosenDisplay,
): Display | undefined => {
  const hasId = (one: Display) => one.id === id;
  if (looks === null) return displays.find(hasId);
  const hasLabel = ({ label }: Display) => label === looks.label;
  const hasSize = ({ bounds }: Display) => bounds.width === looks.width && bounds.height === looks.height;
  const hasPlace = ({ bounds }: Display) => bounds.x === looks.x && bounds.y === looks.y;
  const signs: readonly ((one: Display) => boolean)[] = [
    // An id that another display has taken over says nothing.
    (one) => hasId(one) && hasLabel(one),
    (one) => hasLabel(one) && hasSize(one) && hasPlace(one),
    (one) => hasLabel(one) && hasSize(one),
    (one) => hasSize(one) && hasPlace(one),
    hasId,
  ];
  return signs.map((fits) => displays.find(fits)).find((found) => found !== undefined);
};

/**
 * The display for customers: the chosen one while it is connected and not the cashier's, else the first other one from
 * left to right, then top to bottom. Null when the cashier's is the only one: the customer window never goes there.
 */
export const chooseCustomerDisplay = <Display extends DisplayInfo>(
  displays: readonly Display[],
  cashierDisplayId: number,
  chosen: ChosenDisplay | null,
): Display | null => {
  const others = displaysInOrder(displays).filter(({ id }) => id !== cashierDisplayId);
  return (chosen === null ? undefined : recognise(others, chosen)) ?? others[0] ?? null;
};

/** At the top of one of its edges. */
const atEdge = (workArea: Rectangle, side: 'left' | 'right', size: Pick<Rectangle, 'width' | 'height'>): Rectangle => {
  const width = Math.min(size.width, workArea.width);
  const x = side === 'left' ? workArea.x : workArea.x + workArea.width - width;
  return { x, y: workArea.y, width, height: Math.min(size.height, workArea.height) };
};

/** The docked form: the full height of the work area at one of its edges. */
export const dockBounds = (workArea: Rectangle, side: 'left' | 'right'): Rectangle =>
  atEdge(workArea, side, { width: dockWidth, height: workArea.height });

/**
 * The tab that the docked form folds to: at the top of its edge, under the button that folds it, so that the second of two
 * quick taps meets the tab and never what the till's software has there.
 */
const tabBounds = (workArea: Rectangle, side: 'left' | 'right'): Rectangle => atEdge(workArea, side, tabSize);

/** The full form before anyone moved it: centred, at most 1280x800, and inside the work area. */
export const fullBounds = (workArea: Rectangle): Rectangle => {
  const width = Math.min(1_280, workArea.width);
  const height = Math.min(800, workArea.height);
  return {
    x: workArea.x + Math.floor((workArea.width - width) / 2),
    y: workArea.y + Math.floor((workArea.height - height) / 2),
    width,
    height,
  };
};

/** Scaled displays and some window managers give bounds back that are off by one, even by two at 175 %. */
const roundingPixels = 2;

const nearBounds = (one: Rectangle, other: Rectangle): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= roundingPixels);

/** How the windows stand on each system, and whether they do. Pure: the platform is an argument. */

export type Platform = NodeJS.Platform;

/** The colour of the renderer's paper (src-renderer/theme/tokens.css), so that nothing flashes before the first paint. */
const background = '#f5efe3';

/** How the cashier's window stands. Side and tab are the docked form's. */
export interface Stance {
  readonly form: 'dock' | 'full';
  readonly side: 'left' | 'right';
  /** Folded to a tab at its edge. */
  readonly isTab: boolean;
}

export const stanceOf = (cashier: {
  readonly form: Stance['form'];
  readonly dockSide: Stance['side'];
  readonly dockCollapsed: boolean;
}): Stance => ({ form: cashier.form, side: cashier.dockSide, isTab: cashier.dockCollapsed });

/** Where the docked window stands. */
export const dockedBounds = ({ side, isTab }: Stance, workArea: Rectangle): Rectangle =>
  isTab ? tabBounds(workArea, side) : dockBounds(workArea, side);

/** Where a new window of the cashier's stands. */
export const cashierBounds = (stance: Stance, workArea: Rectangle): Rectangle =>
  stance.form === 'dock' ? dockedBounds(stance, workArea) : fullBounds(workArea);

export const cashierOptions = (
  stance: Stance,
  workArea: Rectangle,
  platform: Platform,
): BrowserWindowConstructorOptions =>
  stance.form === 'dock'
    ? {
        ...cashierBounds(stance, workArea),
        frame: false,
        roundedCorners: false,
        resizable: false,
        maximizable: false,
        fullscreenable: false,
        alwaysOnTop: true,
        backgroundColor: background,
        // Whoever writes in it is lent the keyboard (`lendKeyboard`).
        ...(lendsKeyboard(platform) && { focusable: false }),
        ...(platform === 'darwin' && { acceptFirstMouse: true, type: 'panel' }),
      }
    : { ...cashierBounds(stance, workArea), minWidth: 800, minHeight: 600, backgroundColor: background };

/**
 * On macOS a window in native full screen cannot be moved, and blanks the other displays: there a frameless window as large as
 * the display takes its place.
 */
export const usesFullScreen = (platform: Platform): boolean => platform !== 'darwin';

/** Without the last word macOS makes the program one that has no Dock icon and no menu. */
export const aboveFullScreen = { visibleOnFullScreen: true, skipTransformProcessType: true } as const;

/** Not focusable: a customer who touches the screen never takes the keyboard from the till. */
export const customerOptions = (platform: Platform): BrowserWindowConstructorOptions => ({
  frame: false,
  roundedCorners: false,
  focusable: false,
  resizable: false,
  skipTaskbar: true,
  fullscreenable: usesFullScreen(platform),
  backgroundColor: background,
  ...(platform === 'darwin' && {
    // Under the menu bar, too; and the first touch is for the page, not for the window.
    enableLargerThanScreen: true,
    acceptFirstMouse: true,
    type: 'panel',
  }),
});

/** What can be seen of a window from here. */
interface Standing {
  readonly visible: boolean;
  readonly fullScreen: boolean;
  readonly bounds: Rectangle;
  /** The display on which most of it is, by its bounds. */
  readonly displayId: number;
}

/** Whether a window fills this display. Where there is full screen its state counts, for bounds come back rounded. */
export const fills = (platform: Platform, standing: Standing, display: Pick<DisplayInfo, 'id' | 'bounds'>): boolean =>
  standing.visible &&
  standing.displayId === display.id &&
  (usesFullScreen(platform) ? standing.fullScreen : nearBounds(standing.bounds, display.bounds));

/**
 * Where the cashier's window belongs: where it was opened, or where a person brought it. Displays change places, go to sleep
 * and come back while the program is open, and systems then leave or put windows where they like: without a memory the
 * cashier's window would stay in front of the customers, and theirs would take its display.
 */
export interface Home {
  readonly display: Pick<DisplayInfo, 'id' | 'label' | 'bounds'>;
  /** The other displays that were there: none of them can be this one come back. */
  readonly others: readonly number[];
  /** How the window stood. */
  readonly window: Rectangle;
}

export const homeAt = <Display extends DisplayInfo>(
  displays: readonly Display[],
  display: Display,
  window: Rectangle,
): Home => ({ display, others: displays.map(({ id }) => id).filter((id) => id !== display.id), window });

/** The cashier's display among those that are connected; null while it is not. It may have another id than before. */
export function homeAmong<Display extends DisplayInfo>(
  displays: readonly Display[],
  { display: { id, label, bounds }, others }: Home,
): Display | null {
  const same = displays.find((one) => one.id === id && one.label === label);
  const come = displays.filter((one) => !others.includes(one.id));
  return same ?? recognise(come, { id, looks: { label, ...bounds } }) ?? null;
}

/** As the window stood at home, wherever that is now, and inside it. */
export function boundsAtHome({ display, window }: Home, { bounds, workArea }: DisplayInfo): Rectangle {
  const width = Math.min(window.width, workArea.width);
  const height = Math.min(window.height, workArea.height);
  const inside = (at: number, from: number, room: number): number => Math.min(Math.max(at, from), from + room);
  return {
    x: inside(bounds.x + window.x - display.bounds.x, workArea.x, workArea.width - width),
    y: inside(bounds.y + window.y - display.bounds.y, workArea.y, workArea.height - height),
    width,
    height,
  };
}

/**
 * Where a window can be made that a tap gives no keyboard: Windows (WS_EX_NOACTIVATE) and macOS (a panel). On Linux Electron
 * would take such a window from the window manager altogether, and could not give it the keyboard later.
 */
const lendsKeyboard = (platform: NodeJS.Platform): boolean => platform === 'win32' || platform === 'darwin';

/** The keyboard is the till's; the dock gets it while somebody writes in it, and gives it back. */
export const lendKeyboard = (
  platform: NodeJS.Platform,
  window: Pick<BrowserWindow, 'setFocusable' | 'focus' | 'blur'>,
  wanted: boolean,
): void => {
  if (!lendsKeyboard(platform)) return;
  window.setFocusable(wanted);
  if (wanted) window.focus();
  // To the window below, the till's. On macOS the till is still the active program, and this would put the dock behind it.
  else if (platform === 'win32') window.blur();
};
