import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { done, errorCodeOf, failed, type Result } from '../shared/result.ts';

/** A small secret in a file that only its owner can read, for hosts without a keychain. */
export const ownerOnlyFile = (path: string) => {
  /** Null if the file does not exist. `invalid`: it cannot be trusted, and it is not changed. */
  const read = (): Result<string | null> => {
    let text: string;
    try {
      text = readFileSync(path, 'utf8').trim();
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return done(null);
      return failed(
        'invalid',
        `${path} cannot be read (${errorCodeOf(error)}). Give this account the permission to read it.`,
      );
    }
    const mode = statSync(path).mode & 0o777;
    // Windows has no such bits; access lists protect the file there.
    return (mode & 0o077) !== 0 && process.platform !== 'win32'
      ? failed('invalid', `${path} can be read by others. Found mode ${mode.toString(8)}, expected 600.`)
      : done(text);
  };

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

/** A token that headless creates for its tills, because nobody can pair a till there. */
export const tokenFile = (path: string) => {
  const file = ownerOnlyFile(path);
  const judged = <Content extends string | null>(stored: Result<Content>): Result<Content> =>
    stored.ok && stored.value !== null && !/^[\x21-\x7e]{32,}$/.test(stored.value)
      ? failed('invalid', `${path} contains no token. Expected 32 or more printable characters without blanks.`)
      : stored;
  return {
    read(): Result<string | null> {
      const stored = file.read();
      if (!stored.ok || !/^\0+$/.test(stored.value ?? '')) return judged(stored);
      // After a power cut a file may have the right size and contain only zeros.
      rmSync(path);
      return done(null);
    },
    make: (token: string): Result<string> => judged(file.make(token)),
  };
};
