import type { AppUpdater } from 'electron-updater';
import { opensSchema, type Release, type UpdateChoice, type UpdateSource } from '../updates/release.ts';

/** The names of the lists of files on the server: `latest.yml`, `beta-linux.yml`. */
const listOf = { stable: 'latest', beta: 'beta' } as const satisfies Record<UpdateChoice['channel'], string>;

/** What electron-updater finds, fetches and checks, as the program wants it. */
export const sourceOf = (
  updater: AppUpdater,
  {
    install,
    installsByItself,
  }: {
    /** Is given the files that were fetched. */
    readonly install: (files: readonly string[]) => void;
    readonly installsByItself: boolean;
  },
): UpdateSource => {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = installsByItself;
  updater.disableWebInstaller = true;
  // What goes wrong is told by what it rejects with.
  updater.logger = null;
  // Without this each installation would name itself to the server.
  updater.requestHeaders = { 'x-user-staging-id': '' };
  let files: readonly string[] = [];
  return {
    installsByItself,
    async newest(channel) {
      updater.channel = listOf[channel];
      // The line above allows it: a till that goes back to released versions would get one that does not know its files.
      updater.allowDowngrade = false;
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? releaseOf(found.updateInfo) : null;
    },
    async fetch() {
      files = [];
      files = await updater.downloadUpdate();
    },
    install: () => install(files),
  };
};

const releaseOf = (info: { readonly version: string; readonly releaseDate: string }): Release => {
  const releasedAt = Date.parse(info.releaseDate);
  const opens = opensSchema.safeParse(Reflect.get(info, 'opens'));
  return {
    version: info.version,
    releasedAt: Number.isNaN(releasedAt) ? null : releasedAt,
    opens: opens.success ? opens.data : null,
  };
};
