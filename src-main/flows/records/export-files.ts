import { mkdirSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { done, failed, type Result } from '../../kernel/result.ts';

/** Writes files for people into `folder`, which is made when the first one is written; gives the path. */
export const exportTo =
  (folder: string) =>
  (name: string, content: string): Result<{ path: string }> => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return done({ path });
  };

/** Writes what `fill` hands over piece by piece; what `fill` gives instead of null is why there is no file. */
export type SaveStream = <Failure>(
  name: string,
  fill: (write: (piece: Uint8Array) => Promise<void>) => Promise<Failure | null>,
) => Promise<Result<{ readonly path: string } | { readonly failure: Failure }>>;

/** The same for a file of any length: it has its name only when it is whole. Throws for a full disk. */
export const streamTo =
  (folder: string): SaveStream =>
  async (name, fill) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, name);
    const growing = `${path}.part`;
    const file = await open(growing, 'w', 0o600);
    let isWhole = false;
    try {
      const failure = await fill((piece) => file.appendFile(piece));
      if (failure !== null) return done({ failure });
      await file.sync();
      isWhole = true;
    } finally {
      await file.close();
      if (!isWhole) await rm(growing, { force: true });
    }
    await rename(growing, path);
    return done({ path });
  };

/** Opens a file with the computer's own program for it; false: there is none. */
export type OpenFile = (path: string) => Promise<boolean>;

export interface SavedPdfs {
  readonly saveStream: SaveStream;
  /** Opens what `saveStream` wrote in this run, and no other file; false as for `OpenFile`. */
  readonly openSaved: (path: string) => Promise<Result<{ readonly opened: boolean }>>;
}

/** `openFile` null: nobody sits before this program. */
export function savedPdfs(saveStream: SaveStream, openFile: OpenFile | null): SavedPdfs {
  const saved = new Set<string>();
  return {
    async saveStream(name, fill) {
      const result = await saveStream(name, fill);
      if (result.ok && 'path' in result.value) saved.add(result.value.path);
      return result;
    },
    async openSaved(path) {
      if (openFile === null) return failed('notAllowed', 'this program has no windows: it opens no files');
      // A window names a file; which ones there are to be opened only this side knows.
      if (!saved.has(path)) return failed('notFound', 'this is no file that was saved in this run');
      return done({ opened: await openFile(path) });
    },
  };
}
