/**
 * Draws the icons that systems need from the drawings in assets/: icon.png, icon.ico, icon.icns, tray.png and the
 * template of macOS. Run `node scripts/icons.ts` after a change of a drawing, and commit its output. It needs Chromium.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findExecutable } from '../test/electron/stand-in/chromium.ts';

const assets = join(import.meta.dirname, '../assets');

/** An .ico file begins with a list of its pictures, which may be PNG. */
const toIco = (pictures: readonly { readonly size: number; readonly png: Uint8Array }[]): Buffer => {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    // The format writes 256 as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
};

/** The name and the size in pixels of each picture. macOS wants some sizes twice, plain and for double resolution. */
const icnsTypes = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 } as const;

const toIcns = (pngOf: ReadonlyMap<number, Uint8Array>): Buffer => {
  const parts = Object.entries(icnsTypes).map(([type, size]) => {
    const png = pngOf.get(size);
    if (png === undefined) throw new Error(`no picture of ${size}x${size}`);
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + png.length, 4);
    return Buffer.concat([head, png]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + body.length, 4);
  return Buffer.concat([head, body]);
};

const draw = async (): Promise<void> => {
  const browser = await chromium.launch({ executablePath: findExecutable(), args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  const render = async (drawing: string, size: number, change = (svg: string): string => svg): Promise<Buffer> => {
    const svg = change(readFileSync(join(assets, drawing), 'utf8'));
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
    return page.screenshot({ omitBackground: true });
  };
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
  const icon = new Map<number, Buffer>();
  for (const size of sizes) icon.set(size, await render('icon.svg', size));
  const small = sizes.filter((size) => size <= 256).map((size) => ({ size, png: icon.get(size) ?? Buffer.alloc(0) }));
  writeFileSync(join(assets, 'icon.png'), icon.get(512) ?? '');
  writeFileSync(join(assets, 'icon.ico'), toIco(small));
  writeFileSync(join(assets, 'icon.icns'), toIcns(icon));
  writeFileSync(join(assets, 'tray.png'), await render('tray.svg', 32));
  // The template is black and transparent, because macOS colours it.
  const asTemplate = (svg: string): string =>
    svg
      .replace(/<rect[^>]*fill="#26338f"\/>/, '')
      .replaceAll('#fffdf8', '#00000055')
      .replaceAll('#1c1a17', '#000');
  writeFileSync(join(assets, 'tray-template.png'), await render('tray.svg', 16, asTemplate));
  writeFileSync(join(assets, 'tray-template@2x.png'), await render('tray.svg', 32, asTemplate));
  await browser.close();
};

if (import.meta.main) await draw();
