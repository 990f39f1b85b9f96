/**
 * Whether bytes are one still WebP picture and nothing else: the window has drawn it anew, and this looks whether that is
 * true. What else a file may carry (where it was taken, a second picture, words behind its end) does not pass.
 */

export const webpMaxBytes = 1024 * 1024;
const sideMaxPx = 4_096;

/** What a drawn picture consists of; no metadata and no animation. */
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
    // Chunks begin at even places.
    at += 8 + size + (size % 2);
  }
  return pictures === 1;
}

/** The width and height that a chunk names, in pixels (RFC 9649). */
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
