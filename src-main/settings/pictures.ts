import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { done, failed, type Result } from '../lib/result.ts';
import { pictureName } from '../lib/shop-pictures.ts';
import type { Log } from '../ports.ts';
import { writeWhole } from '../storage/whole-file.ts';
import { isPlainWebp } from './webp.ts';

/** The shop's own pictures, as files of their own: a name stands for its content, so what is torn is no longer it. */
export interface Pictures {
  /** Keeps it, on disk before it returns; gives its name. `invalid`: it is no plain WebP, or too large. */
  keep(webp: Uint8Array): Result<string>;
  /** Those of the names whose files are there and whole. */
  whole(names: readonly string[]): readonly string[];
  /** Null where it is not there, or not what it was. */
  read(name: string): Uint8Array<ArrayBuffer> | null;
  /** Removes every file that none of these names means. */
  keepOnly(names: readonly string[]): void;
}

/** Of a program without windows. */
export const noPictures: Pictures = {
  keep: () => failed('notConfigured', 'this program shows no pictures'),
  whole: () => [],
  read: () => null,
  keepOnly: () => undefined,
};

const nameOf = (bytes: Uint8Array): string => `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`;

/** In `folder`, which is made when there is something to keep. */
export function openPictures(folder: string, log: Log): Pictures {
  /** Looked at once: a view is made many times a minute. */
  const known = new Map<string, boolean>();

  function read(name: string): Uint8Array<ArrayBuffer> | null {
    if (!pictureName.test(name)) return null;
    try {
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      return nameOf(bytes) === name ? bytes : null;
    } catch {
      return null;
    }
  }

  function isWhole(name: string): boolean {
    const before = known.get(name);
    if (before !== undefined) return before;
    const now = read(name) !== null;
    if (!now) log.warn('picture-not-whole', { name, meaning: 'it is not shown; the rest is' });
    known.set(name, now);
    return now;
  }

  return {
    keep(webp) {
      if (!isPlainWebp(webp)) return failed('invalid', 'not a still WebP picture of at most 1 MB');
      const name = nameOf(webp);
      const path = join(folder, name);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeWhole(path, webp);
      known.set(name, true);
      return done(name);
    },
    whole: (names) => names.filter(isWhole),
    read,
    keepOnly(names) {
      try {
        for (const found of readdirSync(folder)) {
          if (/^[0-9a-f]{32}\.webp(?:\.\w+)?$/.test(found) && !names.includes(found)) rmSync(join(folder, found));
        }
      } catch (error) {
        // Without a folder there is nothing to remove; what cannot be removed now is with the next change.
        if (Reflect.get(Object(error), 'code') !== 'ENOENT') log.warn('pictures-not-removed', { error: String(error) });
      }
      known.clear();
    },
  };
}
