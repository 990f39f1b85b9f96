import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Language, languages } from '../../src-main/shared/languages.ts';
import type { CustomerView } from '../../src-main/shared/views.ts';
import { touchOff } from '../../src-main/shared/views.ts';
import { arcMinutesOf, leastArcMinutes } from '../../src-renderer/display/type-size.ts';
import { customerText } from '../../src-renderer/text/i18n.ts';
import { formatMoneyIn } from '../../src-renderer/text/numbers.ts';
import { screenSentences } from '../../src-renderer/text/screen-sentences.ts';
import { decodeQr } from '../electron/decode-qr.ts';
import { drawn, inTurn } from '../fakes/drawn.ts';
import { customerScreens, customerView, receiptUrl } from '../fakes/sample-screens.ts';
import { codeBoxes } from '../gallery/code-boxes.ts';
import { type Entry, entries } from '../gallery/entries.ts';
import { lookThrough, type Moment, problemsIn } from './look-through.ts';
import { axeProblems } from './page-checks.ts';
import { type OpenedPage, openPage } from './render-page.ts';

/**
 * Shows every screen of the customer display on each display and in each language, and runs all checks. Each run takes
 * a quarter of the displays.
 */

const screens = entries.filter(({ shelf }) => shelf === 'customer');
const codes = screens.filter(({ name }) => name.startsWith('qr-'));
const viewOf = (entry: Entry, language: Language, inches: number | null): CustomerView => ({
  ...(entry.view(language) as CustomerView),
  inches,
});
let opened: OpenedPage<'customer'>;

beforeAll(async () => {
  const view = customerView({ kind: 'idle' }, 'de');
  opened = await openPage({ role: 'customer', view, isLooked: true, context: { hasTouch: true } });
});
afterAll(() => opened.close());

/** The widest amounts of each length, because the length decides their size and the space beside them. */
const amounts = [8.88, 88.88, 888.88, 4444.44, 88_888.88].flatMap((amount) =>
  ['EUR', 'CHF'].map((currency) => ({ amount, currency })),
);

const displays = codeBoxes.map((box) => ({
  ...box,
  isForAmounts: ['1024x768', '600x1024', '1280x800', '1920x1080'].includes(`${box.width}x${box.height}`),
}));
type Display = (typeof displays)[number];

/** The texts that a screen must show: its headline, and its amount if it is a basket or has a code. */
function textsOf({ screen, language }: CustomerView): readonly string[] {
  const hasAmount = (screen.kind === 'basket' || screen.kind === 'qr') && screen.total !== null;
  const amount = hasAmount && screen.total !== null ? [formatMoneyIn(language, screen.total)] : [];
  return [screenSentences(screen, customerText(language)).title, ...amount];
}

/** The screens to check on a display. Displays with `isForAmounts` also show the widest amounts. */
const momentsOn = (display: Display): readonly Moment[] => {
  const { inches, isForAmounts } = display;
  return inTurn(languages, displays.indexOf(display), 6).flatMap((language) => [
    ...screens.map((entry) => {
      const view = viewOf(entry, language, inches);
      const hasNoAmount = !JSON.stringify(view.screen).includes('"amount"');
      return { where: `${entry.name} in ${language}`, language, view, hasNoAmount, says: textsOf(view) };
    }),
    ...(isForAmounts ? amounts : []).map((total) => ({
      ...{ where: `${total.amount} ${total.currency} in ${language}`, language },
      view: customerView({ ...customerScreens['qr-before'], total }, language, { inches }),
    })),
  ]);
};

describe.each(drawn(displays, 4))('on a display of $width x $height ($inches″)', (display) => {
  const { inches, width, height } = display;

  test('every screen fits its text in every language, is readable from 1.5 m, and shows no unexpected amount', async () => {
    await opened.page.setViewportSize({ width, height });
    const seen = await lookThrough(opened.page, momentsOn(display), { isStage: true });
    expect(problemsIn(seen)).toEqual([]);
    if (inches === null) return;
    // On the smallest display and beside a code, a headline shrinks to the size of a sentence before text is left out.
    // Only there the sentence is for the person who scans, from one metre.
    const small = seen.filter(({ where, capitals }) => {
      const isCode = where.startsWith('qr-');
      const headline = inches === 7 || isCode ? leastArcMinutes.sentence : leastArcMinutes.headline;
      const part = inches === 7 && isCode ? 1 / 1.5 : 1;
      return (
        arcMinutesOf(capitals.headline, display, inches) < headline - 0.1 ||
        arcMinutesOf(capitals.sentence, display, inches) < leastArcMinutes.sentence * part - 0.1
      );
    });
    expect(small).toEqual([]);
  });

  test('two decoders read the code, and the code keeps one place and at least 65 % of the shorter side', async () => {
    await opened.page.setViewportSize({ width, height });
    const boxes = new Map<string, unknown>();
    for (const { screen } of codes.map((entry) => viewOf(entry, 'de', inches))) {
      for (const touched of [{}, touchOff]) {
        await opened.show(customerView(screen, 'de', { inches, ...touched }));
        const box = await opened.page.getByRole('img', { name: /^QR/ }).boundingBox();
        const { x: left = 0, y: top = 0, width: side = 0 } = box ?? {};
        boxes.set(JSON.stringify(box), { left: Math.round(left), top: Math.round(top), side });
        expect(side).toBeGreaterThanOrEqual(Math.min(width, height) * 0.65);
      }
    }
    const { left, top, side } = display;
    expect([...boxes.values()]).toEqual([{ left, top, side }]);
    expect(await decodeQr(await opened.page.screenshot())).toEqual({ jsqr: receiptUrl, zxing: receiptUrl });
  });

  test('both buttons of the customer keep their place, are at least 80 px high and lie below the code', async () => {
    await opened.page.setViewportSize({ width, height });
    const boxOf = async (name: string) => {
      const box = await opened.page.getByRole('button', { name, exact: true }).boundingBox();
      if (box === null) throw new Error(`${name} is not on the screen`);
      return box;
    };
    const boxes = async (name: keyof typeof customerScreens) => {
      await opened.show(customerView(customerScreens[name], 'de', { inches }));
      return { gotIt: await boxOf('Schon gescannt'), paper: await boxOf('Papier, bitte') };
    };
    const first = await boxes('qr-before');
    expect(Math.min(first.gotIt.height, first.paper.height)).toBeGreaterThanOrEqual(80);
    // The size is in pixels of the display: at 200 % a pixel of the window is two of them.
    expect(first.gotIt.x - (first.paper.x + first.paper.width)).toBeGreaterThanOrEqual(width === 640 ? 4 : 8);
    const code = await opened.page.getByRole('img', { name: /^QR/ }).boundingBox();
    expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThan(first.paper.y);
    for (const name of ['qr-ready', 'qr-no-total'] as const) expect(await boxes(name), name).toEqual(first);
  });
});

test('before payment every display names the receipt or refund and the time of its arrival', async () => {
  for (const [at, { width, height, inches }] of displays.entries()) {
    await opened.page.setViewportSize({ width, height });
    const moments = inTurn<Language>(languages, at, 6).flatMap((language) =>
      (['qr-before', 'qr-refund'] as const).map((name) => {
        const view = customerView(customerScreens[name], language, { inches });
        const { text } = screenSentences(view.screen, customerText(language));
        const when = name === 'qr-before' && text !== null ? [text] : [];
        return {
          where: `${width} x ${height}: ${name} in ${language}`,
          language,
          view,
          says: [...textsOf(view), ...when],
        };
      }),
    );
    expect(problemsIn(await lookThrough(opened.page, moments, { isStage: true }))).toEqual([]);
  }
});

test('a long name of an article is readable from its beginning, in either direction of writing', async () => {
  await opened.page.setViewportSize({ width: 1024, height: 768 });
  const names = ['جبنة جبلية قديمة ', 'גבינת הרים ישנה ', 'Old mountain cheese '].map((name) => name.repeat(8).trim());
  const lines = names.map((text, index) => ({ text, quantity: index === 0 ? null : index, amount: 5 }));
  await opened.show(customerView({ ...customerScreens.basket, lines }, 'de'));
  for (const name of names) {
    const isSeen = await opened.page.getByText(name, { exact: true }).evaluate((words) => {
      const box = words.closest('li')?.children[1]?.getBoundingClientRect();
      const first = document.createRange();
      first.setStart(words.firstChild ?? words, 0);
      first.setEnd(words.firstChild ?? words, 1);
      const { left, right } = first.getBoundingClientRect();
      return box !== undefined && left >= box.left - 1 && right <= box.right + 1;
    });
    expect(isSeen, name).toBe(true);
  }
});

test('two decoders read the address of the receipt on every screen with a code', async () => {
  await opened.page.setViewportSize({ width: 1024, height: 768 });
  for (const entry of inTurn(codes, 0, 6)) {
    await opened.show(viewOf(entry, 'de', null));
    expect(await decodeQr(await opened.page.screenshot()), entry.name).toEqual({ jsqr: receiptUrl, zxing: receiptUrl });
  }
});

test.each([1.5, 2])(
  'the code is readable if a pixel of the window is %d pixels of the display',
  async (deviceScaleFactor) => {
    const view = customerView(customerScreens['qr-before'], 'de');
    const context = { viewport: { width: 1280, height: 800 }, deviceScaleFactor };
    const { page, close } = await openPage({ role: 'customer', view, context });
    await page.getByRole('img', { name: /^QR/ }).waitFor();
    expect(await decodeQr(await page.screenshot())).toEqual({ jsqr: receiptUrl, zxing: receiptUrl });
    await close();
  },
);

test('the code is painted in whole device pixels, black on white, also in forced colours', async () => {
  const view = customerView(customerScreens['qr-before'], 'en');
  const context = { forcedColors: 'active', colorScheme: 'dark' } as const;
  const { page, close } = await openPage({ role: 'customer', view, context });
  const code = page.getByRole('img', { name: /^QR/ });
  expect(await decodeQr(await code.screenshot())).toMatchObject({ zxing: receiptUrl });
  const size = await code.evaluate((canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    return { modules: (canvas as HTMLCanvasElement).width, width, height };
  });
  expect(size.height).toBe(size.width);
  expect(Number.isInteger(size.width / size.modules)).toBe(true);
  await close();
});

test('every screen is accessible with a contrast of at least 7:1', async () => {
  await opened.page.setViewportSize({ width: 1024, height: 768 });
  for (const entry of inTurn(screens, 0, 6)) {
    await opened.show(viewOf(entry, 'de', null));
    expect(await axeProblems(opened.page, { enhanced: true }), entry.name).toEqual([]);
  }
});

test('the idle, paper and cancelled screens ask the customer nothing', async () => {
  for (const name of ['idle', 'paper', 'cancelled'] as const) {
    await opened.show(customerView(customerScreens[name], 'de'));
    const answers = opened.page.getByRole('button', { name: /^(Digital, danke|Schon gescannt|Papier, bitte)$/ });
    expect(await answers.count(), name).toBe(0);
  }
});

test('the window logged no error', () => {
  expect(opened.complaints).toEqual([]);
});
