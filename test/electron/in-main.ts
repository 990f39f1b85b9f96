import type * as Electron from 'electron';

/** Functions that a test runs in the main process. They are passed as text, so they can use only their arguments. */
export type Main = typeof Electron;
/** Runs such a function and returns its result, which must be JSON. */
export type InMain = <Given, Gave>(act: (main: Main, given: Given) => Gave, given: Given) => Promise<Awaited<Gave>>;

/** Closes the newest window of a role as a user would, or destroys it without an event. */
export function endWindow({ BrowserWindow }: Main, { role, by }: { role: string; by: 'close' | 'destroy' }): void {
  const found = BrowserWindow.getAllWindows()
    .filter(({ webContents }) => webContents.getURL().startsWith(`app://${role}/`))
    .sort((one, other) => other.id - one.id)[0];
  if (found === undefined) throw new Error(`no window of ${role}`);
  found[by]();
}

export async function reloadPages({ BrowserWindow }: Main): Promise<void> {
  await Promise.all(BrowserWindow.getAllWindows().map((window) => window.loadURL(window.webContents.getURL())));
}

export function wakeUp({ powerMonitor }: Main): void {
  powerMonitor.emit('resume');
}

/** One display, or two side by side. If the computer has only one, its halves are used. */
export function plugDisplays({ screen }: Main, count: 1 | 2): void {
  const key = Symbol.for('displays of a test');
  const known: readonly Electron.Display[] | undefined = Reflect.get(globalThis, key);
  const before = screen.getAllDisplays();
  const whole = screen.getPrimaryDisplay();
  const half = (index: number): Electron.Display => {
    const width = Math.floor(whole.bounds.width / 2);
    const bounds = { ...whole.bounds, x: whole.bounds.x + index * width, width };
    return { ...whole, id: whole.id + index, label: `half ${index + 1}`, bounds, workArea: bounds };
  };
  const [first, second] = known ?? (before.length > 1 ? before : [half(0), half(1)]);
  if (first === undefined || second === undefined) throw new Error('no display');
  Reflect.set(globalThis, key, [first, second]);
  const now = count === 1 ? [first] : [first, second];
  screen.getAllDisplays = () => now;
  screen.getPrimaryDisplay = () => first;
  screen.getDisplayMatching = ({ x, width }) => (count === 2 && x + width / 2 >= second.bounds.x ? second : first);
  if (now.length !== before.length) screen.emit(count === 1 ? 'display-removed' : 'display-added', {}, second);
}

export function recordOpened({ shell }: Main): void {
  const opened: string[] = [];
  Reflect.set(globalThis, Symbol.for('handed over'), opened);
  shell.openPath = async (path) => {
    opened.push(`open ${path}`);
    return '';
  };
  shell.showItemInFolder = (path) => void opened.push(`show ${path}`);
  shell.openExternal = async (address) => void opened.push(`browse ${address}`);
}
export function openedExternally(): readonly string[] {
  return Reflect.get(globalThis, Symbol.for('handed over'));
}
