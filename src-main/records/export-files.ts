import { mkdirSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { done, failed, type Result } from '../lib/result.ts';
import { type Desktop, noDesktop } from './desktop.ts';

/** Writes files for people into `folder`, which is made when the first one is written; gives the path. */
export const exportTo =
  (folder: string) =>
  (name: string, content: string): Result<{ path: string }> => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return done({ path });
  };

/** The files that were written for people in this run: they alone can be shown or opened. */
export type SavedFiles = ReturnType<typeof savedFiles>;

/** `desktop` null: nobody sits before this program. */
export function savedFiles(folder: string, desktop: Desktop | null) {
  const save = exportTo(folder);
  const exports = new Set<string>();
  const streams = new Set<string>();
  const notHere = failed('notFound', 'this is no file that was saved in this run');
  return {
    saveExport(name: string, content: string): Result<{ readonly path: string }> {
      const saved = save(name, content);
      if (saved.ok) exports.add(saved.value.path);
      return saved;
    },
    /**
     * The same for a file of any length: `fill` hands it over piece by piece, and it has its name only when it is whole.
     * What `fill` gives instead of null is why there is no file. Throws for a full disk.
     */
    async saveStream<Failure>(
      name: string,
      fill: (write: (piece: Uint8Array) => Promise<void>) => Promise<Failure | null>,
    ): Promise<Result<{ readonly path: string } | { readonly failure: Failure }>> {
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
      streams.add(path);
      return done({ path });
    },
    /** Shows what `saveExport` wrote in its folder. */
    showSaved(path: string): Result<null> {
      if (desktop === null) return noDesktop;
      // A window names a file; which ones there are only this side knows.
      if (!exports.has(path)) return notHere;
      desktop.showInFolder(path);
      return done(null);
    },
    /** Opens what `saveStream` wrote with the computer's own program for it; `opened` false: there is none. */
    async openSaved(path: string): Promise<Result<{ readonly opened: boolean }>> {
      if (desktop === null) return noDesktop;
      return streams.has(path) ? done({ opened: await desktop.openFile(path) }) : notHere;
    },
  };
}
