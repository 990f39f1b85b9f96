import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keptFilesIn } from '../../storage/inbox-folder.ts';

/** What the program writes for people, and leaves lying: nobody else's file is touched. */
const exported = /^(?:(?:receipts|refused|waiting|receipt|support)-.+\.(?:csv|json|pdf|zip)(?:\.part)?)$/;
/** The database as it was before an update of the program, with bills that are long gone from today's. */
const copied = /^receipts\.before-schema-.+\.db(?:-wal|-shm|-journal)?$/;

/** Removes what was written before this moment (milliseconds since the epoch) in and beside `folder`; gives how much. */
export function removeOldFiles(folder: string, writtenBefore: number): number {
  const dataDir = dirname(folder);
  const places: readonly (readonly [string, RegExp])[] = [
    [join(folder, 'exports'), exported],
    [join(dataDir, 'exports'), exported],
    [folder, copied],
  ];
  const written = places
    .filter(([place]) => existsSync(place))
    .flatMap(([place, names]) =>
      readdirSync(place)
        .filter((name) => names.test(name))
        .map((name) => join(place, name)),
    );
  let count = 0;
  for (const path of [...written, ...keptFilesIn(dataDir)]) {
    const found = lstatSync(path);
    if (!found.isFile() || found.mtimeMs >= writtenBefore) continue;
    rmSync(path);
    count += 1;
  }
  return count;
}
