import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isStorageFull, StorageRefused } from './database.ts';
import { isWritableByOthers, type Modes, modeText, shellQuoted, sticky, textOfFile } from './file-modes.ts';

/** Checks the folder first, because later failures would have no clear message. Throws StorageRefused. */
export function openDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    // On Windows a drive letter may be a network share, and a folder may be redirected to one.
    const path = finalPath(folder);
    // The file exists only on Linux.
    const mounts = textOfFile('/proc/self/mountinfo') ?? '';
    const fileSystem = isShare(process.platform, path) ? 'a share' : networkFileSystem(mounts, path);
    if (fileSystem !== null)
      throw new UnfitPlace(
        `is on a file system of the network (${fileSystem}), where the database is not safe. Expected a folder on a disk of this computer.`,
      );
    // Windows would report a file in place of the folder as missing.
    readdirSync(folder);
    // An existing folder may not be writable: another user's, a read-only disk, /proc.
    rmdirSync(mkdtempSync(join(folder, '.trial-')));
  } catch (error) {
    // A later step reports a full disk, and existing receipts can still be sent.
    if (isStorageFull(error)) return;
    throw new StorageRefused(`The data folder ${folder} ${whatIsWrong(error)} Choose another folder with --data-dir.`);
  }
  restrictToOwner(folder);
}

/** The message continues the sentence `The data folder ...`. */
class UnfitPlace extends Error {}

/** Windows returns no final path for some drivers, such as RAM disks. On a broken disk `realpathSync` fails, too. */
export function finalPath(folder: string, native: (path: string) => string = realpathSync.native): string {
  try {
    return native(folder);
  } catch (error) {
    realpathSync(folder);
    throw new UnfitPlace(
      'is on a disk without a volume, such as a RAM disk, which is empty after a restart. Expected a folder on a disk that keeps its files.',
      { cause: error },
    );
  }
}

/** Whether a path is on a Windows share, where SQLite's write-ahead log has no shared memory. */
export const isShare = (platform: NodeJS.Platform, path: string): boolean =>
  platform === 'win32' && /^\\\\(?:\?\\UNC\\|(?![?.]\\))/i.test(path);

/** File systems that other computers may write: locks and shared memory are unsafe there. */
const networkTypes =
  /^(?:nfs\d?|cifs|smb\d?|smbfs|ncpfs|afs|ceph|lustre|9p|vboxsf|davfs|fuse\.(?:sshfs|rclone|glusterfs|davfs2?|s3fs|ceph|vmhgfs-fuse|smbnetfs))$/;

/** Reads the file system of a path from `/proc/self/mountinfo`. Null if the path is on this computer. */
export function networkFileSystem(mountinfo: string, path: string): string | null {
  const mounts = mountinfo.split('\n').map((line) => {
    const [place = '', type = ''] = [line.split(' ')[4], line.split(' - ')[1]?.split(' ')[0]];
    // `mountinfo` has spaces and some other characters of a path in octal.
    return {
      place: place.replaceAll(/\\(\d{3})/g, (_all, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
      type,
    };
  });
  const holding = mounts
    .filter(({ place }) => path === place || path.startsWith(place.endsWith('/') ? place : `${place}/`))
    .reduce((found, next) => (next.place.length >= found.place.length ? next : found), { place: '', type: '' });
  return networkTypes.test(holding.type) ? holding.type : null;
}

/** Creates the folders one by one, because `recursive` never returns in places like /proc, where they vanish. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function whatIsWrong(error: unknown): string {
  if (error instanceof UnfitPlace) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'is a file or below a file. Expected a folder.';
    case 'EACCES':
    case 'EPERM':
      return 'belongs to another user. Expected a folder that this user may write to.';
    case 'EROFS':
      return 'is on a read-only disk. Expected a disk that can be written to.';
    default:
      return `cannot store files (${code}). Expected a folder on a disk.`;
  }
}

/** Names of the app's own data. The watched folder is left out, because a till of another user may write there. */
const ownData =
  /^(?:(?:tills|receipts|service)\.(?:.+\.)?(?:db|seen)(?:-wal|-shm|-journal)?|instance\.lock.*|settings\..+|connection\.json.*|pin\.json.*|pin-tries\.json.*|policy-in-force\.json.*|pos-api\.json.*|NOTICE-.+\.txt|pictures|printer|logs|exports|state|training|live(?:-[0-9a-f]{16})?)$/;
/** More of the app's own names. Modes are not checked here: secrets and `inbox` are checked when they are used. */
const otherOwnNames = /^(?:stop|data\.key.*|pos-token.*|\.trial-.+|inbox)$/;
const ofChromium =
  /^(?:blob_storage|(?:Code |GPU|Dawn.*|.*Shader)?Cache|Cookies.*|Crashpad|DIPS.*|Dictionaries|IndexedDB|Local State|Local Storage|lockfile|Network|Network Persistent State|Partitions|Preferences|Service Worker|Session Storage|Shared Dictionary|SharedStorage.*|Singleton(?:Cookie|Lock|Socket)|TransportSecurity|Trust Tokens.*|WebStorage|databases|DevToolsActivePort)$/;

const isOwn = (name: string): boolean => ownData.test(name) || otherOwnNames.test(name) || ofChromium.test(name);

/** Removes other users' access, but not to a folder with foreign entries. Throws StorageRefused if others can write. */
export function restrictToOwner(folder: string): void {
  if (process.platform === 'win32') return;
  const names = readdirSync(folder);
  restrict(folder, { isWhole: true, servesOthers: !names.every(isOwn) });
  for (const name of names.filter((one) => ownData.test(one))) {
    restrict(join(folder, name), { isWhole: false, servesOthers: false });
  }
}

function restrict(path: string, known: Pick<Guarded, 'isWhole' | 'servesOthers'>): void {
  const stat = () => statSync(path, { throwIfNoEntry: false });
  const isFolder = stat()?.isDirectory() === true;
  const isFixed = !known.servesOthers && !narrow(path, isFolder ? 0o700 : 0o600);
  const found = stat();
  // Another process of this app has just deleted this journal.
  if (found === undefined) return;
  const { uid, gid, mode } = found;
  const guarded = { ...known, isFixed, path: realpathSync(path), isFolder, uid, gid, mode };
  const why = otherWriters(guarded, { uid: process.getuid?.() ?? 0, platform: process.platform });
  if (why !== null) throw new StorageRefused(why);
}

/** Restricts the mode. Returns false if this user owns the path but cannot change its mode. */
function narrow(path: string, mode: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // The mode of a sticky folder such as /tmp must not change, because all users share it.
  if (found === undefined || found.isSymbolicLink() || (found.mode & sticky) !== 0) return true;
  if (found.uid !== process.getuid?.() || (found.mode & 0o777) === mode) return true;
  try {
    chmodSync(path, mode);
  } catch {
    return false;
  }
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? mode) % 0o1000 === mode;
}

/** A folder of receipts or an entry of it, after its mode was restricted as far as possible. */
export interface Guarded extends Modes {
  readonly path: string;
  readonly isFolder: boolean;
  /** True for the folder itself, for which another one may be chosen (`--data-dir`); false for an entry of it. */
  readonly isWhole: boolean;
  readonly servesOthers: boolean;
  /** The owner cannot change the mode: the disk has no modes, or its mount sets them. */
  readonly isFixed: boolean;
}

interface Runner {
  readonly uid: number;
  readonly platform: NodeJS.Platform;
}

/** Describes who else may write. Null if the path is safe from other users except administrators. */
export function otherWriters(found: Guarded, runner: Runner): string | null {
  const { path, uid, mode, isFolder } = found;
  const what = isFolder ? 'folder' : 'file';
  if (![0, runner.uid].includes(uid)) {
    return `The ${what} ${path} belongs to another user. Found user ${uid}, expected user ${runner.uid}, who runs this program. ${mend(found, runner)}`;
  }
  if (!isWritableByOthers(found, runner.platform)) return null;
  const expected = isFolder ? 'a folder that its owner alone writes to (mode 700)' : 'a file of its owner (mode 600)';
  return `Other users may write to the ${what} ${path}. Found mode ${modeText(mode)} of user ${uid}, expected ${expected}. ${mend(found, runner)}`;
}

function mend({ path, uid, mode, isFolder, isWhole, servesOthers, isFixed }: Guarded, runner: Runner): string {
  const isShared = (mode & sticky) !== 0;
  // A folder like /tmp, or another user's folder with other files, must keep its mode for its users.
  if (isWhole && (isShared || (servesOthers && uid !== runner.uid))) {
    return `Choose a folder below it that only this program uses. The program creates it: --data-dir ${shellQuoted(`${path}/receipt-companion`)}`;
  }
  if (uid !== runner.uid && !isFolder) {
    return `This program did not put it there. Move it away and check what it is: sudo mv ${shellQuoted(path)} /root/`;
  }
  if (uid !== runner.uid) {
    const orAsThat = runner.uid === 0 ? `Start the program as user ${uid}, or give` : 'Give';
    return `${orAsThat} it to user ${runner.uid}: sudo chown -R ${runner.uid} ${shellQuoted(path)}`;
  }
  if (isFixed) {
    return 'Its mode cannot be changed: choose a folder on another disk with --data-dir, or mount this one for this user alone (umask=077)';
  }
  return `Remove this permission: chmod go-w ${shellQuoted(path)}`;
}
