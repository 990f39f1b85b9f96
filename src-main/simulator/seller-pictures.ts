import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import type { Handler } from './context.ts';
import { reply } from './replies.ts';

const sidePixels = 96;
const paper = [255, 254, 250] as const;

/** A seller's picture by a digest of the name, so that the address does not contain the name. */
export function picturePath(vendorName: string): string {
  return `/picture/${createHash('sha256').update(vendorName).digest('hex').slice(0, 16)}.png`;
}

/** A sheet of paper with lines on a ground in the seller's colour. */
function picture(vendor: string): Buffer {
  const hue = createHash('sha256').update(vendor).digest();
  const ground = [0, 1, 2].map((channel) => 50 + ((hue[channel] ?? 0) % 130));
  const png = new PNG({ width: sidePixels, height: sidePixels });
  for (let y = 0; y < sidePixels; y += 1) {
    for (let x = 0; x < sidePixels; x += 1) {
      const isPaper = x >= 30 && x < 66 && y >= 20 && y < 76;
      const isLine = isPaper && x >= 36 && x < 60 && y >= 28 && y < 70 && y % 10 < 3;
      const colour = isPaper && !isLine ? paper : ground;
      png.data.set([...colour, 255], (y * sidePixels + x) * 4);
    }
  }
  return PNG.sync.write(png);
}

/** Behind `imageResource` (receipt-service.md 2.11). */
export const sendPicture: Handler = ({ params }) =>
  reply(200, 'image/png', picture(params.get('vendor') ?? ''), {
    'cache-control': 'max-age=3600',
    'x-content-type-options': 'nosniff',
  });
