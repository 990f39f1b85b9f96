import { closeSync, fstatSync, linkSync, openSync, readFileSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { done, errorCodeOf, failed, type Result } from '../shared/result.ts';
import { modeText } from '../storage/file-modes.ts';

const mostBytes = 16_384;

/**
 * The text of a small secret file. Null if it does not exist. `invalid`: it cannot be trusted, and it is not changed.
 * `faultOf` judges owner and mode. Windows has no such bits; access lists protect the file there.
 */
export function readSecretFile(path: string, faultOf: (stat: Stats) => string | null): Result<string | null> {
  try {
    const file = openSync(path, 'r');
    try {
      const stat = fstatSync(file);
      const fault = process.platform === 'win32' ? null : faultOf(stat);
      if (fault !== null) return failed('invalid', `${path} can be ${fault}`);
      return done(stat.size > mostBytes ? '' : readFileSync(file, 'utf8').trim());
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'ENOENT') return done(null);
    return failed('invalid', `${path} cannot be read (${code}). Give this account the permission to read it.`);
  }
}

/** A small secret in a file that only its owner can read, for hosts without a keychain. */
export const ownerOnlyFile = (path: string) => {
  const read = (): Result<string | null> =>
    readSecretFile(path, ({ mode }) =>
      (mode & 0o077) === 0 ? null : `read by others. Found mode ${modeText(mode & 0o777)}, expected 600.`,
    );
  return {
    read,
    /** Writes the value to disk before it returns. If another start was first, it returns that start's value. */
    make(text: string): Result<string> {
      const making = `${path}.${process.pid}`;
      rmSync(making, { force: true });
      writeFileSync(making, `${text}\n`, { flag: 'wx', mode: 0o600, flush: true });
      try {
        linkSync(making, path);
      } catch (error) {
        if (errorCodeOf(error) !== 'EEXIST') throw error;
      } finally {
        rmSync(making, { force: true });
      }
      const stored = read();
      if (!stored.ok) return stored;
      return stored.value === null
        ? failed('internal', `${path} was removed while it was being made. Try again.`)
        : done(stored.value);
    },
  };
};
