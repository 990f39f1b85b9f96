import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOn } from '../dispatch/dispatch.ts';
import type { Log } from '../ports.ts';
import { done, errorCodeOf, failed, type Result } from '../shared/result.ts';
import type { Settings } from '../shared/settings.ts';
import { mostIdlePictures, pictureName } from '../shared/shop-look.ts';
import { writeWhole } from '../storage/file-modes.ts';
import type { SettingsStore } from './stored-settings.ts';

/**
 * The shop's own pictures, each in a file. The name is the hash of the content, so a damaged file does not match its
 * name.
 */
export type Pictures = ReturnType<typeof openPictures>;

/** The pictures of a program without windows. */
export const noPictures: Pictures = {
  keep: () => failed('notConfigured', 'This program runs without windows and shows no pictures.'),
  whole: () => [],
  read: () => null,
  keepOnly: () => undefined,
};

const nameOf = (bytes: Uint8Array): string => `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`;

/** Opens the pictures in `folder`, which is created with the first picture. */
export function openPictures(folder: string, log: Log) {
  /** Each file is checked once, because views are made many times a minute. */
  const known = new Map<string, boolean>();

  /** Null if the file is missing or its content has changed. */
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
    if (!now) log.warn('picture-damaged', { name, meaning: 'it is not shown; the rest is' });
    known.set(name, now);
    return now;
  }

  return {
    /** Stores the picture on disk before it returns its name. `invalid`: it is no whole WebP, or too large. */
    keep(webp: Uint8Array): Result<string> {
      if (!isWebp(webp)) return failed('invalid', 'This is not a WebP picture of at most 1 MB.');
      const name = nameOf(webp);
      const path = join(folder, name);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeWhole(path, webp);
      known.set(name, true);
      return done(name);
    },
    /** The names whose files exist undamaged. */
    whole: (names: readonly string[]): readonly string[] => names.filter(isWhole),
    read,
    /** Removes every picture that is not in this list. */
    keepOnly(names: readonly string[]): void {
      try {
        for (const found of readdirSync(folder)) {
          if (/^[0-9a-f]{32}\.webp(?:\.\w+)?$/.test(found) && !names.includes(found)) rmSync(join(folder, found));
        }
      } catch (error) {
        // Without a folder there is nothing to remove.
        if (errorCodeOf(error) !== 'ENOENT') log.warn('pictures-not-removed', { error: String(error) });
      }
      known.clear();
    },
  };
}

export interface PictureContext {
  readonly pictures: Pictures;
  readonly settings: Pick<SettingsStore, 'current' | 'update'>;
}

/** Files and the settings that name them change together. */
function set(
  { pictures, settings }: PictureContext,
  change: Partial<Pick<Settings['screen'], 'logo' | 'idlePictures'>>,
): void {
  const { logo, idlePictures } = settings.update({ screen: change }).screen;
  pictures.keepOnly(logo === null ? idlePictures : [logo, ...idlePictures]);
}

export const pictureCommands = commandsOn<PictureContext>()('windows', {
  'picture.keep'(shop, { place, webp }) {
    const { idlePictures } = shop.settings.current().screen;
    const isFull = place === 'idle' && idlePictures.length >= mostIdlePictures;
    if (isFull) return failed('wrongState', `There are already ${mostIdlePictures} pictures.`);
    // Write the file first, so that settings never name a missing file.
    const kept = shop.pictures.keep(Buffer.from(webp, 'base64'));
    if (!kept.ok) return kept;
    const others = idlePictures.filter((name) => name !== kept.value);
    set(shop, place === 'logo' ? { logo: kept.value } : { idlePictures: [...others, kept.value] });
  },
  'picture.remove'(shop, { place, name }) {
    const { idlePictures } = shop.settings.current().screen;
    if (place === 'logo') return set(shop, { logo: null });
    if (!idlePictures.includes(name)) return failed('notFound', 'There is no such picture.');
    set(shop, { idlePictures: idlePictures.filter((one) => one !== name) });
  },
});

export const webpMaxBytes = 1024 * 1024;

/**
 * The cashier window has drawn the picture again, so it is still, has no metadata and fits a display. This proves only
 * that the file is one whole WebP picture (RFC 9649), and no page or script.
 */
function isWebp(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isSized = data.length >= 30 && data.length <= webpMaxBytes && data.readUInt32LE(4) === data.length - 8;
  return isSized && /^RIFF.{4}WEBPVP8[ LX]/s.test(data.toString('latin1', 0, 16));
}
