import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { codeBoxes } from './code-boxes.ts';
import { type Entry, entries, entryId, shelves, sizes } from './entries.ts';
import type { Gallery } from './served.ts';
import { taskTaps } from './task-taps.ts';

const root = join(import.meta.dirname, '../..');
const now = Date.UTC(2026, 2, 3, 15, 0);
const shown = ['de', 'en'] as const;

const titles = {
  customer: ['Customer display', 'It shows one thing at a time, and the next sale clears the previous one.'],
  sale: [
    'Cashier: the sale',
    'The current sale, the view of the customer, and the action bar always have the same place.',
  ],
  dock: ['Cashier: the dock, open', 'It is beside the till’s own window and has the same actions in the same places.'],
  small: [
    'Cashier: the dock at rest',
    'It is at the edge of the display. A finger moves it, and a touch opens the panel.',
  ],
  places: ['Cashier: the other pages', 'The pages of the tabs. A picture shows a long page as a whole.'],
} as const satisfies Record<Entry['shelf'], readonly [title: string, sentence: string]>;

const titleOf = (name: string): string => name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());
const fileOf = ({ shelf, name }: Entry, language: string): string => `${shelf}-${name}.${language}.jpg`;

/** Screens whose pictures a test compares. */
export const baselineEntries: readonly string[] = [
  'customer/idle',
  'customer/qr-before',
  'customer/qr-lines',
  'customer/qr-ready',
  'customer/account-before',
  'customer/paper',
  'sale/resting',
  'sale/by-hand',
  'sale/delivered',
  'sale/attention',
  'dock/open',
  'places/day',
];

/** The pictures in the documents. Others are made on request. The German ones are for the cashier's page. */
const inDocs: Readonly<Record<(typeof shown)[number], ReadonlySet<string>>> = {
  en: new Set([...baselineEntries.filter((id) => id !== 'customer/qr-lines'), 'sale/open']),
  de: new Set(['sale/open', 'sale/attention', 'customer/paper']),
};

const inPrinterPort: ReadonlySet<string> = new Set(['places/printer-line', 'places/printer', 'places/prints']);

const baselineFolder = join(import.meta.dirname, '../fixtures/pictures');
export const baselineFile = (id: string): string => join(baselineFolder, `${id.replace('/', '-')}.png`);

/** The picture of an entry in English, as it is stored. */
export const baselinePicture = async (page: Page, gallery: Gallery, entry: Entry): Promise<Buffer> => {
  await openEntry(page, gallery, entry, 'en');
  return page.screenshot();
};

/**
 * Takes a picture of every entry in both languages, at half its size, into artifacts/screens. Writes docs/screens.md
 * with a few pictures, and stores those that a test compares. Returns the number of pictures.
 */
export async function takeScreenshots(gallery: Gallery): Promise<number> {
  const all = join(root, 'artifacts/screens');
  const few = join(root, 'docs/images/screens');
  const ofPrinter = join(root, 'docs/images/printer-port');
  for (const folder of [all, few, ofPrinter]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    const page = await stillPage(browser);
    for (const entry of entries)
      for (const language of shown) {
        const path = join(all, fileOf(entry, language));
        await openEntry(page, gallery, entry, language);
        await page.screenshot({ path, type: 'jpeg', quality: 60 });
        if (inDocs[language].has(entryId(entry))) copyFileSync(path, join(few, fileOf(entry, language)));
        if (language === 'en' && inPrinterPort.has(entryId(entry)))
          copyFileSync(path, join(ofPrinter, fileOf(entry, language)));
      }
    mkdirSync(baselineFolder, { recursive: true });
    for (const entry of entries.filter((one) => baselineEntries.includes(entryId(one)))) {
      writeFileSync(baselineFile(entryId(entry)), await baselinePicture(page, gallery, entry));
    }
  } finally {
    await browser.close();
  }
  writeFileSync(join(root, 'docs/screens.md'), screensPage());
  return entries.length * shown.length;
}

type Page = Awaited<ReturnType<Browser['newPage']>>;

/** A page with reduced motion and a stopped clock, at half its size. */
export async function stillPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ deviceScaleFactor: 0.5, reducedMotion: 'reduce', timezoneId: 'UTC' });
  await page.clock.setFixedTime(now);
  return page;
}

/** Opens the window of an entry and takes its steps. Throws if a step fails. */
async function openEntry(
  page: Page,
  gallery: Gallery,
  entry: Entry,
  language: Parameters<Gallery['windowOf']>[1],
): Promise<void> {
  await page.setViewportSize(sizes[entry.shelf][0]);
  await page.goto(gallery.windowOf(entry, language));
  await page.getByRole('main').waitFor();
  const missing = await page.evaluate(
    () => (window as unknown as { galleryReady: Promise<string | null> }).galleryReady,
  );
  // Some pages are loaded when they are first opened.
  await page.waitForFunction(() => (document.querySelector('main')?.innerText ?? '').trim() !== '');
  if (entry.isLong) await showWhole(page);
  if (missing !== null) throw new Error(`${entry.shelf}/${entry.name} (${language}): there is no ${missing}`);
}

/** Makes the window as high as its content. A code grows with its window, so the height is checked again. */
async function showWhole(page: Page): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    const hidden = await page.evaluate(() =>
      [...document.querySelectorAll('main, main *')]
        .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
        .reduce((most, { scrollHeight, clientHeight }) => Math.max(most, scrollHeight - clientHeight), 0),
    );
    const size = page.viewportSize();
    // A list with a fixed height hides the same part in a higher window, so growing further would never end.
    if (size === null || hidden === 0 || hidden >= before) return;
    before = hidden;
    await page.setViewportSize({ width: size.width, height: size.height + hidden });
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  }
}

const tapsTable = [
  '## Taps',
  'The numbers count touches. Typing and scanning cost none. A spec checks each row. For half a second after something moves, a touch does not count. With these pauses a script needed 7 s from the first start to the first receipt (the goal is 60 s), and 3 s from a wrong password to live.',
  [
    '| task | taps | where |',
    '|---|---|---|',
    ...Object.entries(taskTaps).map(([task, { taps, way }]) => `| ${task} | ${taps} | ${way} |`),
  ].join('\n'),
].join('\n\n');

const codesTable = [
  'In every state the code has the same place and size, before and after payment, with and without touch. The values are pixels and include the white margin. A spec checks each row.',
  [
    '| display | left | top | side | of the shorter side |',
    '|---|---|---|---|---|',
    ...codeBoxes.map(({ width, height, inches, left, top, side }) => {
      const display = `${width} x ${height}${inches === null ? '' : `, ${inches}″`}`;
      return `| ${display} | ${left} | ${top} | ${side} | ${Math.round((100 * side) / Math.min(width, height))} % |`;
    }),
  ].join('\n'),
].join('\n\n');

/** Returns the content of docs/screens.md, with pictures and counted taps. */
export function screensPage(): string {
  const parts = shelves.map((shelf) => {
    const [title, sentence] = titles[shelf];
    const { width, height } = sizes[shelf][0];
    const few = entries.filter((entry) => entry.shelf === shelf && inDocs.en.has(entryId(entry)));
    return [
      `## ${title}`,
      `${sentence} ${width} x ${height}.`,
      ...(shelf === 'customer' ? [codesTable] : []),
      ...few.map((entry) => `![${titleOf(entry.name)}](images/screens/${fileOf(entry, 'en')})`),
    ].join('\n\n');
  });
  return `${['# Screens', 'This reference is for everyone who wants to see the app. It shows some screens; `npm run gallery` shows every screen and state live. Do not edit this page: `npm run gallery -- --pictures` writes it, and all pictures into artifacts/screens.', tapsTable, ...parts].join('\n\n')}\n`;
}
