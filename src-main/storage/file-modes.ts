/** Of a file or folder, as `stat` gives it. */
export interface Modes {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/**
 * Whether users who are neither the owner nor administrators may write it; for systems with modes, so not for Windows.
 * The group of administrators may: 0, and on macOS 80, to which its own folders belong.
 */
export const isWritableByOthers = ({ mode, gid }: Modes, platform: NodeJS.Platform): boolean =>
  (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0 && !(platform === 'darwin' && gid === 80));

/** Of such a folder a name goes, or gets another file, through its own owner or the folder's alone. */
export const sticky = 0o1000;

/** A path in a command for a shell. */
export const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** As `chmod` and `ls` speak of it. */
export const modeText = (mode: number): string => (mode & 0o7777).toString(8);
