import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shippedFile } from '../../scripts/shipped.ts';
import { failed } from '../../src-main/shared/result.ts';
import { bundleRows } from '../bench/windows.ts';
import { customerScreens, customerView } from '../fakes/sample-screens.ts';
import { cashiersOfFile, windowsOfFile } from './windows-of-file.ts';

const openWindow = windowsOfFile();
const openCashier = cashiersOfFile();

describe('messages of the windows to main', () => {
  /** Waits, without frames, until the last command confirms this snapshot. */
  const lastPainted = (page: Page, rev: number) =>
    page.waitForFunction(
      (expected) => JSON.stringify(window.fakeMain.sent.at(-1)) === JSON.stringify(expected),
      { name: 'screen.painted', input: { rev } },
      { polling: 20 },
    );

  test('the customer window answers each snapshot once it is painted', async () => {
    const opened = await openWindow({ role: 'customer', view: customerView({ kind: 'idle' }, 'de') });
    await opened.show(customerView(customerScreens['qr-before'], 'de'));
    await lastPainted(opened.page, 2);
  });

  test('a customer window that gets no frames answers its snapshot as well', async () => {
    const opened = await openWindow({ role: 'customer', view: customerView({ kind: 'idle' }, 'de') });
    await opened.page.evaluate(
      (view) => {
        window.requestAnimationFrame = () => 0;
        window.fakeMain.show({ rev: 9, view });
      },
      customerView(customerScreens.thanks, 'de'),
    );
    await lastPainted(opened.page, 9);
  });
});

test('an address that main refused can be changed and sent again', async () => {
  const refused = failed('invalid', 'does not fit', [{ path: '/connection/baseUrl', code: 'url', message: '' }]);
  const { page, openTab, press, fill, sentOf } = await openCashier({}, { answers: { 'connection.save': refused } });
  for (const name of ['Settings', 'Service']) await openTab(name);
  await press('Save');
  const complaint = page.getByText(/^An address starts with https/);
  await complaint.waitFor();
  await fill('Address of the service', 'https://right.example/api');
  await complaint.waitFor({ state: 'detached' });
  await press('Save');
  await complaint.waitFor();
  await press('Save');
  expect(await sentOf('connection.save')).toHaveLength(3);
});

test('each window starts with at most its limit of script', () => {
  const rows = bundleRows(join(import.meta.dirname, '../../dist/renderer'));
  expect(rows.filter(({ met }) => !met)).toEqual([]);
});

test('no window contains a schema: main checks the input', () => {
  expect(JSON.parse(readFileSync(shippedFile('renderer'), 'utf8'))).not.toContain('node_modules/zod');
});

const openIdle = (reducedMotion: 'reduce' | 'no-preference', viewport = { width: 1024, height: 768 }) =>
  openWindow({ role: 'customer', view: customerView({ kind: 'idle' }, 'en'), context: { reducedMotion, viewport } });

test.each([
  ['no-preference', ['tear-off 0.18s']],
  ['reduce', []],
] as const)('The strip on "Thank you" is torn off in 180 ms unless motion is reduced: %s', async (motion, expected) => {
  const opened = await openIdle(motion);
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
  const opened = await openIdle('reduce');
  await opened.show(customerView(customerScreens['qr-before'], 'en'));
  const code = opened.page.getByText('3F0C 9A52', { exact: true });
  const lines = await code.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getClientRects().length;
  });
  expect(lines).toBe(1);
});
