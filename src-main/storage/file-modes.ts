import {
  closeSync,
  existsSync,
  openSync,
  type PathLike,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { errorCodeOf } from '../shared/result.ts';

export interface Modes {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/** Write access of the administrators' group (0, on macOS also 80, which owns system folders) does not count. */
export const isWritableByOthers = ({ mode, gid }: Modes, platform: NodeJS.Platform): boolean =>
  (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0 && !(platform === 'darwin' && gid === 80));

/** With this bit on a folder, only the owner of a file or folder can remove or replace the file. */
export const sticky = 0o1000;

export const shellQuoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

export const modeText = (mode: number): string => (mode & 0o7777).toString(8);

/** Creates a database file before SQLite does, so that it and its journal get a mode for the owner alone. */
export function makeOwnFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}

/** The text of a file; null if it is missing or cannot be read. */
export function textOfFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Writes a file that only its owner can read. The old content stays until the new one is on disk. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const making = `${path}.new`;
  // A file from a crash would keep its old mode.
  rmSync(making, { force: true });
  writeFileSync(making, content, { mode: 0o600, flush: true });
  replaceFile(making, path);
}

const pausesMs = [10, 20, 50, 100, 200, 300, 300];

interface BusyFile {
  readonly platform?: NodeJS.Platform;
  readonly wait?: (ms: number) => void;
}

/** Whether another program has the file open, which Windows reports as a missing permission. */
export function isFileBusy(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  const code = errorCodeOf(error);
  return code === 'EBUSY' || (platform === 'win32' && (code === 'EPERM' || code === 'EACCES'));
}

/** Repeats `work` while another program has the file open. */
export function retryWhileFileBusy<T>(work: () => T, { platform = process.platform, wait = sleep }: BusyFile = {}): T {
  for (const ms of pausesMs) {
    try {
      return work();
    } catch (error) {
      if (!isFileBusy(error, platform)) throw error;
    }
    wait(ms);
  }
  return work();
}

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

export const replaceFile = (from: PathLike, to: PathLike): void => retryWhileFileBusy(() => renameSync(from, to));
