import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** What two independent decoders read in a picture; null where one finds nothing. */
export interface DecodedQr {
  readonly jsqr: string | null;
  readonly zxing: string | null;
}

/** Reads the QR code of a PNG. */
export async function decodeQr(png: Uint8Array): Promise<DecodedQr> {
  const { data, width, height } = PNG.sync.read(Buffer.from(png));
  const pixels = new Uint8ClampedArray(data);
  const byJsqr = jsqr(pixels, width, height)?.data ?? null;
  // The package would fetch its binary from a public address; the one in the package is the same.
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true });
  const [found] = await readBarcodes(new Blob([Uint8Array.from(png)]), { formats: ['QRCode'] });
  return { jsqr: byJsqr, zxing: found?.text ?? null };
}
