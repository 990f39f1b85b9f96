import { expect, test } from 'vitest';
import { customerScreens, customerView } from '../fakes/sample-screens.ts';
import { windowsOfFile } from './windows-of-file.ts';

const openWindow = windowsOfFile();

const open = (reducedMotion: 'reduce' | 'no-preference', viewport = { width: 1024, height: 768 }) =>
  openWindow({ role: 'customer', view: customerView({ kind: 'idle' }, 'en'), context: { reducedMotion, viewport } });

test.each([
  ['no-preference', ['tear-off 0.18s']],
  ['reduce', []],
] as const)('The strip on "Thank you" is torn off in 180 ms unless motion is reduced: %s', async (motion, expected) => {
  const opened = await open(motion);
  await opened.show(customerView(customerScreens.thanks, 'en'));
  // The style stays after the animation has ended, which a busy computer shows late.
  const moving = await opened.page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .map((element) => getComputedStyle(element))
      .filter((style) => style.animationName !== 'none' && style.animationDuration !== '0s')
      .map((style) => `${style.animationName} ${style.animationDuration}`),
  );
  expect(moving).toEqual(expected);
  expect(opened.complaints).toEqual([]);
});

test('The customer display shows the short code of the receipt on one line', async () => {
  const opened = await open('reduce');
  await opened.show(customerView(customerScreens['qr-before'], 'en'));
  const code = opened.page.getByText('3F0C 9A52', { exact: true });
  const lines = await code.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getClientRects().length;
  });
  expect(lines).toBe(1);
});
