import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import axe from 'axe-core';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** What the screens' specs look for in a page. Every check answers with a list of findings; empty is good. */

const find = createRequire(import.meta.url);

/**
 * Violations of WCAG 2.2 A and AA and of axe's best practice. `enhanced` adds contrast of 7:1, measured before one flat
 * ground (the accent's tint, the darkest the page has), and counts what axe could not measure as a finding too.
 */
export async function axeFindings(
  page: Page,
  { enhanced }: { readonly enhanced: boolean },
): Promise<readonly string[]> {
  const loaded = await page.evaluate(() => 'axe' in window);
  if (!loaded) await page.evaluate(axe.source);
  return page.evaluate(async (strict) => {
    // Gradients are pictures that axe cannot see through: the ground below the words, and the torn edge of the paper.
    if (strict && document.adoptedStyleSheets.length === 0) {
      const withoutEdge = new CSSStyleSheet();
      withoutEdge.replaceSync('*::after { content: none !important; }');
      document.adoptedStyleSheets = [withoutEdge];
    }
    const words = document.querySelector('main');
    for (let ground = words?.parentElement; strict && ground != null; ground = ground.parentElement) {
      if (getComputedStyle(ground).backgroundImage !== 'none') ground.style.background = 'var(--accent-soft)';
    }
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations, incomplete } = await checker.run(document, {
      resultTypes: ['violations', 'incomplete'],
      iframes: false,
      preload: false,
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { 'color-contrast-enhanced': { enabled: strict } },
    });
    const unmeasured = strict ? incomplete.filter(({ id }) => id.startsWith('color-contrast')) : [];
    return [...violations, ...unmeasured].flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  }, enhanced);
}

/**
 * Everything that can be touched is at least 56 px either way, what comes next at least 80 px high: no name says which
 * one that is, it says so itself. What is not drawn at this width cannot be touched; the amount is typed on the keypad, and
 * its field touched by nobody.
 */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role=tab], label:has(input), input[type=text]')]
      // A preview is looked at and touched by nobody, as is what is not drawn or is there for screen readers alone.
      .filter((element) => element.inputMode !== 'none' && element.closest('[inert]') === null)
      .filter((element) => element.checkVisibility() && element.closest('[style*="clip"]') === null)
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const least = element.dataset.next !== undefined ? 80 : 56;
        const good = width >= 55.5 && height >= least - 0.5;
        return good ? [] : [`${element.outerHTML.slice(0, 120)} is ${width} x ${height}`];
      }),
  );

/** Text that runs out of the window, or out of its own box; only what may be shortened with an ellipsis is exempt. */
export const cutOff = (page: Page, { downwards }: { readonly downwards: boolean }): Promise<readonly string[]> =>
  page.evaluate((checkBottom) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (element === null || node.textContent?.trim() === '') continue;
      const style = getComputedStyle(element);
      if (style.textOverflow === 'ellipsis' || style.clipPath !== 'none') continue;
      // There for screen readers alone, as react-aria hides it.
      if (element.closest('[style*="clip"]') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, bottom, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      const box = element.getBoundingClientRect();
      const outside = left < -0.5 || right > innerWidth + 0.5 || (checkBottom && bottom > innerHeight + 0.5);
      if (outside || right > box.right + 1.5) found.push(`${node.textContent} ends at ${right}, ${bottom}`);
    }
    return found;
  }, downwards);

/**
 * The heights of capitals as painted, in CSS pixels: of headlines and amounts, and of every other sentence. Labels (the
 * shop's name, the language row, the mark of training, the code's short name) are none.
 */
export const paintedCapitals = (
  page: Page,
): Promise<{ readonly headlines: readonly number[]; readonly sentences: readonly number[] }> =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    const heightIn = (element: Element): number => {
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
      if (context === null) throw new Error('no canvas');
      // Measured large, because a canvas rounds.
      context.font = `${fontWeight} 1000px ${fontFamily}`;
      return (context.measureText('H').actualBoundingBoxAscent * Number.parseFloat(fontSize)) / 1000;
    };
    const of = (selector: string): readonly number[] => [...document.querySelectorAll(selector)].map(heightIn);
    return {
      headlines: of('main h1, main dd'),
      sentences: of('main h2, main p.lead, main li span, main li:not(:has(span))'),
    };
  });

/** Parts of the stage that lie outside of it, or a word that is wider than its column. */
export const runsOver = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const stage = document.querySelector('main');
    if (stage === null) return ['no stage'];
    const { top, bottom, left, right } = stage.getBoundingClientRect();
    return [...stage.querySelectorAll<HTMLElement>('h1, h2, p, dd, canvas, li')].flatMap((element) => {
      const box = element.getBoundingClientRect();
      const outside = box.top < top - 1 || box.bottom > bottom + 1 || box.left < left - 1 || box.right > right + 1;
      const style = getComputedStyle(element);
      const isShortened = style.textOverflow === 'ellipsis' || style.clipPath !== 'none';
      const over = !isShortened && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      return outside || over ? [`${element.tagName} ${element.textContent.slice(0, 40)}`] : [];
    });
  });

/** Visible or spoken text with letters in it that carries no mark of the pseudo-language and is not in `values`. */
export const unmarkedTexts = (page: Page, values: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(
    (known) => {
      const texts: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node.textContent ?? '');
      for (const element of document.querySelectorAll('*')) {
        for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'alt', 'title', 'placeholder']) {
          texts.push(element.getAttribute(name) ?? '');
        }
      }
      return texts.filter((text) => {
        const rest = known.reduce((left, value) => left.replaceAll(value, ''), text).replace(/\b(EUR|AM|PM)\b/g, '');
        return /\p{L}{2}/u.test(rest) && !rest.includes('⟦');
      });
    },
    [...values].sort((a, b) => b.length - a.length),
  );

let readerReady = false;

/** What zxing reads from a PNG of the window. */
export async function decodeWithZxing(png: Uint8Array): Promise<readonly string[]> {
  if (!readerReady) {
    const wasmBinary = readFileSync(find.resolve('zxing-wasm/reader/zxing_reader.wasm'));
    await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true });
    readerReady = true;
  }
  return (await readBarcodes(png, { formats: ['QRCode'] })).map(({ text }) => text);
}

/** What jsQR reads from a PNG of the window; it runs in an empty page, where the picture can be taken apart. */
export async function decodeWithJsqr(browser: Browser, png: Buffer): Promise<string | null> {
  const page = await browser.newPage();
  try {
    await page.addScriptTag({ path: find.resolve('jsqr') });
    return await page.evaluate(
      async (address) => {
        const picture = new Image();
        picture.src = address;
        await picture.decode();
        const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
        const context = canvas.getContext('2d');
        if (context === null) return null;
        context.drawImage(picture, 0, 0);
        const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
        const { jsQR } = window as unknown as {
          jsQR: (data: unknown, width: number, height: number) => { data: string };
        };
        return jsQR(data, width, height)?.data ?? null;
      },
      `data:image/png;base64,${png.toString('base64')}`,
    );
  } finally {
    await page.close();
  }
}

/** Types trusted keys whose time stamps are `gapMs` apart, however busy this machine is. */
export async function typeKeys(cdp: CDPSession, keys: readonly string[], gapMs: number): Promise<void> {
  // All of it in the past: the page holds back what is stamped later than now.
  const startSeconds = (Date.now() - keys.length * gapMs) / 1000;
  for (const [index, key] of keys.entries()) {
    const timestamp = startSeconds + (index * gapMs) / 1000;
    const text = key === 'Enter' ? '\r' : key;
    const code = key === 'Enter' ? 13 : key.toUpperCase().charCodeAt(0);
    const common = { key, windowsVirtualKeyCode: code, timestamp };
    await cdp.send('Input.dispatchKeyEvent', { ...common, type: 'keyDown', text });
    await cdp.send('Input.dispatchKeyEvent', { ...common, type: 'keyUp' });
  }
}
