import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { hasSwitch, mainFile, switchValue } from './argv.ts';
import { closeNetworks } from './network.ts';
import { readOrders } from './orders.ts';
import { becomeReady, onlyBeforeReady } from './phase.ts';
import { appEvents, closeChromium, theChromium } from './runtime.ts';
import { takeLock } from './second-start.ts';
import { fireCancellable, strict, strictEmitter } from './strict.ts';
import { onLastWindowGone, openWindows } from './window.ts';

const packed = (): string | null => (process.env.ELECTRON_STAND_IN === undefined ? null : readOrders().packed);
const root = packed() ?? resolve(import.meta.dirname, '../..');
Object.assign(process, {
  resourcesPath: packed() === null ? join(root, 'node_modules/electron/dist/resources') : dirname(root),
});

const manifest = (): { readonly productName: string; readonly version: string } =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

let relaunching: readonly string[] | null = null;
let userData: string | null = null;
const userDataFolder = (): string => userData ?? join(homedir(), '.config', manifest().productName);

const end = async (code: number): Promise<void> => {
  // Chromium ends with this process anyway, but a short wait lets it save its profile.
  await Promise.race([Promise.all([closeChromium(), closeNetworks()]), new Promise((late) => setTimeout(late, 3_000))]);
  if (relaunching !== null) {
    spawn(process.execPath, [mainFile, ...relaunching], { stdio: 'inherit', detached: true }).unref();
  }
  process.exit(code);
};

let isQuitting = false;
const quit = (): void => {
  if (!fireCancellable(appEvents, 'before-quit')) return;
  isQuitting = true;
  for (const window of openWindows.keys()) window.close();
  isQuitting = openWindows.size === 0;
  if (isQuitting) void end(0);
};

/** Without a listener, Electron ends the program with its last window. */
onLastWindowGone(() => {
  if (isQuitting) return;
  if (appEvents.listenerCount('window-all-closed') === 0) quit();
  else appEvents.emit('window-all-closed');
});

export const app = strictEmitter<Electron.App>('app', appEvents, {
  name: manifest().productName,
  isPackaged: packed() !== null,
  getVersion: () => manifest().version,
  getAppPath: () => root,
  // The order of glib: the first variable that is set decides.
  getPreferredSystemLanguages: () => {
    const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = process.env;
    const found = [LANGUAGE, LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '');
    return (found ?? 'C').split(':').map((tag) => (tag.split('.', 1)[0] ?? '').replace('_', '-'));
  },
  getPath: (name) => {
    if (name === 'userData') return userDataFolder();
    if (name === 'appData') return join(homedir(), '.config');
    throw new Error(`the stand-in for electron knows no path '${name}'`);
  },
  setPath: (name, path) => {
    if (name !== 'userData') throw new Error(`the stand-in for electron knows no path '${name}'`);
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    onlyBeforeReady("app.setPath('userData')");
    userData = path;
  },
  whenReady: async () => {
    await theChromium();
    becomeReady();
  },
  requestSingleInstanceLock: () =>
    takeLock(userDataFolder(), ({ argv, folder }) => appEvents.emit('second-instance', {}, argv, folder, null)),
  commandLine: strict<Electron.CommandLine>('commandLine', { hasSwitch, getSwitchValue: switchValue }),
  enableSandbox: () => {
    onlyBeforeReady('app.enableSandbox');
    // Electron would not fail here, but its renderers would crash later.
    if (hasSwitch('no-sandbox')) throw new Error('enableSandbox was called although there is --no-sandbox');
  },
  relaunch: (options) => {
    relaunching = options?.args ?? process.argv.slice(1);
  },
  quit,
  exit: (code) => void end(code ?? 0),
});

export const handleSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quit);
};
