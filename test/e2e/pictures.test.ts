import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entries, idOf, reached } from '../gallery/entries.ts';
import { keptEntries, keptFile, keptPicture, screensPage, withWindow } from '../gallery/pictures.ts';
import { type Gallery, servedGallery } from '../gallery/served.ts';
import { axeFindings, cutOff } from './page-checks.ts';
import { startBrowser } from './render-page.ts';

/** The gallery: its pictures, its page in the docs, and that every way in it leads somewhere. */

let browser: Browser;
let gallery: Gallery;

beforeAll(async () => {
  [browser, gallery] = [await startBrowser(), await servedGallery(0)];
});
afterAll(async () => {
  await browser.close();
  await gallery.close();
});

/** Letters are smoothed otherwise on another machine; a control that moved, or another colour, is more than this. */
const mostOtherwise = 0.01;

describe('the screens that matter most look as they did', () => {
  test.each(keptEntries)('%s', async (id) => {
    const entry = entries.find((one) => idOf(one) === id);
    if (entry === undefined) throw new Error(`${id} is in no gallery`);
    const kept = PNG.sync.read(readFileSync(keptFile(id)));
    const now = PNG.sync.read(await keptPicture(browser, gallery, entry));
    expect([now.width, now.height]).toEqual([kept.width, kept.height]);
    const otherwise = pixelmatch(kept.data, now.data, undefined, kept.width, kept.height, { threshold: 0.15 });
    expect(otherwise / (kept.width * kept.height)).toBeLessThan(mostOtherwise);
  });
});

describe.each(['de', 'en'] as const)(
  'every place can be reached in %s, is accessible, and has room for its words',
  (language) => {
    test.each(reached.map((entry) => [idOf(entry), entry] as const))('%s', async (_name, entry) => {
      await withWindow(browser, gallery, { entry, language }, async (page) => {
        expect(await axeFindings(page, { enhanced: false })).toEqual([]);
        expect(await cutOff(page, { downwards: false })).toEqual([]);
      });
    });
  },
);

test('docs/screens.md names every screen and state, and the pictures that it shows are there, a dozen at most', () => {
  const docs = join(import.meta.dirname, '../../docs');
  const page = readFileSync(join(docs, 'screens.md'), 'utf8');
  expect(page).toBe(screensPage());
  const pictures = [...page.matchAll(/\((images\/[^)]+)\)/g)].map(([, path]) => path ?? '');
  expect(pictures.filter((path) => !existsSync(join(docs, path)))).toEqual([]);
  expect(readdirSync(join(docs, 'images/screens'))).toHaveLength(pictures.length);
  expect(pictures.length).toBeLessThanOrEqual(12);
});
