import { inflateRawSync, inflateSync, constants as zlib } from 'node:zlib';

export interface CanaryMatch {
  readonly word: string;
  readonly as: string;
}

/**
 * Searches bytes for words in any form: text in UTF-8 and UTF-16, base64 at any offset, hex, escaped for an address or
 * for JSON, and all of these in compressed data (gzip, zlib, zip). Databases are searched as bytes, including free
 * pages and journals.
 */
export function findWords(content: Uint8Array | string, words: readonly string[]): readonly CanaryMatch[] {
  const bytes = Buffer.from(typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
  const searched = words.flatMap((word) => formsOf(word).map((form) => ({ word, ...form })));
  const found = everyLayerOf(bytes).flatMap(({ bytes: layer, packed }) =>
    searched
      .filter(({ pattern }) => layer.includes(pattern))
      .map(({ word, as }) => ({ word, as: packed === '' ? as : `${as} in ${packed}` })),
  );
  return [...new Map(found.map((one) => [`${one.word} ${one.as}`, one])).values()];
}

interface Form {
  readonly as: string;
  readonly pattern: Buffer;
}

const formsCache = new Map<string, readonly Form[]>();

function formsOf(word: string): readonly Form[] {
  const known = formsCache.get(word);
  if (known !== undefined) return known;
  const utf8 = Buffer.from(word, 'utf8');
  const utf16 = Buffer.from(word, 'utf16le');
  const all: readonly Form[] = [
    { as: 'text', pattern: utf8 },
    { as: 'UTF-16', pattern: utf16 },
    { as: 'UTF-16', pattern: Buffer.from(utf16).swap16() },
    { as: 'hex', pattern: Buffer.from(utf8.toString('hex')) },
    { as: 'hex', pattern: Buffer.from(utf8.toString('hex').toUpperCase()) },
    { as: 'escaped for an address', pattern: Buffer.from(encodeURIComponent(word)) },
    { as: 'escaped for JSON', pattern: Buffer.from(JSON.stringify(word).slice(1, -1)) },
    ...[0, 1, 2].flatMap((offset) => base64At(utf8, offset)),
  ];
  const forms = all.filter(({ pattern }, at) => all.findIndex((one) => one.pattern.equals(pattern)) === at);
  formsCache.set(word, forms);
  return forms;
}

/** The part of the base64 form that is independent of neighbouring bytes. */
function base64At(word: Buffer, offset: number): readonly Form[] {
  const text = Buffer.concat([Buffer.alloc(offset), word]).toString('base64url');
  const from = Math.ceil((offset * 8) / 6);
  const certain = text.slice(from, Math.floor(((offset + word.length) * 8) / 6));
  const plain = certain.replaceAll('-', '+').replaceAll('_', '/');
  return [certain, plain].map((pattern) => ({ as: 'base64', pattern: Buffer.from(pattern) }));
}

interface Layer {
  readonly bytes: Buffer;
  /** The compression format; empty if uncompressed. */
  readonly packed: string;
}

const deepest = 3;

function everyLayerOf(bytes: Buffer, packed = '', depth = 0): readonly Layer[] {
  if (depth === deepest) return [{ bytes, packed }];
  const inside = unpackedFrom(bytes).flatMap((one) =>
    everyLayerOf(one.bytes, packed === '' ? one.packed : `${one.packed} in ${packed}`, depth + 1),
  );
  return [{ bytes, packed }, ...inside];
}

const packings = [
  // Node writes a head of ten bytes. Other bytes may follow the gzip, so it cannot be read as a whole.
  { packed: 'gzip', magic: Buffer.from([0x1f, 0x8b, 0x08]), open: inflateRawSync, skip: () => 10 },
  ...[0x01, 0x5e, 0x9c, 0xda].map((level) => ({
    ...{ packed: 'zlib', magic: Buffer.from([0x78, level]), open: inflateSync, skip: () => 0 },
  })),
  { packed: 'zip', magic: Buffer.from('PK\u0003\u0004'), open: inflateRawSync, skip: zipHead },
] as const;

/** The position of a file's data in a zip. */
function zipHead(at: Buffer): number {
  return at.length < 30 ? at.length : 30 + at.readUInt16LE(26) + at.readUInt16LE(28);
}

function unpackedFrom(bytes: Buffer): readonly Layer[] {
  const layers: Layer[] = [];
  for (const { packed, magic, open, skip } of packings) {
    for (let at = bytes.indexOf(magic); at !== -1; at = bytes.indexOf(magic, at + 1)) {
      const here = bytes.subarray(at);
      try {
        // Reads data as far as possible, even if it is cut or followed by something else.
        const inside = open(here.subarray(skip(here)), { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: 64_000_000 });
        if (inside.length > 0) layers.push({ bytes: inside, packed });
      } catch {
        // These bytes only look like compressed data.
      }
    }
  }
  return layers;
}
