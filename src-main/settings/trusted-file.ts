import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCodeOf, messageOf } from '../shared/result.ts';
import { isWritableByOthers, modeText } from '../storage/file-modes.ts';
import { askProgram, programOfWindows, windowsFolder } from './computer.ts';
import type { PolicyFault } from './policy-format.ts';

interface Trust {
  readonly platform: NodeJS.Platform;
  /** User ids that may own the file: 0, and for a file that was given to this program also its own user. */
  readonly owners: readonly number[];
  /** The owners of file and folder on Windows; null: do not check. Throws if they cannot be read. */
  readonly windowsOwners?: ((path: string) => readonly string[]) | null;
}

const powerShell = (folder: string): string => programOfWindows('WindowsPowerShell\\v1.0\\powershell.exe', folder);

/** The limit allows for a logo. */
const mostBytes = 4 * 1024 * 1024;

const refused = (found: string, expected: string): PolicyFault => ({ field: '', found, expected });

/** Whether the path exists, even as an unreadable file or a broken link. */
export function pathExists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error));
  }
}

/**
 * Reads a file whose content binds everyone, if only the administrator could write it or a folder above it. Windows uses
 * access lists instead.
 */
export function readTrusted(path: string, trust: Trust): Buffer | PolicyFault {
  let file: number;
  try {
    // A pipe without a writer would block the start.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return refused(`a file that cannot be opened (${errorCodeOf(error)})`, 'one that every account may read');
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return refused('no plain file', 'a JSON file');
    if (stat.size > mostBytes) return refused(`${stat.size} bytes`, `at most ${mostBytes} bytes`);
    const fault =
      trust.platform === 'win32' ? windowsFault(path, trust) : (writableFault(stat, trust) ?? folderFault(path, trust));
    return fault ?? readFileSync(file);
  } catch (error) {
    return refused(`a file that cannot be read (${errorCodeOf(error)})`, 'one that every account may read');
  } finally {
    closeSync(file);
  }
}

function windowsFault(path: string, { windowsOwners }: Trust): PolicyFault | null {
  const expected = 'a file in a folder that both belong to Administrators or SYSTEM';
  try {
    const other = windowsOwners ? stranger(windowsOwners(path)) : null;
    return other === null ? null : refused(`one of the two belonging to the account ${other}`, expected);
  } catch (error) {
    return refused(
      `an owner that cannot be found out (${messageOf(error)})`,
      `${expected}, and that ${powerShell(windowsFolder())} may run to read the owners`,
    );
  }
}

function writableFault({ uid, mode }: Stats, { owners }: Trust): PolicyFault | null {
  if (!owners.includes(uid)) return refused(`a file of the user ${uid}`, `one that belongs to ${ownersIn(owners)}`);
  // No group may write, not even that of administrators (docs/deployment).
  if ((mode & 0o022) === 0) return null;
  return refused(`mode ${modeText(mode)}`, 'a file that its owner alone may write, such as mode 644');
}

/** A user who can write to a folder above the file, or above a link to it, can replace the file. */
function folderFault(path: string, trust: Trust): PolicyFault | null {
  return folderFaultFrom(dirname(realpathSync(path)), trust) ?? folderFaultFrom(dirname(resolve(path)), trust);
}

function folderFaultFrom(start: string, { owners, platform }: Trust): PolicyFault | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const stat = statSync(folder);
    const isSticky = (stat.mode & 0o1000) !== 0;
    if (![0, ...owners].includes(stat.uid)) {
      return refused(`its folder ${folder} of the user ${stat.uid}`, `one that belongs to ${ownersIn(owners)}`);
    }
    if (!isSticky && isWritableByOthers(stat, platform)) {
      return refused(`its folder ${folder} with mode ${modeText(stat.mode)}`, 'one that its owner alone writes');
    }
    if (folder === dirname(folder)) return null;
  }
}

const ownersIn = (owners: readonly number[]): string =>
  owners.map((uid) => (uid === 0 ? 'root' : `the user ${uid}`)).join(' or ');

/** Administrators, SYSTEM and TrustedInstaller, as SDDL writes them. */
const trusted = ['BA', 'SY', 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'];

const ownersOf = (descriptors: string): readonly string[] =>
  descriptors
    .trim()
    .split(/\r?\n/)
    .map((line) => {
      const owner = /^O:(\w\w|S(?:-\d+)+)G:/.exec(line)?.[1];
      if (owner === undefined) throw new Error(`found "${line.slice(0, 80)}", expected a security descriptor`);
      return owner;
    });

const stranger = (owners: readonly string[]): string | null => owners.find((owner) => !trusted.includes(owner)) ?? null;

type AskPowerShell = (folder: string, path: string) => string;

/** The environment is not passed on, because the account at the till controls it. */
const askPowerShell: AskPowerShell = (folder, path) =>
  askProgram(
    powerShell(folder),
    [
      ...['-NoProfile', '-NonInteractive', '-Command'],
      '$env:ASKED, (Split-Path -LiteralPath $env:ASKED) | ForEach-Object { (Get-Acl -LiteralPath $_).Sddl }',
    ],
    { env: { SystemRoot: folder, ASKED: path }, timeout: 20_000 },
  );

export const windowsOwners =
  (ask: AskPowerShell = askPowerShell, folder = windowsFolder()) =>
  (path: string): readonly string[] =>
    ownersOf(ask(folder, path));
