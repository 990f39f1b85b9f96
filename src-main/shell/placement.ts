import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';

/** Calculates the positions of windows without Electron. Lengths are in device-independent pixels. */

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DisplayInfo {
  readonly id: number;
  /** The name that the system gives; it may be empty, and two displays of one model have the same name. */
  readonly label: string;
  readonly bounds: Rectangle;
  /** The area without the taskbar and similar bars of the system. */
  readonly workArea: Rectangle;
}

/** Whether a display has a touch screen. Null if the system does not say, or without a display. */
export function touchOf(display: { readonly touchSupport: string } | null): boolean | null {
  if (display?.touchSupport === 'available') return true;
  return display?.touchSupport === 'unavailable' ? false : null;
}

export interface ChosenDisplay {
  readonly id: number;
  /** The appearance of the display when it was chosen; null if only its id is known. */
  readonly looks: (Rectangle & { readonly label: string }) | null;
}

/** The width of the docked cashier window as a panel. */
const dockWidth = 360;

/** The size of the docked window at rest, with an amount, its state and two actions. */
const smallDock = { width: 260, height: 180 };

/** Everything that a person sees of the displays, numbered from left to right, then top to bottom. */
export const displaysInOrder = <Display extends DisplayInfo>(displays: readonly Display[]): readonly Display[] =>
  [...displays].sort(
    (one, other) => one.bounds.x - other.bounds.x || one.bounds.y - other.bounds.y || one.id - other.id,
  );

/** The first display that matches the strongest available evidence; undefined if none does. */
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
    // An id that another display has taken over identifies nothing.
    (one) => hasId(one) && hasLabel(one),
    (one) => hasLabel(one) && hasSize(one) && hasPlace(one),
    (one) => hasLabel(one) && hasSize(one),
    (one) => hasSize(one) && hasPlace(one),
    hasId,
  ];
  return signs.map((fits) => displays.find(fits)).find((found) => found !== undefined);
};

/** The chosen display while it is connected and not the cashier's, else the first other one, else null. */
export const chooseCustomerDisplay = <Display extends DisplayInfo>(
  displays: readonly Display[],
  cashierDisplayId: number,
  chosen: ChosenDisplay | null,
): Display | null => {
  const others = displaysInOrder(displays).filter(({ id }) => id !== cashierDisplayId);
  return (chosen === null ? undefined : recognise(others, chosen)) ?? others[0] ?? null;
};

/** Places a window of this size in the work area; 0 is its left or upper edge, 1 its right or lower edge. */
const placed = (
  workArea: Rectangle,
  size: Pick<Rectangle, 'width' | 'height'>,
  across: number,
  down: number,
): Rectangle => {
  const width = Math.min(size.width, workArea.width);
  const height = Math.min(size.height, workArea.height);
  const x = workArea.x + Math.round(across * (workArea.width - width));
  return { x, y: workArea.y + Math.round(down * (workArea.height - height)), width, height };
};

/** The bounds of the small dock during a drag: all of it stays on the display. */
export const draggedDock = (workArea: Rectangle, { x, y }: Pick<Rectangle, 'x' | 'y'>): Rectangle => {
  const part = (at: number, room: number) => Math.min(1, Math.max(0, room > 0 ? at / room : 0));
  const across = part(x - workArea.x, workArea.width - smallDock.width);
  return placed(workArea, smallDock, across, part(y - workArea.y, workArea.height - smallDock.height));
};

export const droppedDock = (workArea: Rectangle, bounds: Rectangle): Pick<Stance, 'side' | 'top'> => ({
  side: bounds.x + bounds.width / 2 < workArea.x + workArea.width / 2 ? 'left' : 'right',
  top: (bounds.y - workArea.y) / Math.max(1, workArea.height - bounds.height),
});

/** The initial bounds of the full form: centred, at most 1280x800, and inside the work area. */
export const fullBounds = (workArea: Rectangle): Rectangle => placed(workArea, { width: 1_280, height: 800 }, 0.5, 0.5);

/** Scaled displays and some window managers give bounds back that are off by one, even by two at 175 %. */
const roundingPixels = 2;

const nearBounds = (one: Rectangle, other: Rectangle): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= roundingPixels);

export type Platform = NodeJS.Platform;

/** The colour of the renderer's paper (src-renderer/theme/tokens.css), so that nothing flashes before the first paint. */
const background = '#f5efe3';

/** The form and position of the cashier window. Side and top belong to the docked form. */
export interface Stance {
  readonly form: 'dock' | 'full';
  readonly side: 'left' | 'right';
  /** The vertical position at its edge at rest, from 0 to 1. */
  readonly top: number;
}

export const stanceOf = (cashier: {
  readonly form: Stance['form'];
  readonly dockSide: Stance['side'];
  readonly dockTop: number;
}): Stance => ({ form: cashier.form, side: cashier.dockSide, top: cashier.dockTop });

/** The bounds of the docked window: small at rest, and opened as a panel of the work area's height at the same edge. */
export const dockedBounds = ({ side, top }: Stance, workArea: Rectangle, isCalled = false): Rectangle => {
  const size = isCalled ? { width: dockWidth, height: workArea.height } : smallDock;
  return placed(workArea, size, side === 'left' ? 0 : 1, top);
};

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
        // A text field in it borrows the keyboard (`lendKeyboard`).
        ...(lendsKeyboard(platform) && { focusable: false }),
        ...(platform === 'darwin' && { acceptFirstMouse: true, type: 'panel' }),
      }
    : { ...cashierBounds(stance, workArea), minWidth: 800, minHeight: 600, backgroundColor: background };

/** On macOS a window in native full screen cannot be moved, and blanks the other displays. */
export const usesFullScreen = (platform: Platform): boolean => platform !== 'darwin';

/** Without the last argument macOS removes the program's Dock icon and menu. */
export const aboveFullScreen = { visibleOnFullScreen: true, skipTransformProcessType: true } as const;

/** The window is not focusable, so that a customer who touches the display never takes the keyboard from the till. */
export const customerOptions = (platform: Platform): BrowserWindowConstructorOptions => ({
  frame: false,
  roundedCorners: false,
  focusable: false,
  resizable: false,
  skipTaskbar: true,
  fullscreenable: usesFullScreen(platform),
  backgroundColor: background,
  ...(platform === 'darwin' && {
    // The window also covers the menu bar, and the first touch goes to the page, not to the window.
    enableLargerThanScreen: true,
    acceptFirstMouse: true,
    type: 'panel',
  }),
});

interface Standing {
  readonly visible: boolean;
  readonly fullScreen: boolean;
  readonly bounds: Rectangle;
  /** The display that contains most of the window, by its bounds. */
  readonly displayId: number;
}

/** Whether a window fills this display. Where there is full screen its state counts, for bounds come back rounded. */
export const fills = (platform: Platform, standing: Standing, display: Pick<DisplayInfo, 'id' | 'bounds'>): boolean =>
  standing.visible &&
  standing.displayId === display.id &&
  (usesFullScreen(platform) ? standing.fullScreen : nearBounds(standing.bounds, display.bounds));

/**
 * The position to which a person moved the cashier window. Systems move windows when displays change, also to the
 * customers' display.
 */
export interface Home {
  readonly display: Pick<DisplayInfo, 'id' | 'label' | 'bounds'>;
  /** The other displays at that time: none of them can be the reconnected one. */
  readonly others: readonly number[];
  /** The previous bounds of the window. */
  readonly window: Rectangle;
}

export const homeAt = <Display extends DisplayInfo>(
  displays: readonly Display[],
  display: Display,
  window: Rectangle,
): Home => ({ display, others: displays.map(({ id }) => id).filter((id) => id !== display.id), window });

/** The cashier's display among the connected ones, also under a new id. Null while it is not connected. */
export function homeAmong<Display extends DisplayInfo>(
  displays: readonly Display[],
  { display: { id, label, bounds }, others }: Home,
): Display | null {
  const same = displays.find((one) => one.id === id && one.label === label);
  const come = displays.filter((one) => !others.includes(one.id));
  return same ?? recognise(come, { id, looks: { label, ...bounds } }) ?? null;
}

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

/** Windows and macOS can make a window that takes no keyboard; Linux would take it from the window manager. */
const lendsKeyboard = (platform: Platform): boolean => platform === 'win32' || platform === 'darwin';

/** The keyboard belongs to the till. The dock borrows it while a person types in a field, and returns it. */
export const lendKeyboard = (
  platform: Platform,
  window: Pick<BrowserWindow, 'setFocusable' | 'focus' | 'blur'>,
  wanted: boolean,
): void => {
  if (!lendsKeyboard(platform)) return;
  window.setFocusable(wanted);
  if (wanted) window.focus();
  // `blur` gives the keyboard to the window below, the till's. On macOS the till is still the active program, and
  // `blur` would put the dock behind it.
  else if (platform === 'win32') window.blur();
};
