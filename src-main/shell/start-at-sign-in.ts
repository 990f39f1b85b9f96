import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import type { Log } from '../ports.ts';
import { autostartEntry } from './desktop.ts';
import type { Platform } from './placement.ts';

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
    // Setting it anew would turn it on again for whoever has turned it off in the system's own list.
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
