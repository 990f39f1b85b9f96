import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { done, errorCodeOf, failed, type Result } from '../lib/result.ts';

/** A small secret in a file that only its owner can read, for hosts without a keychain. */
export const ownerOnlyFile = (path: string) => {
  /** Null where there is none. `invalid`: it is there but cannot be trusted; it stays as it is. */
  const read = (): Result<string | null> => {
    let text: string;
    try {
      text = readFileSync(path, 'utf8').trim();
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return done(null);
      return failed('invalid', `${path} cannot be read (${errorCodeOf(error)})`);
    }
    const mode = statSync(path).mode & 0o777;
    // Windows has no such bits: the folder's access list protects the file there.
    return (mode & 0o077) !== 0 && process.platform !== 'win32'
      ? failed('invalid', `${path} can be read by others (mode ${mode.toString(8)}); expected 600`)
      : done(text);
  };

  return {
    read,
    /** On disk before it returns; gives what is kept when another start was first. */
    make(text: string): Result<string> {
      // Whole under another name first, so that a crash leaves no half secret; what such a crash left is in the way.
      const making = `${path}.${process.pid}`;
      rmSync(making, { force: true });
      const file = openSync(making, 'wx', 0o600);
      try {
        writeFileSync(file, `${text}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      try {
        linkSync(making, path);
      } catch (error) {
        if (errorCodeOf(error) !== 'EEXIST') throw error; // another start was first: what it made counts
      } finally {
        rmSync(making, { force: true });
      }
      const kept = read();
      if (!kept.ok) return kept;
      return kept.value === null ? failed('internal', `${path} vanished while it was made`) : done(kept.value);
    },
  };
};

/** A token that a host without windows made for its tills, because nobody could pair one there. */
export const tokenFile = (path: string) => {
  const file = ownerOnlyFile(path);
  const isToken = <Kept extends string | null>(kept: Result<Kept>): Result<Kept> =>
    kept.ok && kept.value !== null && kept.value.length < 32
      ? failed('invalid', `${path} holds no token: found ${kept.value.length} characters, expected 32 or more`)
      : kept;
  return { read: () => isToken(file.read()), make: (token: string) => isToken(file.make(token)) };
};
