import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedChromium } from '../electron/shared-chromium.ts';
import { inTurn } from '../fakes/drawn.ts';
import { entries, entryId } from '../gallery/entries.ts';
import { baselineEntries, baselineFile, baselinePicture, screensPage, stillPage } from '../gallery/pictures.ts';
import { type Gallery, servedGallery } from '../gallery/served.ts';

let gallery: Gallery;
let page: Awaited<ReturnType<typeof stillPage>>;

beforeAll(async () => {
  gallery = await servedGallery();
  page = await stillPage((await sharedChromium()).browser);
});
afterAll(async () => {
  await page.context().close();
  await gallery.close();
});

/** Other computers smooth letters differently. A moved control or another colour exceeds this limit. */
const mostOtherwise = 0.01;

test.each(inTurn(baselineEntries, 0, 3))('the screen %s looks like its stored picture', async (id) => {
  const entry = entries.find((one) => entryId(one) === id);
  if (entry === undefined) throw new Error(`${id} is in no gallery`);
  const base = PNG.sync.read(readFileSync(baselineFile(id)));
  const now = PNG.sync.read(await baselinePicture(page, gallery, entry));
  expect([now.width, now.height]).toEqual([base.width, base.height]);
  const otherwise = pixelmatch(base.data, now.data, undefined, base.width, base.height, { threshold: 0.15 });
  expect(otherwise / (base.width * base.height)).toBeLessThan(mostOtherwise);
});

test('docs/screens.md matches the gallery, and its pictures exist, a dozen at most', () => {
  const docs = join(import.meta.dirname, '../../docs');
  const written = readFileSync(join(docs, 'screens.md'), 'utf8');
  expect(written).toBe(screensPage());
  const pictures = [...written.matchAll(/\((images\/[^)]+)\)/g)].map(([, path]) => path ?? '');
  expect(pictures.filter((path) => !existsSync(join(docs, path)))).toEqual([]);
  const cashier = readFileSync(join(docs, 'cashier.de.md'), 'utf8');
  const german = [...cashier.matchAll(/\(images\/screens\/([\w-]+\.de\.jpg)\)/g)].map(([, name]) => name ?? '');
  const all = readdirSync(join(docs, 'images/screens'));
  expect(all.filter((name) => !name.endsWith('.en.jpg')).toSorted()).toEqual(german.toSorted());
  expect(all).toHaveLength(pictures.length + german.length);
  expect(pictures.length).toBeLessThanOrEqual(12);
});
