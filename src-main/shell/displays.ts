/** Where windows belong, as plain arithmetic; the windows ask Electron and move. Lengths in device-independent pixels. */

export interface Rectangle {
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
export const tabBounds = (workArea: Rectangle, side: 'left' | 'right'): Rectangle => atEdge(workArea, side, tabSize);

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

export const nearBounds = (one: Rectangle, other: Rectangle): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= roundingPixels);
