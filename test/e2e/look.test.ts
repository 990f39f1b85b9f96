import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Launched, launch } from '../electron/launch.ts';
import { tap, tapLabel } from '../electron/tap.ts';
import { asFromPhone, maker } from '../fakes/phone-exif.ts';
import { actionsIn, seesIn } from './cashier-hands.ts';
import { createFinger, expectTaps, middleOf } from './finger.ts';

/** A manager changes the customer display, and customers see the change. The steps follow one another. */

let app: Launched;
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
const shop = 'Boutique Au Lac';
const { openTab } = actionsIn(() => app.cashier);

beforeAll(async () => {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ screen: { shopName: shop } }));
  app = await launch({ dataDir });
  for (const name of ['Settings', 'Customer display']) await openTab(name);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const storedValue = (key: string) =>
  expect.poll(() => JSON.parse(readFileSync(join(app.dataDir, 'settings.json'), 'utf8')).screen?.[key]);

const accentOf = (role: 'cashier' | 'customer') =>
  app[role].evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());

const group = (name: string) => app.cashier.getByRole('radiogroup', { name, exact: true });

test('A manager taps a colour, and both windows use it', async () => {
  const colours = app.cashier.getByRole('listbox', { name: 'Colour of the shop', exact: true });
  await tap(colours.getByRole('option', { name: /magenta/ }));
  await storedValue('accent').toBe('#7a1f5c');
  for (const role of ['cashier', 'customer'] as const) await expect.poll(() => accentOf(role)).toBe('#7a1f5c');
});

test('A manager types own texts, sees them in the preview at once, and a customer reads them', async () => {
  const startsWith = group('Start language');
  await tapLabel(startsWith.getByRole('radio', { name: 'Deutsch', exact: true }));
  await tapLabel(group('Own texts').getByRole('radio', { name: 'Deutsch', exact: true }));
  const title = app.cashier.getByRole('textbox', { name: 'Start screen: headline', exact: true });
  expect(await title.getAttribute('placeholder')).toBe('Ihr Beleg, auf Ihrem Handy');
  await title.fill('Grüezi mitenand');
  await app.cashier.getByText('Grüezi mitenand', { exact: true }).waitFor();
  expect(await app.customer.getByText('Grüezi mitenand').count()).toBe(0);
  await title.press('Enter');
  await seesIn(app.customer, 'Grüezi mitenand');
  // Without a text in this language the app's own text is shown.
  await tapLabel(startsWith.getByRole('radio', { name: 'English', exact: true }));
  await seesIn(app.customer, 'Your receipt, on your phone');
  await title.fill('');
  await title.press('Enter', { delay: 200 });
  await tapLabel(startsWith.getByRole('radio', { name: 'Deutsch', exact: true }));
  await seesIn(app.customer, 'Ihr Beleg, auf Ihrem Handy');
});

test('A manager chooses a screen of the customer display, and the preview shows its text', async () => {
  for (const [name, words] of [
    ['Purchase', 'Ihr Einkauf'],
    ['QR code', 'Ihr Beleg: Code scannen'],
    ['Receipt ready', 'Bezahlt. Beleg jetzt scannen'],
    ['Thank you', 'Vielen Dank'],
  ] as const) {
    await tapLabel(group('Preview shows').getByRole('radio', { name, exact: true }));
    await app.cashier.getByRole('img', { name: `Preview of the customer display: ${name}`, exact: true }).waitFor();
    await app.cashier.getByText(words, { exact: true }).waitFor();
  }
});

const file = (name: string, bytes: Uint8Array | string): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const png = (width: number, height: number, shade: number): Buffer => {
  const picture = new PNG({ width, height });
  picture.data.fill(shade);
  return PNG.sync.write(picture);
};

/** The head of a picture of this size, without its pixels. */
function vastPng(width: number, height: number): Buffer {
  const picture = png(1, 1, 0);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  picture.writeUInt32BE(crc32(picture.subarray(12, 29)), 29);
  return picture;
}

const place = (name: RegExp) => app.cashier.getByRole('region', { name });
const logo = () => place(/^Logo$/);
const idle = () => place(/^Pictures on the start screen/);
async function choose(where: Locator, ...files: readonly string[]): Promise<void> {
  const chooser = app.cashier.waitForEvent('filechooser');
  await tap(where.getByRole('button', { name: /^Choose|^Add/ }));
  await (await chooser).setFiles([...files]);
}
/** Drags a file from outside and drops it on this control, with the browser's own drag instead of page events. */
async function drop(onto: Locator, path: string): Promise<void> {
  await onto.scrollIntoViewIfNeeded();
  const chromium = await onto.page().context().newCDPSession(onto.page());
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const at = await middleOf(onto);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await chromium.send('Input.dispatchDragEvent', { type, ...at, data });
  await chromium.detach();
}
const says = (where: Locator, words: string) => where.getByRole('alert').getByText(words).waitFor();
const shownLogo = () => app.customer.getByRole('img', { name: shop, exact: true });
const sourceOf = (image: Locator) => image.getAttribute('src');
const storedNames = () => readdirSync(join(app.dataDir, 'pictures'));

test('A chosen logo is on the customers’ display and in the preview', async () => {
  await choose(logo(), file('logo.png', png(2_400, 600, 120)));
  await shownLogo().waitFor();
  // Every picture is drawn again in a limited size.
  expect((await looksOf(shownLogo())).size).toEqual([1_200, 300]);
  expect(readFileSync(join(app.dataDir, 'pictures', storedNames()[0] ?? '')).toString('latin1', 8, 12)).toBe('WEBP');
  const source = await sourceOf(shownLogo());
  expect(await sourceOf(logo().getByRole('img', { name: 'Logo', exact: true }))).toBe(source);
  // For screen readers the preview is one picture, so its logo is found by the alternative text.
  expect(await sourceOf(app.cashier.getByAltText(shop))).toBe(source);
});

const unfit = (names: string) => `Cannot be shown here: ${names}. Please choose a PNG, JPEG or WebP.`;
const tooLarge = (name: string) => `Too large: ${name}. A file may have up to 25 MB and 100 megapixels.`;

test.each<[what: string, words: string, chosen: () => string]>([
  ['a PDF', unfit('invoice.pdf'), () => file('invoice.pdf', '%PDF-1.7 and what follows')],
  ['half a picture', unfit('half.png'), () => file('half.png', png(600, 200, 7).subarray(0, 400))],
  ['an SVG named as a PNG', unfit('drawing.png'), () => file('drawing.png', '<svg width="9" height="9"/>')],
  ['too many bytes', tooLarge('large.jpg'), () => file('large.jpg', Buffer.alloc(26_000_000))],
  ['too many pixels', tooLarge('vast.png'), () => file('vast.png', vastPng(12_000, 9_000))],
])('As the logo, %s is refused with a message, and the previous logo stays', async (_what, words, chosen) => {
  const before = await sourceOf(shownLogo());
  await choose(logo(), chosen());
  await says(logo(), words);
  expect(await sourceOf(shownLogo())).toBe(before);
  expect(storedNames()).toHaveLength(1);
});

test('A file dropped on the cashier window or the customer display is not opened and changes nothing', async () => {
  const pages = () =>
    app.cashier
      .context()
      .pages()
      .map((page) => page.url());
  const [before, logoBefore] = [pages(), await sourceOf(shownLogo())];
  const paper = file('prices.html', '<h1>Prices</h1>');
  await drop(app.cashier.getByRole('heading', { level: 1 }), paper);
  await drop(app.cashier.getByRole('textbox', { name: 'Start screen: sentence' }), paper);
  await drop(app.customer.getByRole('heading', { level: 1 }), paper);
  await drop(logo(), file('new.png', png(300, 200, 90)));
  expect(pages()).toEqual(before);
  expect(await sourceOf(shownLogo())).toBe(logoBefore);
});

const colours = ['#f00', '#0f0', '#00f', '#fff'] as const;

/** A phone's JPEG of four colours. Upright it is wider than high: red, green / blue, white. */
async function photo(): Promise<string> {
  const painted = await app.cashier.evaluate(async ([red, green, blue, white]) => {
    const canvas = new OffscreenCanvas(48, 80);
    const pen = canvas.getContext('2d');
    // The first row of the file is at the right of the upright picture.
    [green, white, red, blue].forEach((colour, at) => {
      if (pen === null) return;
      pen.fillStyle = colour;
      pen.fillRect((at % 2) * 24, Math.floor(at / 2) * 40, 24, 40);
    });
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, colours);
  return file('photo.jpg', asFromPhone(Uint8Array.from(painted)));
}

/** The sides of the picture and the colours of its quarters. */
const looksOf = (image: Locator) =>
  image.evaluate(async (element) => {
    const picture = element as HTMLImageElement;
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    const pen = new OffscreenCanvas(width, height).getContext('2d');
    pen?.drawImage(picture, 0, 0);
    const quarters = [0, 1, 2, 3].map((at) => {
      const [x, y] = [((at % 2) * 2 + 1) * (width / 4), (Math.floor(at / 2) * 2 + 1) * (height / 4)];
      const dot = pen?.getImageData(x, y, 1, 1).data ?? [];
      return `#${[...dot.slice(0, 3)].map((part) => (part > 128 ? 'f' : '0')).join('')}`;
    });
    return { size: [width, height], quarters };
  });

test('A photo of a phone is stored upright and without metadata, and a picture too many is reported by name', async () => {
  const others = [2, 3, 4, 5, 6, 7, 8].map((shade) => file(`${shade}.png`, png(30, 20, shade)));
  await choose(idle(), await photo(), ...others, file('ninth.png', png(30, 20, 9)));
  await says(idle(), 'There is room for 8 pictures. Not added: ninth.png');
  const picture = idle().getByRole('img', { name: 'Picture 1', exact: true });
  expect(await looksOf(picture)).toEqual({ size: [80, 48], quarters: colours });
  for (const name of storedNames()) {
    const bytes = readFileSync(join(app.dataDir, 'pictures', name), 'latin1');
    expect([/exif/i.test(bytes), bytes.includes(maker)]).toEqual([false, false]);
  }
});

test('A removed picture and a removed logo disappear, and their files are deleted', async () => {
  const before = storedNames().length;
  await tap(idle().getByRole('button', { name: 'Remove picture 1', exact: true }));
  await tap(logo().getByRole('button', { name: 'Remove the logo', exact: true }));
  await expect.poll(() => storedNames().length).toBe(before - 2);
  await shownLogo().waitFor({ state: 'detached' });
});

test('A manager changes timing, logo and a text with five taps and one line of typing', async () => {
  const before = storedNames().length;
  await openTab('Sale');
  const finger = createFinger(() => app.cashier);
  for (const name of ['Settings', 'Customer display']) await finger.tap('tab', name);
  await finger.tap('radio', 'After payment');
  const chooser = app.cashier.waitForEvent('filechooser');
  await finger.tap('button', 'Choose a logo');
  await (await chooser).setFiles(file('logo.png', png(600, 200, 0)));
  await finger.tap('textbox', 'Thank you: headline');
  const title = app.cashier.getByRole('textbox', { name: 'Thank you: headline', exact: true });
  await title.fill('Merci vilmal');
  await title.press('Enter');
  await storedValue('qrTiming').toBe('after');
  await storedValue('texts').toMatchObject({ de: { thanksTitle: 'Merci vilmal' } });
  await expect.poll(() => storedNames().length).toBe(before + 1);
  expectTaps('Timing of the QR code, a logo and a text', finger.taps());
});
