import { closeSync, fsyncSync, linkSync, openSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { done, failed, type Result } from '../kernel/result.ts';

/** A token that a host without windows made for its tills, because nobody could pair one there. */
export interface TokenFile {
  /** Null where there is none. `invalid`: it is there but cannot be trusted; it stays as it is. */
  read(): Result<string | null>;
  /** Keeps the token, on disk before it returns, for this user only; gives what is kept when another start was first. */
  make(token: string): Result<string>;
}

export const tokenFile = (path: string): TokenFile => {
  const read = (): Result<string | null> => {
    let text: string;
    try {
      text = readFileSync(path, 'utf8').trim();
    } catch (error) {
      if (isCode(error, 'ENOENT')) return done(null);
      return failed('invalid', `${path} cannot be read (${String(Reflect.get(Object(error), 'code'))})`);
    }
    const mode = statSync(path).mode & 0o777;
    // Windows has no such bits: the folder's access list protects the file there.
    if ((mode & 0o077) !== 0 && process.platform !== 'win32') {
      return failed('invalid', `${path} can be read by others (mode ${mode.toString(8)}); expected 600`);
    }
    return text.length >= 32
      ? done(text)
      : failed('invalid', `${path} holds no token: found ${text.length} characters, expected 32 or more`);
  };

  return {
    read,
    make(token) {
      // Whole under another name first, so that a crash leaves no half token.
      const making = `${path}.${process.pid}`;
      const file = openSync(making, 'w', 0o600);
      try {
        writeFileSync(file, `${token}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      try {
        linkSync(making, path);
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error;
      } finally {
        unlinkSync(making);
      }
      const kept = read();
      if (!kept.ok) return kept;
      return kept.value === null ? failed('internal', `${path} vanished while it was made`) : done(kept.value);
    },
  };
};

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
