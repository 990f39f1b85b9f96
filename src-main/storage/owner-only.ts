import { chmodSync, closeSync, existsSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../ports.ts';

/** Everybody may write there and nobody owns it alone, as in /tmp: the mode is not ours to change. */
const sharedBit = 0o1000;
const otherWriters = 0o022;

/** Databases with what belongs to them, and the lock. */
const ownData = /^(?:(?:tills|receipts|service)\.(?:.+\.)?(?:db|seen)|instance\.lock)(?:-wal|-shm|-journal)?$/;
/** The other names that the program gives below its data folder: files that it makes with their mode, and its folders. */
const ownNames =
  /^(?:settings\..+|connection\.json.*|data\.key.*|pos-token.*|pin\.json.*|pin-tries\.json.*|policy-in-force\.json.*|NOTICE-.+\.txt|\.trial-.+|inbox|pictures|logs|exports|state|training|live(?:-[0-9a-f]{16})?)$/;

/**
 * Makes the databases and watch files of a folder their owner's alone, and the folder too where it holds nothing but what
 * the program made: earlier versions left them to be read by every user of the computer. A folder in which something else
 * lies serves others as well and keeps its mode; who may write there could take our files away, and that is logged. Links, other people's files
 * and shared folders stay as they are. Windows has no such modes.
 */
export function keepToOwner(folder: string, log: Log): void {
  if (process.platform === 'win32') return;
  const names = readdirSync(folder);
  if (names.every((name) => ownData.test(name) || ownNames.test(name))) narrow(folder, 0o700);
  for (const name of names) if (ownData.test(name)) narrow(join(folder, name), 0o600);
  if ((statSync(folder).mode & otherWriters) !== 0) {
    log.warn('folder-open-to-others', {
      meaning: 'the folder of the receipts holds files of others and was left as it is: other users may write there',
    });
  }
}

/** Makes the file where there is none, for SQLite, which gives its journal the mode of the database. */
export function makeOwnFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}

function narrow(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink() || (found.mode & sharedBit) !== 0) return;
  if (found.uid !== process.getuid?.() || (found.mode & 0o777) === mode) return;
  chmodSync(path, mode);
}
