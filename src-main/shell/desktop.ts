import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import type { Config } from '../config.ts';
import type { Log } from '../ports.ts';
import type { Platform } from './placement.ts';

/** The same id as in electron-builder.yml, by which Windows groups window, shortcut and pinned entry. */
const appId = 'app.receipt-companion';

/** Must run before the first window. Otherwise Windows groups the window under Electron with Electron's icon. */
export const setAppId = (platform: Platform, app: Pick<App, 'setAppUserModelId'>): void => {
  if (platform === 'win32') app.setAppUserModelId(appId);
};

/** Makes Chromium a client of X11, which is XWayland on Wayland. */
export const x11Switch = '--ozone-platform=x11';

/** Decides what to do on Wayland, where a program cannot place the customer window, so it could cover the till. */
export const waylandAnswer = (
  platform: Platform,
  { isWayland, hasX }: Config['desktop'],
  { chosen, is }: { readonly chosen: string | null; readonly is: string },
): 'fine' | 'relaunch' | 'noPlace' => {
  // A value such as `headless` was chosen on purpose, and no till is below the window.
  const isNative = is === 'wayland' || (is === '' && isWayland);
  if (platform !== 'linux' || !isNative) return 'fine';
  return hasX && chosen === null ? 'relaunch' : 'noPlace';
};

/** The files of an AppImage disappear with its process, so a shell waits for that end and starts the AppImage again. */
export const afterEnd = (pid: number, program: string, args: readonly string[]): readonly string[] => [
  '/bin/sh',
  '-c',
  'pid=$1; shift; while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done; exec "$@"',
  'sh',
  String(pid),
  program,
  ...args,
];

/** The desktop entry that starts the program at sign-in (Desktop Application Autostart Specification). */
export const autostartEntry = (name: string, program: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec="${program.replace(/(["\\`$])/g, '\\$1').replaceAll('%', '%%')}" ${x11Switch}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');

export interface SignInParts {
  readonly app: Pick<App, 'isPackaged' | 'name' | 'getPath' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: Platform;
  readonly appImage: string | null;
  readonly log: Log;
}

/** Starts the program when its user signs in. A checkout is left out, because it would start Electron itself. */
export const startAtSignIn = (isOn: boolean, { app, platform, appImage, log }: SignInParts): void => {
  if (!app.isPackaged) return;
  try {
    if (platform === 'linux') writeEntry(isOn, join(app.getPath('appData'), 'autostart'), appImage, app.name);
    // Another call would switch it on for a user who has switched it off in the system's own list.
    else if (app.getLoginItemSettings().openAtLogin !== isOn) app.setLoginItemSettings({ openAtLogin: isOn });
  } catch (error) {
    log.warn('start-at-sign-in-not-set', { error: String(error) });
  }
};

/** Electron has no function for Linux. An entry in the user's autostart folder works on every desktop. */
const writeEntry = (isOn: boolean, folder: string, appImage: string | null, name: string): void => {
  const entry = join(folder, 'receipt-companion.desktop');
  if (!isOn) {
    rmSync(entry, { force: true });
    return;
  }
  const text = autostartEntry(name, appImage ?? process.execPath);
  // The desktop's own list switches an entry off by a line in this file, which another write would remove.
  const [exec = text] = /^Exec=.*\n/m.exec(text) ?? [];
  if (existsSync(entry) && readFileSync(entry, 'utf8').includes(exec)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(entry, text);
};
