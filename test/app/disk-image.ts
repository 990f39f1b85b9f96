import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Computer } from '../../src-main/settings/computer.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

export type DiskImage = ReturnType<typeof imageOf>;

/** A copy of the data folder and of the computer's records, taken at the same moment. */
export function imageOf(dataDir: string, computer: Computer) {
  const [folder, state, files] = [tempFolder(), tempFolder(), tempFolder()];
  cpSync(dataDir, folder, { recursive: true });
  cpSync(computer.stateDir, state, { recursive: true });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  // A second hard link keeps the file when its first name is removed.
  for (const name of names) link(join(dataDir, name), join(files, name));
  return {
    folder,
    /** Restores folder and records into the same files, like a disk that lost its last writes. */
    putBack() {
      for (const name of existsSync(dataDir) ? readdirSync(dataDir) : []) {
        rmSync(join(dataDir, name), { recursive: true });
      }
      for (const name of names) {
        link(join(files, name), join(dataDir, name));
        // This overwrites the linked file, which keeps its inode. A new inode would look like a replaced file.
        copyFileSync(join(folder, name), join(dataDir, name));
      }
      rmSync(computer.stateDir, { recursive: true });
      cpSync(state, computer.stateDir, { recursive: true });
      return dataDir;
    },
  };
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  linkSync(from, to);
}
