import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOn } from '../dispatch/dispatch.ts';
import type { Log } from '../ports.ts';
import { done, errorCodeOf, failed, type Result } from '../shared/result.ts';
import type { Settings } from '../shared/settings.ts';
import { mostIdlePictures, pictureName } from '../shared/shop-look.ts';
import { writeAtomically } from '../storage/file-modes.ts';
import type { SettingsStore } from './stored-settings.ts';

/** The shop's pictures, one file each. The name is the hash of the content, so a damaged file does not match it. */
export type Pictures = ReturnType<typeof openPictures>;

export const noPictures: Pictures = {
  keep: () => failed('notConfigured', 'This program runs without windows and shows no pictures.'),
  whole: () => [],
  read: () => null,
  keepOnly: () => undefined,
};

const nameOf = (bytes: Uint8Array): string => `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`;

/** Opens the pictures in `folder`, which is created with the first picture. */
export function openPictures(folder: string, log: Log) {
  /** Each file is checked only once, because views are created many times a minute. */
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
    if (!now) log.warn('picture-damaged', { name, meaning: 'it is not shown; the rest is' });
    known.set(name, now);
    return now;
  }

  return {
    /** Stores the picture on disk before it returns the name. `invalid`: it is no plain WebP, or too large. */
    keep(webp: Uint8Array): Result<string> {
      if (!isPlainWebp(webp)) return failed('invalid', 'This is not a still WebP picture of at most 1 MB.');
      const name = nameOf(webp);
      const path = join(folder, name);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeAtomically(path, webp);
      known.set(name, true);
      return done(name);
    },
    /** Returns the names whose files exist and are undamaged. */
    whole: (names: readonly string[]): readonly string[] => names.filter(isWhole),
    read,
    keepOnly(names: readonly string[]): void {
      try {
        for (const found of readdirSync(folder)) {
          if (/^[0-9a-f]{32}\.webp(?:\.\w+)?$/.test(found) && !names.includes(found)) rmSync(join(folder, found));
        }
      } catch (error) {
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
    // The file is written first, so that settings never name a missing file.
    const saved = shop.pictures.keep(Buffer.from(webp, 'base64'));
    if (!saved.ok) return saved;
    const others = idlePictures.filter((name) => name !== saved.value);
    set(shop, place === 'logo' ? { logo: saved.value } : { idlePictures: [...others, saved.value] });
  },
  'picture.remove'(shop, { place, name }) {
    const { idlePictures } = shop.settings.current().screen;
    if (place === 'logo') return set(shop, { logo: null });
    if (!idlePictures.includes(name)) return failed('notFound', 'There is no such picture.');
    set(shop, { idlePictures: idlePictures.filter((one) => one !== name) });
  },
});

/** The picture must be one still WebP without metadata, which could contain the place where it was taken. */

export const webpMaxBytes = 1024 * 1024;
const sideMaxPx = 4_096;

/** The allowed chunks: no metadata and no animation. */
const parts = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);
const animated = 0x02;

export function isPlainWebp(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < 30 || data.length > webpMaxBytes) return false;
  if (data.toString('latin1', 0, 4) !== 'RIFF' || data.toString('latin1', 8, 12) !== 'WEBP') return false;
  if (data.readUInt32LE(4) !== data.length - 8) return false;
  let pictures = 0;
  for (let at = 12; at < data.length; ) {
    if (at + 8 > data.length) return false;
    const kind = data.toString('latin1', at, at + 4);
    const size = data.readUInt32LE(at + 4);
    const content = data.subarray(at + 8, at + 8 + size);
    if (!parts.has(kind) || content.length !== size || !sidesFit(kind, content)) return false;
    if (kind === 'VP8 ' || kind === 'VP8L') pictures += 1;
    // Chunks begin at even offsets.
    at += 8 + size + (size % 2);
  }
  return pictures === 1;
}

/** Whether the width and height in a chunk are acceptable (RFC 9649). */
function sidesFit(kind: string, content: Buffer): boolean {
  const within = (...sides: readonly number[]): boolean => sides.every((side) => side >= 1 && side <= sideMaxPx);
  if (kind === 'VP8X') {
    if (content.length !== 10 || (content.readUInt8(0) & animated) !== 0) return false;
    return within(content.readUIntLE(4, 3) + 1, content.readUIntLE(7, 3) + 1);
  }
  if (kind === 'VP8 ') {
    const isKeyFrame = content.length >= 10 && content.readUIntBE(3, 3) === 0x9d012a;
    return isKeyFrame && within(content.readUInt16LE(6) & 0x3fff, content.readUInt16LE(8) & 0x3fff);
  }
  if (kind === 'VP8L') {
    if (content.length < 5 || content.readUInt8(0) !== 0x2f) return false;
    const bits = content.readUInt32LE(1);
    return within((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  return true;
}
