import type { AppUpdater } from 'electron-updater';
import type { UpdateSource } from '../diagnostics/update-rules.ts';

/** This file is loaded only where updates are possible, so that the program starts without the library (scripts/build.ts). */
export { AppImageUpdater, MacUpdater, NsisUpdater } from 'electron-updater';

/** The names of the lists on the server begin like this: `latest.yml`, `beta-mac.yml`. */
const listOf = { stable: 'latest', beta: 'beta' } as const;

export function sourceOf(
  updater: AppUpdater,
  how: Pick<UpdateSource, 'installs' | 'installsWhileRunning' | 'install'> & { readonly installsByItself: boolean },
): UpdateSource {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = how.installsByItself;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true;
  // Every failure is in the error that a call rejects with.
  updater.logger = null;
  // Without this line each installation would name itself to the server.
  updater.requestHeaders = { 'x-user-staging-id': '' };
  return {
    installs: how.installs,
    installsWhileRunning: how.installsWhileRunning,
    async newest(channel) {
      updater.channel = listOf[channel];
      // Setting the channel allows older versions, which do not know the data of this one.
      updater.allowDowngrade = false;
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    async fetch() {
      await updater.downloadUpdate();
    },
    install: how.install,
  };
}
