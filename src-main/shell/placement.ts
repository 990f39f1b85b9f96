import type { BrowserWindow, BrowserWindowConstructorOptions, Display, Rectangle } from 'electron';
import type { Settings } from '../shared/settings.ts';

/** Calculates the positions of windows without Electron. Lengths are in device-independent pixels. */

/** The label may be empty, and two displays of one model have the same label. */
export type DisplayInfo = Readonly<Pick<Display, 'id' | 'label' | 'bounds' | 'workArea'>>;

/** Whether a display has a touch screen. Null if the system does not say, or without a display. */
export function touchOf(display: Pick<Display, 'touchSupport'> | null): boolean | null {
  if (display?.touchSupport === 'available') return true;
  return display?.touchSupport === 'unavailable' ? false : null;
}

export interface ChosenDisplay {
  readonly id: number;
  /** The label, size and position of the display when it was chosen; null if only its id is known. */
  readonly looks: (Readonly<Rectangle> & { readonly label: string }) | null;
}

/** The width of the cashier window when it is docked and opened as a panel. */
const dockWidth = 360;

/** The size of the docked window when it is closed, with room for an amount, its state and two actions. */
const smallDock = { width: 260, height: 180 };

/** Displays in the order in which a person numbers them: from left to right, then from top to bottom. */
export const displaysInOrder = <Display extends DisplayInfo>(displays: readonly Display[]): readonly Display[] =>
  [...displays].sort(
    (one, other) => one.bounds.x - other.bounds.x || one.bounds.y - other.bounds.y || one.id - other.id,
  );

/** The first display that matches the strongest evidence; undefined if none does. */
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

/** The chosen display if it is connected and not the cashier's, otherwise the first other one, otherwise null. */
export const chooseCustomerDisplay = <Display extends DisplayInfo>(
  displays: readonly Display[],
  cashierDisplayId: number,
  chosen: ChosenDisplay | null,
): Display | null => {
  const others = displaysInOrder(displays).filter(({ id }) => id !== cashierDisplayId);
  return (chosen === null ? undefined : recognise(others, chosen)) ?? others[0] ?? null;
};

/** Places a window in the work area: 0 is the left or upper edge, 1 the right or lower edge. */
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

export const draggedDock = (workArea: Rectangle, { x, y }: Pick<Rectangle, 'x' | 'y'>): Rectangle => {
  const part = (at: number, room: number) => Math.min(1, Math.max(0, room > 0 ? at / room : 0));
  const across = part(x - workArea.x, workArea.width - smallDock.width);
  return placed(workArea, smallDock, across, part(y - workArea.y, workArea.height - smallDock.height));
};

export const droppedDock = (workArea: Rectangle, bounds: Rectangle): Omit<Placement, 'form'> => ({
  dockSide: bounds.x + bounds.width / 2 < workArea.x + workArea.width / 2 ? 'left' : 'right',
  dockTop: (bounds.y - workArea.y) / Math.max(1, workArea.height - bounds.height),
});

export const fullBounds = (workArea: Rectangle): Rectangle => placed(workArea, { width: 1_280, height: 800 }, 0.5, 0.5);

/** Scaled displays and some window managers return bounds that differ by one pixel, at 175 % even by two. */
const roundingPixels = 2;

const nearBounds = (one: Rectangle, other: Rectangle): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= roundingPixels);

export type Platform = NodeJS.Platform;

/** The background colour of src-renderer/theme/tokens.css, so that nothing flashes before the first paint. */
const background = '#f5efe3';
const frameless = { frame: false, roundedCorners: false, resizable: false, backgroundColor: background } as const;

/** The form and position of the cashier window. */
export type Placement = Pick<Settings['cashier'], 'form' | 'dockSide' | 'dockTop'>;

/** The bounds of the docked window: small, or opened as a panel with the height of the work area. */
export const dockedBounds = ({ dockSide, dockTop }: Placement, workArea: Rectangle, isCalled = false): Rectangle => {
  const size = isCalled ? { width: dockWidth, height: workArea.height } : smallDock;
  return placed(workArea, size, dockSide === 'left' ? 0 : 1, dockTop);
};

export const cashierBounds = (placement: Placement, workArea: Rectangle): Rectangle =>
  placement.form === 'dock' ? dockedBounds(placement, workArea) : fullBounds(workArea);

export const cashierOptions = (
  placement: Placement,
  workArea: Rectangle,
  platform: Platform,
): BrowserWindowConstructorOptions =>
  placement.form === 'dock'
    ? {
        ...cashierBounds(placement, workArea),
        ...frameless,
        maximizable: false,
        fullscreenable: false,
        alwaysOnTop: true,
        // `lendKeyboard` makes it focusable while a text field is in use.
        ...(lendsKeyboard(platform) && { focusable: false }),
        ...(platform === 'darwin' && { acceptFirstMouse: true, type: 'panel' }),
      }
    : { ...cashierBounds(placement, workArea), minWidth: 800, minHeight: 600, backgroundColor: background };

/** On macOS a native full-screen window cannot be moved and blanks the other displays. */
export const usesFullScreen = (platform: Platform): boolean => platform !== 'darwin';

/** Without `skipTransformProcessType` macOS removes the program's Dock icon and menu. */
export const aboveFullScreen = { visibleOnFullScreen: true, skipTransformProcessType: true } as const;

/** The customer window is not focusable, so that a touch never takes the keyboard from the till. */
export const customerOptions = (platform: Platform): BrowserWindowConstructorOptions => ({
  ...frameless,
  focusable: false,
  skipTaskbar: true,
  fullscreenable: usesFullScreen(platform),
  ...(platform === 'darwin' && {
    // The window also covers the menu bar, and its page gets the first touch.
    enableLargerThanScreen: true,
    acceptFirstMouse: true,
    type: 'panel',
  }),
});

interface Standing {
  readonly visible: boolean;
  readonly fullScreen: boolean;
  readonly bounds: Rectangle;
  readonly displayId: number;
}

/** Whether a window fills this display. With native full screen its state counts, because bounds may be rounded. */
export const fills = (platform: Platform, standing: Standing, display: Pick<DisplayInfo, 'id' | 'bounds'>): boolean =>
  standing.visible &&
  standing.displayId === display.id &&
  (usesFullScreen(platform) ? standing.fullScreen : nearBounds(standing.bounds, display.bounds));

/** Where a person put the cashier window. Systems move windows when displays change. */
export interface SavedPosition {
  readonly display: Pick<DisplayInfo, 'id' | 'label' | 'bounds'>;
  /** The ids of the other displays at that time. None of them can be the returning display. */
  readonly others: readonly number[];
  readonly window: Rectangle;
}

export const positionAt = <Display extends DisplayInfo>(
  displays: readonly Display[],
  display: Display,
  window: Rectangle,
): SavedPosition => ({ display, others: displays.map(({ id }) => id).filter((id) => id !== display.id), window });

/** The cashier's display among the connected ones, even under a new id. Null while it is not connected. */
export function savedDisplay<Display extends DisplayInfo>(
  displays: readonly Display[],
  { display: { id, label, bounds }, others }: SavedPosition,
): Display | null {
  const same = displays.find((one) => one.id === id && one.label === label);
  const come = displays.filter((one) => !others.includes(one.id));
  return same ?? recognise(come, { id, looks: { label, ...bounds } }) ?? null;
}

export function savedBounds({ display, window }: SavedPosition, { bounds, workArea }: DisplayInfo): Rectangle {
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

/** Windows and macOS support windows that take no keyboard. On Linux no window manager would control them. */
const lendsKeyboard = (platform: Platform): boolean => platform === 'win32' || platform === 'darwin';

/** Gives the keyboard focus to the docked cashier window while a person types in it, and then back to the till. */
export const lendKeyboard = (
  platform: Platform,
  window: Pick<BrowserWindow, 'setFocusable' | 'focus' | 'blur'>,
  isOn: boolean,
): void => {
  if (!lendsKeyboard(platform)) return;
  window.setFocusable(isOn);
  if (isOn) window.focus();
  // On Windows `blur` gives the keyboard to the till's window below. On macOS the till stays the active program, and
  // `blur` would put the dock behind it.
  else if (platform === 'win32') window.blur();
};
