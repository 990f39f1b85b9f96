import { exchangeOpen, type HttpParts, startDeadline } from './http.ts';

/** A picture is as large as a thumbnail has to be; what is larger is left out rather than held in memory. */
const mostBytes = 512 * 1_024;

/** What a browser draws without running anything in it: no SVG. */
const pictureTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

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
  const headers = { Accept: [...pictureTypes].join(', ') };
  const request = { method: 'GET', url: address, headers, body: null, connectTimeoutMs } as const;
  const deadline = startDeadline(parts.clock, interactiveTimeoutMs);
  try {
    const answer = await exchangeOpen(parts, request, deadline.signal);
    if (answer.kind !== 'open') return null;
    // The body is no longer under the deadline of its head.
    deadline.signal.addEventListener('abort', answer.end, { once: true });
    const bytes = pictureTypes.has(answer.contentType) ? await readBounded(answer.body) : null;
    answer.end();
    return bytes === null ? null : `data:${answer.contentType};base64,${bytes.toString('base64')}`;
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

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of body) {
      size += piece.byteLength;
      if (size > mostBytes) return null;
      pieces.push(piece);
    }
  } catch {
    return null;
  }
  return Buffer.concat(pieces);
}
