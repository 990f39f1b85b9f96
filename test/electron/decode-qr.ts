import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import jsqr from 'jsqr';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** The package's WebAssembly file, loaded once. By default the package would download it. */
let zxing: Promise<unknown> | null = null;
const loadZxing = (): Promise<unknown> => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  return prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true });
};

/** Decodes a picture with two independent decoders. A decoder without a result gives null. */
export async function decodeQr(png: Uint8Array) {
  const { data, width, height } = PNG.sync.read(Buffer.from(png));
  const pixels = new Uint8ClampedArray(data);
  const byJsqr = jsqr(pixels, width, height)?.data ?? null;
  zxing ??= loadZxing();
  await zxing;
  const [found] = await readBarcodes(new Blob([Uint8Array.from(png)]), { formats: ['QRCode'] });
  return { jsqr: byJsqr, zxing: found?.text ?? null };
}

/** The text of the QR code in a window or element. Throws unless both decoders read the same. */
export async function readQr(shown: Page | Locator): Promise<string> {
  const { jsqr, zxing } = await decodeQr(await shown.screenshot());
  if (jsqr === null || jsqr !== zxing) throw new Error(`one decoder read ${jsqr}, the other ${zxing}`);
  return jsqr;
}
