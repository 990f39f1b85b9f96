import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import type { Config } from '../config.ts';
import type { Log } from '../ports.ts';
import type { Platform } from './placement.ts';

/** The id of electron-builder.yml: by it Windows knows window, shortcut and pinned entry as one program. */
const appId = 'app.receipt-companion';

/** This must run before the first window: Windows groups a window without its own id with Electron, under Electron's icon. */
export const sayWhoWeAre = (platform: Platform, app: Pick<App, 'setAppUserModelId'>): void => {
  if (platform === 'win32') app.setAppUserModelId(appId);
};

/** The switch that makes Chromium a client of X11, which on Wayland is XWayland. */
export const x11Switch = '--ozone-platform=x11';

/** On native Wayland no program can choose a display: the customer window could cover the till. */
export const waylandAnswer = (
  platform: Platform,
  { isWayland, hasX }: Config['desktop'],
  { chosen, is }: { readonly chosen: string | null; readonly is: string },
): 'fine' | 'startAnew' | 'noPlace' => {
  // `headless` and similar values were chosen on purpose, and no till is below the window.
  const isNative = is === 'wayland' || (is === '' && isWayland);
  if (platform !== 'linux' || !isNative) return 'fine';
  return hasX && chosen === null ? 'startAnew' : 'noPlace';
};

/** Files of an AppImage disappear with its process, including Electron's helper, so the shell waits. */
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

/** Whether the program starts when its user signs in. Only an installed one: a checkout would start Electron itself. */
export const startAtSignIn = (wanted: boolean, { app, platform, appImage, log }: SignInParts): void => {
  if (!app.isPackaged) return;
  try {
    if (platform === 'linux') writeEntry(wanted, join(app.getPath('appData'), 'autostart'), appImage, app.name);
    // Setting it again would switch it on for a user who has switched it off in the system's own list.
    else if (app.getLoginItemSettings().openAtLogin !== wanted) app.setLoginItemSettings({ openAtLogin: wanted });
  } catch (error) {
    log.warn('start-at-sign-in-not-set', { error: String(error) });
  }
};

/** Electron has nothing for Linux: an entry in the user's autostart folder does it on every desktop. */
const writeEntry = (wanted: boolean, folder: string, appImage: string | null, name: string): void => {
  const entry = join(folder, 'receipt-companion.desktop');
  if (!wanted) {
    rmSync(entry, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(entry, autostartEntry(name, appImage ?? process.execPath));
};
