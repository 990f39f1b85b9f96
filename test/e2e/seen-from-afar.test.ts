import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerScreen } from '../../src-main/contract/views.ts';
import { languages } from '../../src-main/kernel/languages.ts';
import { arcMinutesOf, leastArcMinutes } from '../../src-renderer/display/type-size.ts';
import { customerScreens, customerView, receiptUrl } from '../fakes/sample-screens.ts';
import { cutOff, decodeWithZxing, paintedCapitals, runsOver } from './page-checks.ts';
import { type BuiltPages, buildPages, openPage, startBrowser } from './render-page.ts';

/** What a person reads who stands 1.5 m before the display: measured on what is painted, and printed. */

let browser: Browser;
let pages: BuiltPages;

beforeAll(async () => {
  [browser, pages] = [await startBrowser(), await buildPages('real')];
});
afterAll(async () => {
  await browser.close();
  await pages.remove();
});

const displays = [
  { inches: 7, width: 1024, height: 600 },
  { inches: 10.1, width: 1280, height: 800 },
  { inches: 10.1, width: 800, height: 1280 },
  { inches: 15.6, width: 1920, height: 1080 },
  { inches: 21.5, width: 1920, height: 1080 },
] as const;

const isCode = (screen: CustomerScreen): boolean => screen.kind === 'qr';

test.each(displays)(
  'A customer at 1.5 m reads every screen of a $inches″ display of $width x $height',
  async (display) => {
    const { inches, width, height } = display;
    const idle = customerView({ kind: 'idle' }, 'en', { inches });
    const opened = await openPage(browser, pages, {
      role: 'customer',
      view: idle,
      context: { viewport: { width, height } },
    });
    const lowest = new Map<string, { headline: number; sentence: number | null; in: string }>();
    for (const language of languages) {
      for (const [name, screen] of Object.entries(customerScreens)) {
        await opened.show(customerView(screen, language, { inches }));
        const where = `${name} in ${language} at ${inches}″`;
        expect(await cutOff(opened.page, { downwards: true }), where).toEqual([]);
        expect((await runsOver(opened.page)).join(), where).toBe('');
        const { headlines, sentences } = await paintedCapitals(opened.page);
        const inMinutes = (px: readonly number[]) => px.map((each) => arcMinutesOf(each, display, inches));
        const headline = Math.min(...inMinutes(headlines));
        const sentence = sentences.length === 0 ? null : Math.min(...inMinutes(sentences));
        expect(headline, where).toBeGreaterThanOrEqual(leastArcMinutes.headline - 0.1);
        if (sentence !== null) expect(sentence, where).toBeGreaterThanOrEqual(leastArcMinutes.sentence - 0.1);
        const before = lowest.get(name);
        if (before === undefined || headline < before.headline || (sentence ?? 99) < (before.sentence ?? 99)) {
          lowest.set(name, { headline, sentence, in: language });
        }
        if (language === 'de' && isCode(screen)) {
          expect(await decodeWithZxing(await opened.page.screenshot()), where).toEqual([receiptUrl]);
        }
      }
    }
    console.table(
      [...lowest].map(([name, { headline, sentence, in: language }]) => ({
        display: `${inches}″ ${width}x${height}`,
        screen: name,
        headline: headline.toFixed(1),
        sentence: sentence?.toFixed(1) ?? 'none',
        in: language,
      })),
    );
    await opened.close();
  },
);

test.each(displays)(
  'The code takes two fifths of the shorter side of a $inches″ display of $width x $height',
  async (display) => {
    const { inches, width, height } = display;
    const view = customerView(customerScreens['qr-before'], 'de', { inches });
    const opened = await openPage(browser, pages, { role: 'customer', view, context: { viewport: { width, height } } });
    const box = await opened.page.getByRole('img', { name: /^QR/ }).boundingBox();
    // Four modules of white on either side of 37 (version 5, as an address of this length needs).
    expect(((box?.width ?? 0) * 37) / 45).toBeGreaterThanOrEqual(Math.min(width, height) * 0.4);
    await opened.close();
  },
);
