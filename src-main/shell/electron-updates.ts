import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import type { Log } from '../ports.ts';
import { whyNoUpdates } from '../updates/can-update.ts';
import type { UpdateSource } from '../updates/release.ts';
import { replaceFile } from '../updates/replace-file.ts';
import type { Platform } from './placement.ts';
import { sourceOf } from './update-source.ts';

/** Where later versions of this installation come from; null where it takes none, which the log says once. */
export const electronUpdates = async (
  platform: Platform,
  appImage: string | null,
  log: Log,
): Promise<UpdateSource | null> => {
  const reason = whyNoUpdates({
    platform,
    isPackaged: app.isPackaged,
    packed: packedAt(join(process.resourcesPath, 'app-update.yml')),
    appImage: appImage === null ? null : { writable: isWritable(dirname(appImage)) },
    hasUninstaller: existsSync(join(dirname(process.execPath), `Uninstall ${app.name}.exe`)),
  });
  if (reason !== null) {
    log.info('updates-off', { reason });
    return null;
  }
  const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('./updater-library.ts');
  if (platform === 'win32') {
    const updater = new NsisUpdater();
    // Without a window of its own, and the program stays ended as its user wanted.
    return sourceOf(updater, { install: () => void updater.install(true, false), installsByItself: false });
  }
  if (platform === 'darwin') {
    return sourceOf(new MacUpdater(), { install: () => undefined, installsByItself: true });
  }
  return sourceOf(new AppImageUpdater(), {
    install([file]) {
      if (file !== undefined && appImage !== null) replaceFile(file, appImage);
    },
    installsByItself: false,
  });
};

const packedAt = (path: string): { readonly publisherName: boolean } | null =>
  existsSync(path) ? { publisherName: /^publisherName:/m.test(readFileSync(path, 'utf8')) } : null;

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
