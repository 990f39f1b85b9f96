import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where the mark of the database `name` in `folder` is kept: one file per folder, in a place that is in none of them. */
export function outsideMark(stateDir: string, folder: string, name: string): string {
  const key = createHash('sha256')
    .update(JSON.stringify([folder, name]))
    .digest('hex')
    .slice(0, 32);
  return join(stateDir, 'databases', `${key}.seen`);
}

/** Makes the place for marks. Throws what the file system says. */
export function makeOutside(stateDir: string): void {
  mkdirSync(join(stateDir, 'databases'), { recursive: true, mode: 0o700 });
}

/** The folder without links, so that it has one name. */
export const plainPath = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder);

/**
 * Which file it is: a copy, or one that a backup put there, is another even under the same name. A renamed folder keeps
 * its files. Null when there is none.
 */
export function fileIdentity(path: string): string | null {
  try {
    const { ino, birthtimeNs } = statSync(path, { bigint: true });
    return `${ino}-${birthtimeNs}`;
  } catch {
    return null;
  }
}
