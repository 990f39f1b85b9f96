import { chmodSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StorageRefused } from './database.ts';
import { sticky } from './file-modes.ts';
import { otherWriters } from './other-writers.ts';

/**
 * What the program makes in a data folder and narrows: databases with what belongs to them, the lock, settings, notices,
 * and its folders. The inbox is not in it: a till of another user may have to write there.
 */
const ownData =
  /^(?:(?:tills|receipts|service)\.(?:.+\.)?(?:db|seen)(?:-wal|-shm|-journal)?|instance\.lock.*|settings\..+|connection\.json.*|pin\.json.*|pin-tries\.json.*|policy-in-force\.json.*|NOTICE-.+\.txt|pictures|logs|exports|state|training|live(?:-[0-9a-f]{16})?)$/;
/** Its other names: secrets are refused by whoever reads them, and what comes and goes needs no look. */
const otherOwnNames = /^(?:data\.key.*|pos-token.*|\.trial-.+|inbox)$/;
/** What Chromium keeps beside, where the program has windows. */
const ofChromium =
  /^(?:blob_storage|(?:Code |GPU|Dawn.*|.*Shader)?Cache|Cookies.*|Crashpad|DIPS.*|Dictionaries|IndexedDB|Local State|Local Storage|lockfile|Network|Network Persistent State|Partitions|Preferences|Service Worker|Session Storage|Shared Dictionary|SharedStorage.*|Singleton(?:Cookie|Lock|Socket)|TransportSecurity|Trust Tokens.*|WebStorage|databases|DevToolsActivePort)$/;

const isOwn = (name: string): boolean => ownData.test(name) || otherOwnNames.test(name) || ofChromium.test(name);

/**
 * Makes what the program keeps in a folder its owner's alone, and the folder too where it holds nothing but what the program
 * made: earlier versions left it to be read by every user of the computer. A folder in which something else lies serves
 * others as well and keeps its mode. Links, other people's files and shared folders stay as they are.
 * Throws StorageRefused, with what mends it, where other users may write all the same: they could take receipts away,
 * send them elsewhere, or put settings in their place. Windows has no such modes.
 */
export function keepToOwner(folder: string): void {
  if (process.platform === 'win32') return;
  const names = readdirSync(folder);
  const servesOthers = !names.every(isOwn);
  const isFixed = !servesOthers && !narrow(folder, 0o700);
  refuseOthers(folder, { isWhole: true, servesOthers, isFixed });
  for (const name of names.filter((one) => ownData.test(one))) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    const couldNarrow = narrow(path, found.isDirectory() ? 0o700 : 0o600);
    refuseOthers(path, { isWhole: false, servesOthers: false, isFixed: !couldNarrow });
  }
}

function refuseOthers(
  path: string,
  known: { readonly isWhole: boolean; readonly servesOthers: boolean; readonly isFixed: boolean },
): void {
  const found = statSync(path, { throwIfNoEntry: false });
  // A journal that another start has just put away.
  if (found === undefined) return;
  const { uid, gid, mode } = found;
  const guarded = { ...known, path: realpathSync(path), isFolder: found.isDirectory(), uid, gid, mode };
  const why = otherWriters(guarded, { uid: process.getuid?.() ?? 0, platform: process.platform });
  if (why !== null) throw new StorageRefused(why);
}

/** False: it is this user's, and its mode cannot be changed. */
function narrow(path: string, mode: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // Everybody may write to a sticky folder and nobody owns it alone, as in /tmp: the mode is not ours to change.
  if (found === undefined || found.isSymbolicLink() || (found.mode & sticky) !== 0) return true;
  if (found.uid !== process.getuid?.() || (found.mode & 0o777) === mode) return true;
  try {
    chmodSync(path, mode);
  } catch {
    return false;
  }
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? mode) % 0o1000 === mode;
}
