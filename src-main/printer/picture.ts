import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { le16 } from './commands.ts';

/** Black and white. Each row has `stride` bytes, with the left dot in the highest bit. A set bit is black. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly rows: Uint8Array;
}

export const mostWidth = 1_216;
const mostHeight = 24_000;
/** White rows between pictures that have text between them. */
const gapRows = 24;

function setDots({ stride, rows }: Bitmap, x: number, y: number, across: number, down: number): void {
  for (let row = y; row < y + down; row += 1) {
    for (let dot = x; dot < x + across; dot += 1) {
      rows[row * stride + (dot >> 3)] = (rows[row * stride + (dot >> 3)] ?? 0) | (0x80 >> (dot & 7));
    }
  }
}

const strideOf = (width: number): number => (width + 7) >> 3;

function blank(width: number, height: number): Bitmap {
  const stride = strideOf(width);
  return { width, height, stride, rows: new Uint8Array(stride * height) };
}

const fits = (width: number, height: number): boolean => width <= mostWidth && height <= mostHeight;

function scaled(bitmap: Bitmap, across: number, down: number): Bitmap {
  const [width, height] = [bitmap.width * across, bitmap.height * down];
  if ((across === 1 && down === 1) || !fits(width, height)) return { ...bitmap, width, height };
  const result = blank(width, height);
  for (let y = 0; y < bitmap.height; y += 1) {
    for (let x = 0; x < bitmap.width; x += 1) {
      const isBlack = ((bitmap.rows[y * bitmap.stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
      if (isBlack) setDots(result, x * across, y * down, across, down);
    }
  }
  return result;
}

/** Reads the parameters of `GS v 0`. The lowest bits of the mode double width and height. */
export function rasterPicture(parameters: Uint8Array): Bitmap {
  const mode = parameters[1] ?? 0;
  const stride = le16(parameters, 2);
  const bitmap = { width: stride * 8, height: le16(parameters, 4), stride, rows: parameters.subarray(6) };
  return scaled(bitmap, (mode & 1) + 1, ((mode >> 1) & 1) + 1);
}

/** Reads the parameters of `GS ( L`, function 112. Null for other colours or missing dots. */
export function storedPicture(parameters: Uint8Array): Bitmap | null {
  const [tone, across = 1, down = 1, colour] = parameters;
  const width = le16(parameters, 4);
  const bitmap = { width, height: le16(parameters, 6), stride: strideOf(width), rows: parameters.subarray(8) };
  const isWhole = bitmap.rows.length >= bitmap.stride * bitmap.height;
  if (tone !== 48 || colour !== 49 || !isWhole) return null;
  return scaled(bitmap, across === 2 ? 2 : 1, down === 2 ? 2 : 1);
}

/** The dots of a line that `ESC *` prints in columns of 24 dots. Its width is the end of the last column. */
export const emptyLine = (): Bitmap => ({ ...blank(mostWidth, 24), width: 0 });

/** Reads the parameters of `ESC *`. Returns the line with these columns from `x` on. */
export function withColumns(line: Bitmap, x: number, parameters: Uint8Array): Bitmap {
  const [mode = 0] = parameters;
  const bytes = mode === 32 || mode === 33 ? 3 : 1;
  // A dot of an 8-dot column is three rows high. In single density each dot is two columns wide.
  const [across, down] = [mode % 32 === 0 ? 2 : 1, 3 / bytes];
  const width = x + le16(parameters, 1) * across;
  for (let index = 0; width <= mostWidth && index < (parameters.length - 3) * 8; index += 1) {
    if (((parameters[3 + (index >> 3)] ?? 0) & (0x80 >> (index & 7))) === 0) continue;
    const column = Math.floor(index / (8 * bytes));
    setDots(line, x + column * across, (index % (8 * bytes)) * down, across, down);
  }
  return { ...line, width };
}

/** The pictures of a print, one below the other. */
export function createPictures() {
  const bands: (Bitmap & { readonly y: number })[] = [];
  let isApart = false;
  let isTooLarge = false;
  const height = (): number => {
    const last = bands.at(-1);
    return last === undefined ? 0 : last.y + last.height;
  };
  return {
    add(bitmap: Bitmap): void {
      if (bitmap.width === 0 || bitmap.height === 0) return;
      const y = height() + (isApart && bands.length > 0 ? gapRows : 0);
      isApart = false;
      isTooLarge ||= !fits(bitmap.width, y + bitmap.height);
      if (!isTooLarge) bands.push({ ...bitmap, y });
    },
    /** Call it when text follows the last picture. */
    setApart(): void {
      isApart = true;
    },
    count: () => bands.length,
    forget(from: number): void {
      bands.length = Math.min(bands.length, from);
    },
    isTooLarge: () => isTooLarge,
    joined(): Bitmap | null {
      const width = bands.reduce((most, band) => Math.max(most, band.width), 0);
      if (width === 0) return null;
      const result = blank(width, height());
      for (const { y, stride, rows, ...band } of bands) {
        for (let row = 0; row < band.height; row += 1) {
          const dots = rows.subarray(row * stride, row * stride + strideOf(band.width));
          result.rows.set(dots, (y + row) * result.stride);
        }
      }
      return result;
    },
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
export function pngOf({ width, height, stride, rows }: Bitmap): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const raw = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < stride; x += 1) raw[y * (stride + 1) + 1 + x] = ~(rows[y * stride + x] ?? 0);
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
  const { stride } = bitmap;
  for (let y = 0; y === 0 || y + mostWidth < bitmap.height; y += partRows - mostWidth) {
    const rows = bitmap.rows.subarray(y * stride, (y + partRows) * stride);
    const part = pngOf({ ...bitmap, height: rows.length / stride, rows });
    const codes = await readBarcodes(part, { formats: ['QRCode'], tryInvert: false });
    for (const { text } of codes) found.add(text);
  }
  return [...found];
}
