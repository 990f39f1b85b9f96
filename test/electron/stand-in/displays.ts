import { readOrders } from './orders.ts';
import { onlyAfterReady } from './phase.ts';
import { newEmitter, strict, strictEmitter } from './strict.ts';

const firstLabel = 'stand-in 1';
const size = { width: 1024, height: 768 } as const;
/** The height of the system's bar at the top of the first display. */
const barHeight = 24;

interface Plugged {
  readonly id: number;
  readonly label: string;
  readonly scaleFactor: number;
  readonly bounds: Electron.Rectangle;
}

const displayOf = ({ id, label, scaleFactor, bounds }: Plugged): Electron.Display => {
  const bar = bounds.x === 0 ? barHeight : 0;
  const workArea = { ...bounds, y: bounds.y + bar, height: bounds.height - bar };
  return strict<Electron.Display>('Display', {
    id,
    label,
    bounds,
    workArea,
    size: { width: bounds.width, height: bounds.height },
    scaleFactor,
    rotation: bounds.height > bounds.width ? 90 : 0,
    internal: false,
    touchSupport: 'unknown',
  });
};

const pluggedAt = (index: number, id: number): Plugged => {
  const scaleFactor = index === 0 ? 1 : readOrders().scaleFactor;
  // The size in device-independent pixels: the same pixels are fewer at 125 %.
  const width = Math.round(size.width / scaleFactor);
  const height = Math.round(size.height / scaleFactor);
  const bounds = { x: index * size.width, y: 0, width, height };
  return { id, label: `stand-in ${index + 1}`, scaleFactor, bounds };
};

const events = newEmitter();
let plugged: readonly Plugged[] | null = null;
let lastId = 0;
const nextId = (): number => {
  lastId += 1;
  return lastId;
};
const all = (): readonly Plugged[] => {
  plugged ??= Array.from({ length: readOrders().displays }, (_unused, index) => pluggedAt(index, nextId()));
  return plugged;
};
const displays = (): readonly Electron.Display[] => all().map(displayOf);

const primary = (): Electron.Display => {
  const first = displays().find(({ label }) => label === firstLabel) ?? displays()[0];
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

const changeLast = (change: (last: Plugged) => Plugged, metrics: readonly string[]): void => {
  const last = all().at(-1);
  if (last === undefined || all().length === 1) return;
  const changed = change(last);
  plugged = [...all().slice(0, -1), changed];
  events.emit('display-metrics-changed', {}, displayOf(changed), metrics);
};

/** Unplugs the last display, but never the only one. */
const unplug = (): void => {
  const removed = all().at(-1);
  if (removed === undefined || all().length === 1) return;
  plugged = all().slice(0, -1);
  events.emit('display-removed', {}, displayOf(removed));
};

/** A returning display has a new id, as on some systems. */
const replug = (): void => {
  const added = pluggedAt(all().length, nextId());
  plugged = [...all(), added];
  events.emit('display-added', {}, displayOf(added));
};

const rotate = (): void =>
  changeLast(
    (last) => ({ ...last, bounds: { ...last.bounds, width: last.bounds.height, height: last.bounds.width } }),
    ['bounds', 'rotation'],
  );

const rescale = (): void =>
  changeLast(
    (last) => ({ ...last, scaleFactor: 1.25, bounds: { ...last.bounds, width: 819, height: 614 } }),
    ['bounds', 'scaleFactor'],
  );

/** Places the displays side by side in this order. As on X11, windows do not move with them. */
const arrange = (order: readonly Plugged[], event?: readonly [name: string, display: Plugged]): void => {
  let x = 0;
  const before = all();
  plugged = order.map((one) => {
    const bounds = { ...one.bounds, x };
    x += size.width;
    return { ...one, bounds };
  });
  if (event !== undefined) events.emit(event[0], {}, displayOf(event[1]));
  for (const one of plugged) {
    const was = before.find(({ id }) => id === one.id);
    if (was !== undefined && was.bounds.x !== one.bounds.x)
      events.emit('display-metrics-changed', {}, displayOf(one), ['bounds']);
  }
};

const swap = (): void => arrange([...all()].reverse());

const replugLeft = (): void => {
  const added = pluggedAt(all().length, nextId());
  arrange([added, ...all()], ['display-added', added]);
};

/** Switches the cashier's display off and on. The other displays have taken its place, so it returns beside them. */
const unplugFirst = (): void => {
  const [first, ...others] = all();
  if (first !== undefined && others.length > 0) arrange(others, ['display-removed', first]);
};
const replugFirst = (): void => {
  const added = pluggedAt(0, nextId());
  arrange([...all(), added], ['display-added', added]);
};

export const displayEvents = {
  unplug,
  replug,
  'replug-left': replugLeft,
  swap,
  'unplug-first': unplugFirst,
  'replug-first': replugFirst,
  rotate,
  rescale,
};
