import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { le16 } from './commands.ts';

/** Black and white. Each row has `stride` bytes, with the left dot in the highest bit. A set bit is black. */
interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly rows: Uint8Array;
}

/** The dots of a command. The dot at `x` and `y` is the bit at `x * stepX + y * stepY`. */
interface Dots {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly stepX: number;
  readonly stepY: number;
  /** Each dot is this many dots wide and high on the paper. */
  readonly across: number;
  readonly down: number;
}

const mostWidth = 1_216;
const mostHeight = 24_000;
const stride = mostWidth / 8;
/** White rows between pictures that have text between them. */
const gapRows = 24;

/** Dots in rows of whole bytes. */
const inRows = (width: number, height: number, data: Uint8Array, isWide: boolean, isHigh: boolean): Dots => ({
  ...{ width, height, data, stepX: 1, stepY: Math.ceil(width / 8) * 8 },
  ...{ across: isWide ? 2 : 1, down: isHigh ? 2 : 1 },
});

/** Reads the parameters of `GS v 0`. The lowest bits of the mode double width and height. */
export function rasterPicture(parameters: Uint8Array): Dots {
  const [, mode = 0] = parameters;
  const [width, height] = [le16(parameters, 2) * 8, le16(parameters, 4)];
  return inRows(width, height, parameters.subarray(6), (mode & 1) !== 0, (mode & 2) !== 0);
}

/** Reads the parameters of `GS ( L`, function 112. Null for other colours or missing dots. */
export function storedPicture(parameters: Uint8Array): Dots | null {
  const [tone, across, down, colour] = parameters;
  const dots = inRows(le16(parameters, 4), le16(parameters, 6), parameters.subarray(8), across === 2, down === 2);
  return tone === 48 && colour === 49 && dots.data.length * 8 >= dots.stepY * dots.height ? dots : null;
}

/** Reads the parameters of `ESC *`, a part of a line of 24 dots. In single density each dot is two dots wide. */
export function columnPicture(parameters: Uint8Array): Dots {
  const [mode = 0] = parameters;
  const height = mode === 32 || mode === 33 ? 24 : 8;
  return {
    ...{ width: le16(parameters, 1), height, data: parameters.subarray(3), stepX: height, stepY: 1 },
    ...{ across: mode % 32 === 0 ? 2 : 1, down: 24 / height },
  };
}

/** The pictures of a print, one below the other. Columns of dots are beside each other until the line is fed. */
export function createPictures() {
  const space = new ArrayBuffer(0, { maxByteLength: mostHeight * stride });
  const rows = new Uint8Array(space);
  let width = 0;
  /** The line that is drawn begins in row `top`. It has `lineHeight` rows, and its dots end before `lineEnd`. */
  let [top, lineHeight, lineEnd] = [0, 0, 0];
  let [isApart, isTooLarge] = [false, false];

  function feed(): boolean {
    const hasDots = lineHeight > 0;
    [top, lineHeight] = [top + lineHeight, 0];
    return hasDots;
  }

  function drawRow({ data, stepX, stepY, across, down }: Dots, y: number, left: number): void {
    const from = Math.floor(y / down) * stepY;
    const to = (top + y) * stride;
    // Whole bytes of a plain picture are copied, because a picture may have 29 million dots.
    const whole = stepX === 1 && across === 1 && left === 0 ? lineEnd >> 3 : 0;
    for (let at = 0; at < whole; at += 1) rows[to + at] = (rows[to + at] ?? 0) | (data[(from >> 3) + at] ?? 0);
    for (let x = left + whole * 8; x < lineEnd; x += 1) {
      const bit = from + Math.floor((x - left) / across) * stepX;
      if (((data[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) === 0) continue;
      const at = to + (x >> 3);
      rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }

  function draw(dots: Dots, left: number): void {
    if (dots.width === 0 || dots.height === 0 || left > mostWidth) return;
    if (isApart && top > 0) top += gapRows;
    isApart = false;
    [lineHeight, lineEnd] = [dots.height * dots.down, left + dots.width * dots.across];
    isTooLarge ||= lineEnd > mostWidth || top + lineHeight > mostHeight;
    if (isTooLarge) return;
    width = Math.max(width, lineEnd);
    space.resize((top + lineHeight) * stride);
    for (let y = 0; y < lineHeight; y += 1) drawRow(dots, y, left);
  }

  return {
    /** Draws a picture below the line that is not fed yet. */
    add(dots: Dots): void {
      feed();
      draw(dots, 0);
      feed();
    },
    /** Draws a part of a line, behind its other parts. The first part begins at `indent`. */
    addToLine: (dots: Dots, indent: number): void => draw(dots, lineHeight > 0 ? lineEnd : indent),
    hasLine: () => lineHeight > 0,
    /** Ends the line. Returns whether it has dots. */
    feed,
    /** Call it when text follows the last picture. */
    setApart(): void {
      isApart = true;
    },
    /** The number of drawn rows. `forget` drops the rows after this number, and the unfinished line. */
    count: () => top,
    forget(from: number): void {
      [top, lineHeight] = [Math.min(top, from), 0];
      space.resize(Math.min(space.byteLength, top * stride));
    },
    isTooLarge: () => isTooLarge,
    joined: (): Bitmap | null => (width === 0 ? null : { width, height: top, rows }),
  };
}

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export const blackDots = ({ rows }: Bitmap): number => rows.reduce((sum, byte) => sum + (ones[byte] ?? 0), 0);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** A PNG with one bit per dot. The PNG library writes eight, too much memory for a long print. */
export function pngOf({ width, height, rows }: Bitmap): Uint8Array {
  const bytes = Math.ceil(width / 8);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const raw = new Uint8Array((bytes + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < bytes; x += 1) raw[y * (bytes + 1) + 1 + x] = ~(rows[y * stride + x] ?? 0);
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    ...[signature, chunk('IHDR', head), chunk('IDAT', deflateSync(raw)), chunk('IEND', Buffer.alloc(0))],
  ]);
}

/** Starts the package's WebAssembly file. By default the package would download the same file. */
function startReader(): void {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  purgeZXingModule();
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });
}
let searches = 0;
/** The package frees no result, so after this many pictures a new instance takes the place of the first. */
const mostSearches = 1_000;

const leastCodeDots = 100;
/** A long picture is searched in overlapping parts, because the search needs a byte for each dot. */
const partRows = 2 * mostWidth;

export async function findCodes(bitmap: Bitmap): Promise<readonly string[]> {
  if (bitmap.width < leastCodeDots || bitmap.height < leastCodeDots) return [];
  if (searches % mostSearches === 0) startReader();
  searches += 1;
  const found = new Set<string>();
  for (let y = 0; y === 0 || y + mostWidth < bitmap.height; y += partRows - mostWidth) {
    const rows = bitmap.rows.subarray(y * stride, (y + partRows) * stride);
    const part = pngOf({ ...bitmap, height: rows.length / stride, rows });
    const codes = await readBarcodes(part, { formats: ['QRCode'], tryInvert: false });
    for (const { text } of codes) found.add(text);
  }
  return [...found];
}
