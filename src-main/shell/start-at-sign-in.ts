import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Log } from '../ports.ts';
import { autostartEntry } from './desktop.ts';
import type { Platform } from './placement.ts';

/** Whether the program starts when its user signs in. Only an installed one: a checkout would start Electron itself. */
export const startAtSignIn = (
  wanted: boolean,
  { platform, appImage, log }: { readonly platform: Platform; readonly appImage: string | null; readonly log: Log },
): void => {
  if (!app.isPackaged) return;
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: wanted });
    return;
  }
  // Electron has nothing for Linux: an entry in the user's autostart folder does it on every desktop.
  const folder = join(app.getPath('appData'), 'autostart');
  const entry = join(folder, 'receipt-companion.desktop');
  try {
    if (wanted) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(entry, autostartEntry(app.name, appImage ?? process.execPath));
    } else rmSync(entry, { force: true });
  } catch (error) {
    log.warn('start-at-sign-in-not-set', { error: String(error) });
  }
};
