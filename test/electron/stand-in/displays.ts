import { readOrders } from './orders.ts';
import { newEmitter, strict, strictEmitter } from './strict.ts';

const size = { width: 1024, height: 768 } as const;

const displayAt = (index: number): Electron.Display => {
  const bounds = { x: index * size.width, y: 0, ...size };
  return strict<Electron.Display>('Display', {
    id: index + 1,
    label: `stand-in ${index + 1}`,
    bounds,
    workArea: bounds,
    size,
    workAreaSize: size,
    scaleFactor: 1,
    internal: false,
  });
};

const events = newEmitter();
let plugged: readonly Electron.Display[] | null = null;
const displays = (): readonly Electron.Display[] => {
  plugged ??= Array.from({ length: readOrders().displays }, (_unused, index) => displayAt(index));
  return plugged;
};

const primary = (): Electron.Display => {
  const [first] = displays();
  if (first === undefined) throw new Error('the stand-in needs at least one display');
  return first;
};

const overlap = (one: Electron.Rectangle, other: Electron.Rectangle): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

export const screen: Electron.Screen = strictEmitter<Electron.Screen>('screen', events, {
  getAllDisplays: () => [...displays()],
  getPrimaryDisplay: primary,
  getDisplayMatching: (rectangle) =>
    displays().reduce((best, one) => (overlap(one.bounds, rectangle) > overlap(best.bounds, rectangle) ? one : best)),
});

/** Pulls the plug of the last display that is not the first. */
export const unplug = (): void => {
  const removed = displays().at(-1);
  if (removed === undefined || displays().length === 1) return;
  plugged = displays().slice(0, -1);
  events.emit('display-removed', {}, removed);
};

export const replug = (): void => {
  const added = displayAt(displays().length);
  plugged = [...displays(), added];
  events.emit('display-added', {}, added);
};
