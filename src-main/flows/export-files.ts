import { mkdirSync, writeFileSync } from 'node:fs';
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
