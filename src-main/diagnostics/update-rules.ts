import type { Settings } from '../shared/settings.ts';

export interface UpdateSource {
  /** The newest version; null if there is none, or none for this installation yet. Rejects without a usable answer. */
  newest(channel: UpdateChoice['channel']): Promise<string | null>;
  /** Downloads the version that `newest` returned and checks hash and signature. A rejected file is not installed. */
  fetch(): Promise<void>;
  /**
   * Windows: starts the installer of the downloaded version. It ends the running program itself, after a person or a
   * rule has allowed it. Throws if it cannot be started. Null: the library installs when the program ends, or never.
   */
  readonly install: ((startsAgain: boolean) => void) | null;
  /** False for an AppImage: a newer version is only reported, because its signature is not verified. */
  readonly installs: boolean;
}

export type UpdateChoice = Settings['updates'];

export interface Installed {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** The content of `app-update.yml`, which packaging writes; null without it. */
  readonly packed: { readonly publisherName: boolean } | null;
  readonly isAppImage: boolean;
  /** Windows: the uninstaller of the setup program is beside the program. An MSI has none. */
  readonly hasUninstaller: boolean;
}

type NoUpdates = 'notInstalled' | 'noAddress' | 'notSigned' | 'byPackages';

/** Windows installs only files signed by `publisherName`. Software distribution updates a deb or an MSI. */
export const noUpdatesReason = (installed: Installed): NoUpdates | null => {
  const { platform, isPackaged, packed, isAppImage, hasUninstaller } = installed;
  if (!isPackaged) return 'notInstalled';
  if (packed === null) return 'noAddress';
  if (platform === 'win32') {
    if (!hasUninstaller) return 'byPackages';
    return packed.publisherName ? null : 'notSigned';
  }
  return platform === 'linux' && !isAppImage ? 'byPackages' : null;
};
