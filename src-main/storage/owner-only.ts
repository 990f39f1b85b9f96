import { chmodSync, closeSync, existsSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Everybody may write there and nobody owns it alone, as in /tmp: the mode is not ours to change. */
const sharedBit = 0o1000;

const ownFile = /\.(db|seen|lock)(-wal|-shm)?$/;

/**
 * Makes a folder, and the databases and watch files in it, their owner's alone: earlier versions left them to be read by
 * every user of the computer. Links, other people's files and shared folders stay as they are. Windows has no such modes.
 */
export function keepToOwner(folder: string): void {
  if (process.platform === 'win32') return;
  narrow(folder, 0o700);
  for (const name of readdirSync(folder)) if (ownFile.test(name)) narrow(join(folder, name), 0o600);
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
