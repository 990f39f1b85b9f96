import { statSync } from 'node:fs';
import { z } from 'zod';
import { jsonOf } from '../shared/json.ts';
import { done, errorCodeOf, failed, type Result } from '../shared/result.ts';
import { isWritableByOthers, modeText } from '../storage/file-modes.ts';
import type { Credentials } from './credentials.ts';
import { readSecretFile } from './owner-only-file.ts';

const accountSchema = z.strictObject({
  username: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(600),
});

/** Reads the account file that the policy names. A refusal never contains its content. */
export function readAccountFile(path: string, platform: NodeJS.Platform): Result<Credentials | null> {
  const read = readSecretFile(path, (stat) => {
    const isOpen = (stat.mode & 0o007) !== 0;
    // A person who can write this file could send the till's receipts to another account.
    if (!isOpen && !isWritableByOthers(stat, platform)) return null;
    const what = isOpen ? 'read by everybody' : 'written by others';
    return `${what}. Found mode ${modeText(stat.mode & 0o777)}, expected 400 or 440.`;
  });
  if (!read.ok || read.value === null) return read as Result<null>;
  const { data: account } = accountSchema.safeParse(jsonOf(read.value));
  return account === undefined
    ? failed('invalid', `${path} contains no account. Expected {"username": "...", "password": "..."}.`)
    : done(account);
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
