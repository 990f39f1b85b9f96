/** Where windows belong, as plain arithmetic; `windows.ts` asks Electron and moves them. Lengths in device-independent pixels. */

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DisplayInfo {
  readonly id: number;
  readonly bounds: Rectangle;
  /** Without the system's own bars. */
  readonly workArea: Rectangle;
}

/** The width of the docked cashier window. */
export const dockWidth = 360;

/**
 * The display for customers: the chosen one while it is connected and not the cashier's, else the first other one from
 * left to right, then top to bottom. Null when the cashier's is the only one: the customer window never goes there.
 */
export const chooseCustomerDisplay = <Display extends DisplayInfo>(
  displays: readonly Display[],
  cashierDisplayId: number,
  chosenId: number | null,
): Display | null => {
  const others = displays
    .filter(({ id }) => id !== cashierDisplayId)
    .sort((one, other) => one.bounds.x - other.bounds.x || one.bounds.y - other.bounds.y || one.id - other.id);
  return others.find(({ id }) => id === chosenId) ?? others[0] ?? null;
};

/** The docked form: the full height of the work area at one of its edges. */
export const dockBounds = (workArea: Rectangle, side: 'left' | 'right'): Rectangle => {
  const width = Math.min(dockWidth, workArea.width);
  return {
    x: side === 'left' ? workArea.x : workArea.x + workArea.width - width,
    y: workArea.y,
    width,
    height: workArea.height,
  };
};

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

export const sameBounds = (one: Rectangle, other: Rectangle): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
