import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { hasSwitch, mainFile, switchValue } from './argv.ts';
import { deeds } from './deeds.ts';
import { closeNetworks } from './network.ts';
import { readOrders } from './orders.ts';
import { becomeReady, onlyAfterReady, onlyBeforeReady } from './phase.ts';
import { appEvents, closeChromium, theChromium } from './runtime.ts';
import { fireCancellable, strict, strictEmitter } from './strict.ts';
import { openWindows } from './window.ts';

/** The checkout, or what was packed. */
const packed = (): string | null => (process.env.ELECTRON_STAND_IN === undefined ? null : readOrders().packed);
const root = packed() ?? resolve(import.meta.dirname, '../..');

const manifest = (): { readonly productName: string; readonly version: string } =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

let relaunching: readonly string[] | null = null;
let userData: string | null = null;
const userDataFolder = (): string => userData ?? join(homedir(), '.config', manifest().productName);

/** The program's first file in the command line of a process that runs; null when it is gone. */
const commandOf = (pid: number): string | null => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] ?? null;
  } catch {
    return null;
  }
};

/** The first instance leaves its process id in its data folder; a second one wakes it with a signal and gives up. */
const takeLock = (): boolean => {
  const lock = join(userDataFolder(), 'stand-in.pid');
  mkdirSync(userDataFolder(), { recursive: true });
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : null;
  if (holder !== null && holder !== process.pid && commandOf(holder) === mainFile) {
    process.kill(holder, 'SIGUSR2');
    return false;
  }
  writeFileSync(lock, String(process.pid));
  process.on('SIGUSR2', () => appEvents.emit('second-instance', {}, [], '', null));
  return true;
};

const end = async (code: number): Promise<void> => {
  // Chromium ends anyway once this process is gone; a moment to say goodbye keeps its profile tidy.
  await Promise.race([Promise.all([closeChromium(), closeNetworks()]), new Promise((late) => setTimeout(late, 3_000))]);
  if (relaunching !== null) {
    spawn(process.execPath, [mainFile, ...relaunching], { stdio: 'inherit', detached: true }).unref();
  }
  process.exit(code);
};

const quit = (): void => {
  if (!fireCancellable(appEvents, 'before-quit')) return;
  for (const window of openWindows.keys()) window.close();
  if (openWindows.size === 0 && fireCancellable(appEvents, 'will-quit')) void end(0);
};

export const app = strictEmitter<Electron.App>('app', appEvents, {
  name: manifest().productName,
  isPackaged: packed() !== null,
  getVersion: () => manifest().version,
  getAppPath: () => root,
  getLocale: () => 'en',
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
  requestSingleInstanceLock: takeLock,
  commandLine: strict<Electron.CommandLine>('commandLine', { hasSwitch, getSwitchValue: switchValue }),
  enableSandbox: () => {
    onlyBeforeReady('app.enableSandbox');
    // Worse than an error in Electron: renderers that crash.
    if (hasSwitch('no-sandbox')) throw new Error('enableSandbox was called although there is --no-sandbox');
  },
  relaunch: (options) => {
    relaunching = options?.args ?? process.argv.slice(1);
  },
  setAppUserModelId: (id) => void deeds.push(`app-user-model ${id}`),
  setLoginItemSettings: (settings) => {
    onlyAfterReady('app.setLoginItemSettings');
    deeds.push(`login-item ${settings.openAtLogin}`);
  },
  quit,
  exit: (code) => void end(code ?? 0),
});

/** Electron quits on these. */
export const heedSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quit);
};
