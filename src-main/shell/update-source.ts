import type { AppUpdater } from 'electron-updater';
import type { UpdateSource } from '../diagnostics/update-rules.ts';

/** Loaded only if updates are possible, so that the program starts without the library (scripts/build.ts). */
export { AppImageUpdater, MacUpdater, NsisUpdater } from 'electron-updater';

/** The first part of list names on the server: `latest.yml`, `beta-mac.yml`. */
const listOf = { stable: 'latest', beta: 'beta' } as const;

export function sourceOf(updater: AppUpdater, how: Pick<UpdateSource, 'installs' | 'install'>): UpdateSource {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = how.installs && how.install === null;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true;
  // Each call rejects with its failure, so no log is needed.
  updater.logger = null;
  // Without this setting each installation would send its own id to the server.
  updater.requestHeaders = { 'x-user-staging-id': '' };
  return {
    ...how,
    async newest(channel) {
      updater.channel = listOf[channel];
      // Setting the channel would otherwise allow older versions, which cannot read this version's data.
      updater.allowDowngrade = false;
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    async fetch() {
      await updater.downloadUpdate();
    },
  };
}
