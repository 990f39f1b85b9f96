import { join } from 'node:path';
import { isWritableByOthers, type Modes, modeText, quoted, sticky } from './file-modes.ts';

/** A folder of receipts or something in it, once everything was narrowed that could be. */
export interface Guarded extends Modes {
  /** Absolute, without links. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Whether it may be another folder next time: the data folder itself, or a folder of a connection. */
  readonly isWhole: boolean;
  /** Something lies in it that this program did not make: it serves others, too. */
  readonly servesOthers: boolean;
  /** Its owner could not change its mode: a disk without modes, or one whose modes stand in its mount. */
  readonly isFixed: boolean;
}

/** Who runs this program. */
interface Runner {
  readonly uid: number;
  readonly platform: NodeJS.Platform;
}

/** Why it is not safe from other users, with what mends it; null when it is. Administrators may write everywhere. */
export function otherWriters(found: Guarded, runner: Runner): string | null {
  const { path, uid, mode, isFolder } = found;
  const what = isFolder ? 'folder' : 'file';
  if (![0, runner.uid].includes(uid)) {
    return `the ${what} ${path} is another user's: found user ${uid}, expected user ${runner.uid}, who runs this program. ${mend(found, runner)}`;
  }
  if (!isWritableByOthers(found, runner.platform)) return null;
  const expected = isFolder ? 'a folder that its owner alone writes to (mode 700)' : 'a file of its owner (mode 600)';
  return `other users may write to the ${what} ${path}: found mode ${modeText(mode)} of user ${uid}, expected ${expected}. ${mend(found, runner)}`;
}

function mend({ path, uid, mode, isFolder, isWhole, servesOthers, isFixed }: Guarded, runner: Runner): string {
  const isShared = (mode & sticky) !== 0;
  // A folder like /tmp, or another's with files of others, keeps its rights: whoever shares it needs them.
  if (isWhole && (isShared || (servesOthers && uid !== runner.uid))) {
    return `Choose a folder of its own below it, which is made: --data-dir ${quoted(join(path, 'receipt-companion'))}`;
  }
  if (uid !== runner.uid && !isFolder) {
    return `Whoever put it there is not this program. Take it out, and look at what it is: sudo mv ${quoted(path)} /root/`;
  }
  if (uid !== runner.uid) {
    const orAsThat = runner.uid === 0 ? `Start the program as user ${uid}, or give` : 'Give';
    return `${orAsThat} it to user ${runner.uid}: sudo chown -R ${runner.uid} ${quoted(path)}`;
  }
  if (isFixed) {
    return 'Its mode cannot be changed: choose a folder on another disk with --data-dir, or mount this one for this user alone (umask=077)';
  }
  return `Take that right away: chmod go-w ${quoted(path)}`;
}
