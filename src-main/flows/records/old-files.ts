import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the program writes for people, and leaves lying: nobody else's file is touched. */
const exported = /^(?:(?:receipts|refused|waiting|receipt|support)-.+\.(?:csv|json|pdf|zip)(?:\.part)?)$/;
/** The database as it was before an update of the program, with bills that are long gone from today's. */
const copied = /^receipts\.before-schema-.+\.db(?:-wal|-shm|-journal)?$/;
/** What was taken from the inbox, where a setting keeps it. */
const taken = /\.json\.sealed$/;

/** Removes what was written before this moment (milliseconds since the epoch) in and beside `folder`; gives how much. */
export function removeOldFiles(folder: string, writtenBefore: number): number {
  const dataDir = dirname(folder);
  const places: readonly (readonly [string, RegExp])[] = [
    [join(folder, 'exports'), exported],
    [join(dataDir, 'exports'), exported],
    [folder, copied],
    [join(dataDir, 'inbox', 'done'), taken],
  ];
  let count = 0;
  for (const [place, names] of places) {
    if (!existsSync(place)) continue;
    for (const name of readdirSync(place).filter((found) => names.test(found))) {
      const path = join(place, name);
      const found = lstatSync(path);
      if (!found.isFile() || found.mtimeMs >= writtenBefore) continue;
      rmSync(path);
      count += 1;
    }
  }
  return count;
}
