/** What this installation is, as far as a later version can take its place. */
export interface Installed {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** What was said at packaging (`app-update.yml`); null: nothing. */
  readonly packed: { readonly publisherName: boolean } | null;
  /** Of whoever signs the lists: by the packaging or the policy. */
  readonly hasKey: boolean;
  /** The AppImage that runs, and whether its folder can be written to; null elsewhere. */
  readonly appImage: { readonly writable: boolean } | null;
  /** Windows: the uninstaller of the setup program lies beside the program. An MSI has none. */
  readonly hasUninstaller: boolean;
}

/** Why this program looks for no later version; null: it does. */
type NoUpdates = 'notInstalled' | 'noAddress' | 'noKey' | 'notSigned' | 'byPackages' | 'notWritable';

/**
 * Without a key whoever owns the web server would say what is the newest version. Windows: what is not signed by the name
 * that was packed is not installed, so a program without one takes nothing. macOS
 * checks the signature itself. Linux: only an AppImage can be replaced by its user; a deb is the system's matter.
 */
export const whyNoUpdates = ({
  platform,
  isPackaged,
  packed,
  hasKey,
  appImage,
  hasUninstaller,
}: Installed): NoUpdates | null => {
  if (!isPackaged) return 'notInstalled';
  if (packed === null) return 'noAddress';
  if (!hasKey) return 'noKey';
  if (platform === 'win32') {
    if (!hasUninstaller) return 'byPackages';
    return packed.publisherName ? null : 'notSigned';
  }
  if (platform !== 'linux') return null;
  if (appImage === null) return 'byPackages';
  return appImage.writable ? null : 'notWritable';
};
