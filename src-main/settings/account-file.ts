import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { done, errorCodeOf, failed, type Result } from '../shared/result.ts';
import { isWritableByOthers, modeText } from '../storage/file-modes.ts';
import type { Credentials } from './credentials.ts';

const accountSchema = z.strictObject({
  username: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(600),
});

const mostBytes = 16_384;

/** Reads the account file that the policy names. A refusal never contains its content. */
export function readAccountFile(path: string, platform: NodeJS.Platform): Result<Credentials | null> {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT'
      ? done(null)
      : failed(
          'invalid',
          `${path} cannot be read (${errorCodeOf(error)}). Give this account the permission to read it.`,
        );
  }
  try {
    const stat = fstatSync(file);
    const isOpen = platform !== 'win32' && (stat.mode & 0o007) !== 0;
    // A person who can write this file could send the till's receipts to another account.
    if (isOpen || (platform !== 'win32' && isWritableByOthers(stat, platform))) {
      const what = isOpen ? 'read by everybody' : 'written by others';
      const mode = modeText(stat.mode & 0o777);
      return failed('invalid', `${path} can be ${what}. Found mode ${mode}, expected 400 or 440.`);
    }
    const text = stat.size > mostBytes ? '' : readFileSync(file, 'utf8').replace(/^\ufeff/, '');
    return done(accountSchema.parse(JSON.parse(text)));
  } catch {
    return failed('invalid', `${path} contains no account. Expected {"username": "...", "password": "..."}.`);
  } finally {
    closeSync(file);
  }
}

/** A text that changes when the file is replaced; empty without a file. */
export function stampOf(path: string | null): string {
  if (path === null) return '';
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT' ? '' : errorCodeOf(error);
  }
}
