import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { z } from 'zod';
import { replaceFile } from '../diagnostics/replace-file.ts';
import { type UpdateSource, whyNoUpdates } from '../diagnostics/update-rules.ts';
import type { SystemPorts } from '../ports.ts';
import type { Platform } from './placement.ts';

interface Parts extends Pick<SystemPorts, 'log' | 'clock'> {
  readonly platform: Platform;
  readonly appImage: string | null;
  /** A chain's own public key, which counts in the place of that of the packaging. */
  readonly policyKey: () => string | null;
}

/** Where later versions of this installation come from; null where it takes none, which the log says once. */
export const electronUpdates = async ({
  platform,
  appImage,
  log,
  clock,
  policyKey,
}: Parts): Promise<UpdateSource | null> => {
  const packed = packedAt(join(process.resourcesPath, 'app-update.yml'));
  const packedKey = app.isPackaged ? keyIn(join(app.getAppPath(), 'package.json')) : '';
  const key = (): string => policyKey() ?? packedKey;
  const reason = whyNoUpdates({
    platform,
    isPackaged: app.isPackaged,
    packed,
    hasKey: key() !== '',
    appImage: appImage === null ? null : { writable: isWritable(dirname(appImage)) },
    hasUninstaller: existsSync(join(dirname(process.execPath), `Uninstall ${app.name}.exe`)),
  });
  if (reason !== null || packed === null) {
    log.info('updates-off', { reason });
    return null;
  }
  const { AppImageUpdater, MacUpdater, NsisUpdater, sourceOf } = await import('./update-source.ts');
  const from = { url: packed.url, key, now: () => clock.now() };
  if (platform === 'win32') {
    const updater = new NsisUpdater();
    // Without a window of its own, and the program stays ended as its user wanted.
    return sourceOf(updater, { ...from, install: () => void updater.install(true, false), installsByItself: false });
  }
  if (platform === 'darwin') {
    return sourceOf(new MacUpdater(), { ...from, install: () => undefined, installsByItself: true });
  }
  return sourceOf(new AppImageUpdater(), {
    ...from,
    install([file]) {
      if (file !== undefined && appImage !== null) replaceFile(file, appImage);
    },
    installsByItself: false,
  });
};

function packedAt(path: string): { readonly publisherName: boolean; readonly url: string } | null {
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  const url = /^url: (.+)$/m.exec(text)?.[1];
  return url === undefined ? null : { publisherName: /^publisherName:/m.test(text), url: url.trim() };
}

/** What the packaging wrote into the archive (scripts/publisher.ts). */
const keyIn = (path: string): string =>
  z.object({ updateKey: z.string().catch('') }).parse(JSON.parse(readFileSync(path, 'utf8'))).updateKey;

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
