import { mkdirSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { done, type Result } from '../kernel/result.ts';

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
