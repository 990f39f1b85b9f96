import { closeSync, existsSync, openSync } from 'node:fs';

/** Makes the file where there is none, for SQLite, which gives its journal the mode of the database. */
export function makeOwnFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
