import axe from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';

/** The checks of a page. Each returns the problems it found. */

/**
 * Violations of WCAG 2.2 A and AA and of axe's best practice. `enhanced` also requires a contrast of 7:1, measured on
 * one flat background (the accent's tint, the darkest of the page), and reports what axe could not measure.
 */
export async function axeProblems(
  page: Page,
  { enhanced }: { readonly enhanced: boolean },
): Promise<readonly string[]> {
  const loaded = await page.evaluate(() => 'axe' in window);
  if (!loaded) await page.evaluate(axe.source);
  return page.evaluate(async (strict) => {
    // axe measures no contrast on pictures, so gradients and torn edges (`::after`) are removed.
    const withoutEdge = new CSSStyleSheet();
    if (strict) withoutEdge.replaceSync('*::after { content: none !important; }');
    document.adoptedStyleSheets = [withoutEdge];
    const grounds: HTMLElement[] = [];
    const words = document.querySelector('main');
    for (let ground = words?.parentElement; strict && ground != null; ground = ground.parentElement) {
      if (getComputedStyle(ground).backgroundImage !== 'none') grounds.push(ground);
    }
    for (const ground of grounds) ground.style.background = 'var(--accent-soft)';
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations, incomplete } = await checker.run(document, {
      resultTypes: ['violations', 'incomplete'],
      iframes: false,
      preload: false,
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { 'color-contrast-enhanced': { enabled: strict } },
    });
    document.adoptedStyleSheets = [];
    for (const ground of grounds) ground.style.background = '';
    const unmeasured = strict ? incomplete.filter(({ id }) => id.startsWith('color-contrast')) : [];
    return [...violations, ...unmeasured].flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  }, enhanced);
}

/** All checks of a page in one call. The function runs in the page, so it can use nothing of this module. */
export function pageLooks() {
  const isSpeechOnly = (element: Element): boolean =>
    // React Aria uses these styles for elements that only screen readers read.
    getComputedStyle(element).clipPath !== 'none' || element.closest('[style*="clip"]') !== null;

  /** Whether a finger scrolls this row sideways. */
  const isMovedSideways = (element: Element | null): boolean => {
    if (element === null) return false;
    const { overflowX, overflowY } = getComputedStyle(element);
    return (overflowX === 'auto' && overflowY === 'hidden') || isMovedSideways(element.parentElement);
  };

  /**
   * Texts that exceed the window or their own box, or touch the border of their button. Texts that may be shortened or
   * scrolled are left out.
   */
  function cutOff(downwards: boolean): readonly string[] {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      // Text from outside is in a `bdi` without a box.
      const element = node.parentElement?.closest(':not(bdi)') ?? null;
      if (element === null || node.textContent?.trim() === '') continue;
      if (getComputedStyle(element).textOverflow === 'ellipsis' || isSpeechOnly(element) || isMovedSideways(element))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, bottom, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      const box = element.getBoundingClientRect();
      const outside = left < -0.5 || right > innerWidth + 0.5 || (downwards && bottom > innerHeight + 0.5);
      const button = element.closest('button');
      const border = button === null ? 0 : Number.parseFloat(getComputedStyle(button).borderRightWidth);
      const isOnBorder = border > 0 && right > (button?.getBoundingClientRect().right ?? 0) - border - 1;
      if (outside || isOnBorder || right > box.right + 1.5)
        found.push(`${node.textContent} ends at ${right}, ${bottom}`);
    }
    return found;
  }

  /** Content that scrolls sideways unintentionally. */
  const wide = (): readonly string[] =>
    [...document.querySelectorAll('*')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .filter((element) => getComputedStyle(element).overflowX === 'auto' && !isMovedSideways(element))
      .map((element) => `${element.className} is ${element.scrollWidth} in ${element.clientWidth}`);

  /**
   * Controls must have at least 56 px in both directions, and the primary button 80 px in height. Controls that are not
   * drawn at this width are left out, and so is the amount field, which the keypad fills.
   */
  const smallTargets = (): readonly string[] =>
    [...document.querySelectorAll<HTMLElement>('button, [role=tab], label:has(input), input[type=text]')]
      // Previews, hidden elements and those for screen readers are not touched.
      .filter((element) => element.inputMode !== 'none' && element.closest('[inert]') === null)
      .filter((element) => element.checkVisibility() && element.closest('[style*="clip"]') === null)
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const least = element.dataset.next !== undefined ? 80 : 56;
        const isLarge = width >= 55.5 && height >= least - 0.5;
        return isLarge ? [] : [`${element.outerHTML.slice(0, 120)} is ${width} x ${height}`];
      });

  /** Parts outside the stage, or texts that are wider than their column. */
  function runsOver(): readonly string[] {
    const stage = document.querySelector('main');
    if (stage === null) return ['no stage'];
    const { top, bottom, left, right } = stage.getBoundingClientRect();
    return [...stage.querySelectorAll<HTMLElement>('h1, h2, p, dd, canvas, li')].flatMap((element) => {
      const box = element.getBoundingClientRect();
      const outside = box.top < top - 1 || box.bottom > bottom + 1 || box.left < left - 1 || box.right > right + 1;
      const isShortened = getComputedStyle(element).textOverflow === 'ellipsis' || isSpeechOnly(element);
      const over = !isShortened && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      return outside || over ? [`${element.tagName} ${element.textContent.slice(0, 40)}`] : [];
    });
  }

  /**
   * The least painted height of capital letters in CSS pixels: of headlines and amounts, and of other sentences. Labels
   * (the shop's name, the languages, the sign of training, the code's short name) do not count.
   */
  function leastCapitals(): { readonly headline: number; readonly sentence: number } {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (context === null) throw new Error('no canvas');
    const least = (selector: string): number =>
      Math.min(
        ...[...document.querySelectorAll(selector)].map((element) => {
          const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
          // Measured in a large size, because a canvas rounds.
          context.font = `${fontWeight} 1000px ${fontFamily}`;
          return (context.measureText('H').actualBoundingBoxAscent * Number.parseFloat(fontSize)) / 1000;
        }),
      );
    return {
      headline: least('main h1, main dd'),
      sentence: least('main h2, main p.lead, main li span, main li:not(:has(span))'),
    };
  }

  /** Visible or spoken texts that are neither marked nor known. */
  function unmarked(mark: string, known: readonly string[]): readonly string[] {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // React Aria's announcements keep the language in which they were made.
      if (node.parentElement?.closest('[data-live-announcer]') === null) texts.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'alt', 'title', 'placeholder']) {
        texts.push(element.getAttribute(name) ?? '');
      }
    }
    return texts.filter((text) => {
      if (text.includes(mark) || !/\p{L}{2}/u.test(text)) return false;
      const rest = known.reduce((left, value) => left.replaceAll(value, ''), text).replace(/\b(EUR|AM|PM)\b/g, '');
      return /\p{L}{2}/u.test(rest);
    });
  }

  const plain = (words: string | null | undefined): string => (words ?? '').replaceAll('\u2063', '').trim();
  const named = (kind: 'section' | 'input' | 'button', name: string): HTMLElement | undefined =>
    [...document.getElementsByTagName(kind)].find((element) => {
      const label = element instanceof HTMLInputElement ? element.labels?.item(0)?.textContent : element.textContent;
      return plain(element.ariaLabel) === name || plain(label) === name;
    });

  const inside = (name: string, parts: string): readonly (readonly [string, HTMLElement | undefined])[] => {
    const all = [...(named('section', name)?.querySelectorAll<HTMLElement>(parts) ?? [])];
    return all.length === 0 ? [[name, undefined]] : all.map((part) => [`${name}: ${plain(part.textContent)}`, part]);
  };

  /** Whether the control is completely visible and nothing covers it. */
  function isInSight(control: Element): boolean {
    const touched = control.closest('label') ?? control;
    const { x, y, width, height } = touched.getBoundingClientRect();
    // A field is inside a frame, which gets the touch.
    const seen = touched === control && control instanceof HTMLInputElement ? control.parentElement : touched;
    return [y + 4, y + height - 4].every((at) => seen?.contains(document.elementFromPoint(x + width / 2, at)) === true);
  }

  const placesOf = (name: string | undefined, words: RegExp): readonly string[] =>
    [...((name === undefined ? undefined : named('section', name))?.getElementsByTagName('button') ?? [])]
      .filter((place) => place.checkVisibility() && words.test(plain(place.textContent)))
      .map((place) => {
        const { x, y, width, height } = place.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      });

  /** Actions whose text does not fit or is broken inside a word. */
  const crowded = (actions: string): readonly string[] =>
    [...(named('section', actions)?.getElementsByTagName('button') ?? [])].flatMap((place) => {
      const text = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode();
      const words = text?.parentElement ?? null;
      if (words === null || text === null) return ['no words'];
      const range = document.createRange();
      const isTooTall =
        place.scrollHeight > place.clientHeight + 1 ||
        words.getBoundingClientRect().bottom > place.getBoundingClientRect().bottom;
      const content = text.textContent ?? '';
      const broken = [...content.matchAll(/\S+/g)].filter(({ index, 0: word }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
      });
      return isTooTall || broken.length > 0 ? [`${content} (${place.scrollHeight} of ${place.clientHeight})`] : [];
    });

  /** If the document scrolled, one focus or touch could move everything out of sight. */
  const documentScrolls = (): readonly string[] => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return scrollHeight > clientHeight || scrollWidth > clientWidth
      ? [`${scrollWidth} x ${scrollHeight} in ${clientWidth} x ${clientHeight}`]
      : [];
  };

  const looks = {
    ...{ wide, documentScrolls },
    ...{ cutOff, smallTargets, runsOver, leastCapitals, unmarked, named, inside, isInSight, placesOf, crowded },
  };
  Object.assign(window, { looks });
  return looks;
}

declare global {
  interface Window {
    readonly looks: ReturnType<typeof pageLooks>;
  }
}

const codes: Readonly<Record<string, number>> = {
  ...{ Backspace: 8, Tab: 9, Enter: 13, Escape: 27, ' ': 32, PageUp: 33, PageDown: 34, End: 35, Home: 36 },
  ...{ ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Insert: 45, Delete: 46, ContextMenu: 93 },
  // Without these codes `.` and `,` would be Delete and Print Screen, whose codes equal their character codes.
  ...{ '.': 190, ',': 188 },
  ...{ F1: 112, F2: 113, F5: 116, F6: 117, F7: 118, F8: 119, F10: 121, F12: 123 },
};
/** The time of the last key. Texts are further apart than any pause inside a scan. */
let lastTypedAt = 0;
const betweenTextsMs = 600;

/**
 * Types trusted keys with time stamps `gapMs` apart, or with a gap for each key after the first, however busy this
 * computer is. Each key is a name or a character, with `Control+` if that key is held. The keys form one burst.
 */
export async function typeKeys(
  cdp: CDPSession,
  keys: readonly string[],
  gapMs: number | readonly number[],
): Promise<void> {
  const gaps = typeof gapMs === 'number' ? keys.slice(1).map(() => gapMs) : gapMs;
  const lengthMs = gaps.reduce((sum, gap) => sum + gap, 0);
  // All time stamps are after the page's start and in the past, because the page would delay future ones.
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'performance.timeOrigin' });
  const startAt = Math.max(Date.now() - lengthMs, lastTypedAt + betweenTextsMs, Number(result.value));
  await new Promise((isPast) => setTimeout(isPast, startAt + lengthMs - Date.now()));
  lastTypedAt = startAt + lengthMs;
  const sent = keys.flatMap((name, index) => {
    const key = name.replace(/^Control\+/, '');
    const isHeld = key !== name;
    const text = key === 'Enter' ? '\r' : [...key].length === 1 && !isHeld ? key : undefined;
    const timestamp = (startAt + gaps.slice(0, index).reduce((sum, gap) => sum + gap, 0)) / 1000;
    const windowsVirtualKeyCode = codes[key] ?? key.toUpperCase().charCodeAt(0);
    const common = { key, windowsVirtualKeyCode, timestamp, modifiers: isHeld ? 2 : 0 };
    return [
      cdp.send('Input.dispatchKeyEvent', { ...common, type: 'keyDown', ...(text !== undefined && { text }) }),
      cdp.send('Input.dispatchKeyEvent', { ...common, type: 'keyUp' }),
    ];
  });
  await Promise.all(sent);
}
