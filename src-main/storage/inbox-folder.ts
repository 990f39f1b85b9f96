import { chmodSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StorageRefused } from './database.ts';
import { isWritableByOthers, modeText, shellQuoted, sticky } from './file-modes.ts';

const hasModes = process.platform !== 'win32';
const runner = (): number => process.getuid?.() ?? 0;
const othersWrite = (path: string): boolean => isWritableByOthers(statSync(path), process.platform);

/**
 * Resolves links to the watched folder and creates the folders for answers in it. Accounts with write access must not
 * be able to replace these folders, so the watched folder becomes sticky. Throws StorageRefused with the remedy if
 * that is not enough. On Windows access lists decide.
 */
export function openInboxFolders(dataDir: string) {
  const link = join(dataDir, 'inbox');
  if (lstatSync(link, { throwIfNoEntry: false }) === undefined) mkdirSync(link, { mode: 0o700 });
  const inbox = realpathSync(link);
  if (hasModes) {
    keepPlace(inbox, realpathSync(dataDir));
    keepNames(inbox, link);
  }
  for (const name of ['done', 'failed']) makeOwn(join(inbox, name));
  return { inbox, done: join(inbox, 'done'), failed: join(inbox, 'failed') };
}

/** Refuses a place where another account could replace the watched folder. The data folder is checked before. */
function keepPlace(inbox: string, dataDir: string): void {
  for (
    let below = inbox, folder = dirname(inbox);
    below !== dataDir && folder !== below;
    below = folder, folder = dirname(folder)
  ) {
    if (folder === dataDir) return;
    const { uid, mode } = statSync(folder);
    if ([0, runner()].includes(uid) && ((mode & sticky) !== 0 || !othersWrite(folder))) continue;
    throw new StorageRefused(
      `Other users may replace ${inbox} with another folder. Found ${folder} of user ${uid} with mode ${modeText(mode)} above it, expected folders that only root or user ${runner()} may write to. Let the link of the inbox lead to a folder below such a folder, like /srv.`,
    );
  }
}

function keepNames(inbox: string, link: string): void {
  const { uid, gid, mode } = statSync(inbox);
  const isShared = othersWrite(inbox);
  if (isShared && uid === runner() && (mode & sticky) === 0) chmodSync(inbox, (mode & 0o7777) | sticky);
  const isOwn = !isShared || (uid === runner() && (statSync(inbox).mode & sticky) !== 0);
  if (isOwn && [0, runner()].includes(uid)) return;
  const copy = shellQuoted(`${inbox}.new`);
  throw new StorageRefused(
    `Other users may replace done and failed in ${inbox}. Found mode ${modeText(mode)} of user ${uid}, expected a sticky folder of user ${runner()}, who runs this program. Make such a folder on a disk that keeps modes: sudo install -d -o ${runner()} -g ${gid} -m ${modeText((mode & 0o777) | sticky)} ${copy} && sudo ln -sfn ${copy} ${shellQuoted(link)}`,
  );
}

function makeOwn(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || (hasModes && found.uid !== runner())) {
    const what = found.isDirectory() ? 'a folder' : found.isSymbolicLink() ? 'a link' : 'a file';
    throw new StorageRefused(
      `${path} was not made by this program. Found ${what} of user ${found.uid}, expected a folder that the program made. Move it away, and the program makes a new one: mv ${shellQuoted(path)} ${shellQuoted(`${path}.strange`)}`,
    );
  }
  // With setgid new files get the group of the folder, whose members may read the answers.
  const readers = (statSync(dirname(path)).mode & 0o2000) !== 0 ? 0o050 : 0;
  if (hasModes && (othersWrite(path) || (found.mode & readers) !== readers)) {
    chmodSync(path, (found.mode & 0o7755) | readers);
  }
}
