import { sep } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';

/** @electron/asar takes a path apart by the separator of the system. */
const native = (path: string): string => path.replaceAll('/', sep);

export const packedFiles = (asar: string) => ({
  // The library returns a leading separator of the system.
  paths: listPackage(asar, { isPack: false }).map((path) => path.slice(1).replaceAll('\\', '/')),
  textOf: (path: string): string => extractFile(asar, native(path)).toString('utf8'),
  /** Null for a folder. */
  sizeOf: (path: string): number | null => {
    const entry = statFile(asar, native(path));
    return 'size' in entry ? entry.size : null;
  },
});
