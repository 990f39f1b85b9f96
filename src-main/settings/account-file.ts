import { closeSync, fstatSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { z } from 'zod';
import { isWritableByOthers, modeText } from '../storage/file-modes.ts';

/** The service account as a policy hands it over: a file that is read once, by the account that works at the till. */
export interface HandedAccount {
  readonly username: string;
  readonly password: string;
}

export type AccountFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'account'; readonly account: HandedAccount }
  /** `why` never holds what is in it. */
  | { readonly kind: 'unusable'; readonly why: string };

const accountSchema = z.strictObject({
  username: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(600),
});

const mostBytes = 16_384;
const expectedMode = 'expected 400 or 440';
const expected = 'expected {"username": "...", "password": "..."}';

export function readAccountFile(path: string, platform: NodeJS.Platform): AccountFile {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? { kind: 'none' } : { kind: 'unusable', why: `${path} cannot be read (${code})` };
  }
  try {
    const stat = fstatSync(file);
    const mode = stat.mode & 0o777;
    if (platform !== 'win32' && (mode & 0o007) !== 0) {
      return {
        kind: 'unusable',
        why: `${path} can be read by everybody: found mode ${modeText(mode)}, ${expectedMode}`,
      };
    }
    // Whoever writes it has this till's receipts go to an account of theirs.
    if (platform !== 'win32' && isWritableByOthers(stat, platform)) {
      return {
        kind: 'unusable',
        why: `${path} can be written by others: found mode ${modeText(mode)}, ${expectedMode}`,
      };
    }
    const text = stat.size > mostBytes ? '' : readFileSync(file, 'utf8').replace(/^\ufeff/, '');
    return { kind: 'account', account: accountSchema.parse(JSON.parse(text)) };
  } catch {
    return { kind: 'unusable', why: `${path} holds no account: ${expected}` };
  } finally {
    closeSync(file);
  }
}

/** Changes when somebody puts another file there; empty where there is none. */
export function stampOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? '' : codeOf(error);
  }
}

/** The keychain has it now. False: whoever looks after the computer has to take it away. */
export function removeAccountFile(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code'));
