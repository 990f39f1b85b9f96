import { expect, test } from 'vitest';
import { languages } from '../../src-main/kernel/languages.ts';
import { customerScreens, customerView } from '../fakes/sample-screens.ts';
import { windowsOfFile } from './windows-of-file.ts';

const openWindow = windowsOfFile();

const displays = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 600, height: 1024 },
];

/** How far the painted amount runs over its column, in pixels. */
const overBy = (amount: HTMLElement | SVGElement): number => {
  const painted = document.createRange();
  painted.selectNodeContents(amount);
  return painted.getBoundingClientRect().right - amount.getBoundingClientRect().right;
};

test.each(displays)('as a customer I see the whole amount beside the code at $width x $height', async (viewport) => {
  const view = customerView({ kind: 'idle' }, 'en');
  const opened = await openWindow({ role: 'customer', view, context: { viewport } });
  for (const language of languages) {
    for (const currency of ['EUR', 'CHF']) {
      for (const amount of [8.88, 88.88, 888.88, 4444.44, 88_888.88]) {
        const screen = { ...customerScreens['qr-before'], total: { amount, currency } };
        await opened.show(customerView(screen, language));
        expect(
          await opened.page.getByRole('definition').evaluate(overBy),
          `${amount} ${currency} in ${language}`,
        ).toBeLessThanOrEqual(0.5);
      }
    }
  }
  await opened.close();
});
