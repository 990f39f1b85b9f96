import { exchangeOpen, type HttpParts, readBytes, startDeadline } from './http.ts';

/** A picture is as large as a thumbnail has to be; what is larger is left out rather than held in memory. */
const mostBytes = 512 * 1_024;

/** Drawn, a pixel takes four bytes, however few it took on its way. */
const mostPixelsASide = 4_096;

/** Width and height in pixels, as the first bytes of a picture say; null: they are not those of this type. */
type Sides = (bytes: Buffer) => readonly [number, number] | null;

const startsWith = (bytes: Buffer, mark: string): boolean => bytes.toString('latin1', 0, mark.length) === mark;

/** What a browser draws without running anything in it: no SVG. */
const pictureTypes: ReadonlyMap<string, Sides> = new Map<string, Sides>([
  [
    'image/png',
    (bytes) =>
      startsWith(bytes, '\x89PNG\r\n\x1a\n\0\0\0\rIHDR') ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null,
  ],
  ['image/gif', (bytes) => (startsWith(bytes, 'GIF8') ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : null)],
  ['image/jpeg', (bytes) => (startsWith(bytes, '\xff\xd8\xff') ? jpegSides(bytes) : null)],
  ['image/webp', (bytes) => (startsWith(bytes, 'RIFF') ? webpSides(bytes) : null)],
]);

/** In the first frame header (ITU T.81, B.2.2); C4, C8 and CC are other segments. */
function jpegSides(bytes: Buffer): readonly [number, number] {
  let at = 2;
  while (!/^(?:c[0-35-79-b]|c[d-f])$/.test(bytes.readUInt8(at + 1).toString(16))) at += 2 + bytes.readUInt16BE(at + 2);
  return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
}

/** By its first chunk (RFC 9649). */
function webpSides(bytes: Buffer): readonly [number, number] | null {
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    case 'WEBPVP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    case 'WEBPVP8L':
      return [(bytes.readUInt32LE(21) & 0x3fff) + 1, ((bytes.readUInt32LE(21) >>> 14) & 0x3fff) + 1];
    default:
      return null;
  }
}

/** What ends before it has said how large it is reads beyond its end, and is none. */
function isDrawable(type: string, bytes: Buffer): boolean {
  try {
    return (
      pictureTypes
        .get(type)?.(bytes)
        ?.every((side) => side >= 1 && side <= mostPixelsASide) ?? false
    );
  } catch {
    return false;
  }
}

export interface PictureParts extends HttpParts {
  readonly settings: () => {
    readonly partnerUrl: string;
    readonly connectTimeoutMs: number;
    readonly interactiveTimeoutMs: number;
  };
}

/**
 * The picture behind an `imageResource` (interface document 2.11) as a `data:` address; null where there is none that can be
 * shown. Nothing that authenticates goes with the request: the address is the service's word, and may lead anywhere.
 */
export async function fetchPicture(parts: PictureParts, address: string): Promise<string | null> {
  const { partnerUrl, connectTimeoutMs, interactiveTimeoutMs } = parts.settings();
  if (!mayBeAsked(address, partnerUrl)) return null;
  const headers = { Accept: [...pictureTypes.keys()].join(', ') };
  const request = { method: 'GET', url: address, headers, body: null, connectTimeoutMs } as const;
  const deadline = startDeadline(parts.clock, interactiveTimeoutMs);
  try {
    const answer = await exchangeOpen(parts, request, deadline.signal);
    if (answer.kind !== 'open') return null;
    // The body is no longer under the deadline of its head.
    deadline.signal.addEventListener('abort', answer.end, { once: true });
    const bytes = pictureTypes.has(answer.contentType)
      ? await readBytes(answer.body, mostBytes).catch(() => null)
      : null;
    answer.end();
    return bytes === null || !isDrawable(answer.contentType, bytes)
      ? null
      : `data:${answer.contentType};base64,${bytes.toString('base64')}`;
  } finally {
    deadline.cancel();
  }
}

/** https, or the very origin of the partner interface; never with a user part. */
function mayBeAsked(address: string, partnerUrl: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || url.origin === URL.parse(partnerUrl)?.origin;
}
