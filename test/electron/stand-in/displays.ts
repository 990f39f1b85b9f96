import { isDeepStrictEqual } from 'node:util';
import { type PluggedDisplay, readOrders } from './orders.ts';
import { onlyAfterReady } from './phase.ts';
import { newEmitter, strict, strictEmitter } from './strict.ts';

const size = { width: 1024, height: 768 } as const;
/** The height of the system's bar at the top of the display at the left. */
const barHeight = 24;

const displayOf = (plugged: PluggedDisplay): Electron.Display => {
  const { id, label = `stand-in ${id}`, x = (id - 1) * size.width } = plugged;
  const { scaleFactor = id === 1 ? 1 : readOrders().scaleFactor } = plugged;
  // The size in device-independent pixels: the same pixels are fewer at 125 %.
  const { width = Math.round(size.width / scaleFactor), height = Math.round(size.height / scaleFactor) } = plugged;
  const bar = x === 0 ? barHeight : 0;
  return strict<Electron.Display>('Display', {
    id,
    label,
    bounds: { x, y: 0, width, height },
    workArea: { x, y: bar, width, height: height - bar },
    size: { width, height },
    scaleFactor,
    touchSupport: 'unknown',
  });
};

const events = newEmitter();
let plugged: readonly PluggedDisplay[] | null = null;
const all = (): readonly PluggedDisplay[] => {
  plugged ??= Array.from({ length: readOrders().displays }, (_unused, index) => ({ id: index + 1 }));
  return plugged;
};
const displays = (): readonly Electron.Display[] => all().map(displayOf);

const primary = (): Electron.Display => {
  const [first] = displays();
  if (first === undefined) throw new Error('the stand-in needs at least one display');
  return first;
};

const overlap = (one: Electron.Rectangle, other: Electron.Rectangle): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

export const displayAround = (rectangle: Electron.Rectangle): Electron.Display =>
  displays().reduce((best, one) => (overlap(one.bounds, rectangle) > overlap(best.bounds, rectangle) ? one : best));

const afterReady = <T>(what: string, give: () => T): T => {
  onlyAfterReady(`screen.${what}`);
  return give();
};

export const screen: Electron.Screen = strictEmitter<Electron.Screen>('screen', events, {
  getAllDisplays: () => afterReady('getAllDisplays', () => [...displays()]),
  getPrimaryDisplay: () => afterReady('getPrimaryDisplay', primary),
  getDisplayMatching: (rectangle) => afterReady('getDisplayMatching', () => displayAround(rectangle)),
});

/** Replaces the displays and reports each difference. As on X11, windows do not move with their display. */
export const plug = (next: readonly PluggedDisplay[]): void => {
  const before = all();
  plugged = next;
  for (const one of before)
    if (next.every(({ id }) => id !== one.id)) events.emit('display-removed', {}, displayOf(one));
  for (const one of next) {
    const was = before.find(({ id }) => id === one.id);
    if (was === undefined) events.emit('display-added', {}, displayOf(one));
    else if (!isDeepStrictEqual(was, one)) events.emit('display-metrics-changed', {}, displayOf(one), ['bounds']);
  }
};
