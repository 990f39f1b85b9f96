import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shippedFile } from '../../scripts/shipped.ts';
import { done, failed } from '../../src-main/shared/result.ts';
import { customerScreens, customerView } from '../fakes/sample-screens.ts';
import { builtPages } from './render-page.ts';
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

test('after saving a connection the window names the command-line options that replace it at the next start', async () => {
  const saved = done({
    ok: true,
    steps: [],
    deviations: [],
    waiting: null,
    overriddenBy: ['--service-url', '--store-id'],
  });
  const { page, openTab, press } = await openCashier({}, { answers: { 'connection.save': saved } });
  for (const name of ['Settings', 'Service']) await openTab(name);
  await press('Save');
  await page.getByText(/^Only until the app closes: .*--service-url, --store-id/).waitFor();
});

test.each([
  ['customer', 105],
  ['cashier', 160],
] as const)('the %s window starts with at most %i kB of script', async (role, mostKb) => {
  expect((await (await builtPages('renderer')).scriptBytes(role)) / 1000).toBeLessThanOrEqual(mostKb);
});

test('no window contains a schema: main checks the input', () => {
  expect(JSON.parse(readFileSync(shippedFile('renderer'), 'utf8'))).not.toContain('node_modules/zod');
});
