import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { noUpdatesReason, type UpdateSource } from '../diagnostics/update-rules.ts';
import type { SystemPorts } from '../ports.ts';
import type { Platform } from './placement.ts';

interface Parts extends Pick<SystemPorts, 'log'> {
  readonly platform: Platform;
  readonly appImage: string | null;
}

/** Creates the source of updates. Null if this installation takes none; the log gives the reason once. */
export const electronUpdates = async ({ platform, appImage, log }: Parts): Promise<UpdateSource | null> => {
  const reason = noUpdatesReason({
    platform,
    isPackaged: app.isPackaged,
    packed: packedAt(join(process.resourcesPath, 'app-update.yml')),
    isAppImage: appImage !== null,
    hasUninstaller: existsSync(join(dirname(process.execPath), `Uninstall ${app.name}.exe`)),
  });
  if (reason !== null) {
    log.info('updates-disabled', { reason });
    return null;
  }
  const { AppImageUpdater, MacUpdater, NsisUpdater, sourceOf } = await import('./update-source.ts');
  if (platform === 'win32') {
    const updater = new NsisUpdater();
    // The installer runs silently. It does not restart a program that its user has ended.
    return sourceOf(updater, { installs: true, install: (startsAgain) => void updater.install(true, startsAgain) });
  }
  return platform === 'darwin'
    ? sourceOf(new MacUpdater(), { installs: true, install: null })
    : sourceOf(new AppImageUpdater(), { installs: false, install: null });
};

function packedAt(path: string): { readonly publisherName: boolean } | null {
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  return /^url: ./m.test(text) ? { publisherName: /^publisherName:/m.test(text) } : null;
}
