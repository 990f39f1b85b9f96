import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { bothPainted } from '../electron/both-painted.ts';
import { endWindow } from '../electron/in-main.ts';
import { launch } from '../electron/launch.ts';
import { RunsAlready } from '../electron/running.ts';
import { sharedChromium } from '../electron/shared-chromium.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { launchApp } from './open-app.ts';

test('the program starts with unknown arguments and a relative data folder; a second start is refused and only shows the window of the first', async () => {
  const dataDir = tempFolder();
  const args = ['--training', '--foreign-switch=one', '--pos-port', '0', 'sale.json'];
  const first = await launchApp({ dataDir: relative(process.cwd(), dataDir), args });
  expect(first.mode).toBe('training');
  const line = first.logs.map((text) => JSON.parse(text)).find(({ event }) => event === 'unknown-arguments-ignored');
  expect(line?.fields.switches).toContain('--foreign-switch');
  expect(JSON.stringify(line)).not.toContain('sale.json');
  await expect.poll(async () => (await first.windowState('cashier')).visible).toBe(true);
  await first.inMain(endWindow, { role: 'cashier', by: 'close' });
  await expect.poll(() => first.windowState('cashier')).toMatchObject({ visible: false });
  const words = ['--live', '--pos-port', '0', '--service-url=https://elsewhere.example', 'a customer.json'];
  const second = launch({ dataDir, keychain: 'none', args: words });
  await expect(second).rejects.toThrow(RunsAlready);
  await expect(second).rejects.toThrow(`is running already on ${dataDir}`);
  expect((await fetch(`${first.posApiUrl}/health`)).status).toBe(200);
  // The second start shows the hidden window. Its arguments are neither used nor logged.
  await expect.poll(async () => (await first.windowState('cashier')).visible).toBe(true);
  await first.cashier.getByText(/^TRAINING/).waitFor();
  expect(first.logs.join('\n')).not.toMatch(/elsewhere|a customer/);
});

test('a start that the app refuses reports the sentence of the app', async () => {
  const dataDir = tempFolder();
  mkdirSync(join(dataDir, 'settings.json'));
  const start = launch({ dataDir, chromium: 'own', keychain: 'none' });
  await expect(start).rejects.toThrow(/settings\.json: .*EISDIR.*Expected a file that this user may read\./);
});

test('npm start -- --once takes its pictures only after the cashier window shows more than its start page', async () => {
  const { browser } = await sharedChromium();
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.evaluate(() => {
    const view = { status: { display: { connected: true, current: true } } };
    Object.assign(window, { bridge: { getView: async () => ({ rev: 1, view }) } });
  });
  let isPainted = false;
  const painted = bothPainted(page).then(() => {
    isPainted = true;
  });
  for (const body of ['', '<main class="starting">Starting</main>']) {
    await page.evaluate(async (html) => {
      document.body.innerHTML = html;
      for (let frames = 0; frames < 6; frames += 1) await new Promise((next) => requestAnimationFrame(next));
    }, body);
    expect(isPainted).toBe(false);
  }
  await page.evaluate(() => {
    document.body.innerHTML = '<main>Ready</main>';
  });
  await painted;
});

test('npm start runs Electron itself with the project folder and the given options, and without a debugger port', async () => {
  const dist = tempFolder();
  const says = '#!/bin/sh\nprintf "word %s\\n" "$@"\n';
  for (const name of ['electron', 'electron.exe']) writeFileSync(join(dist, name), says, { mode: 0o755 });
  const root = join(import.meta.dirname, '../..');
  const options = ['--pos-port', '0', '--service-url', 'https://s.example', '--ozone-platform=x11'];
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...options], {
    env: { ...process.env, CI: '', DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: dist },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const words = [...stdout.matchAll(/^word (.*)$/gm)].map(([, word]) => word).filter((word) => word !== '--no-sandbox');
  expect({ code, words }).toEqual({
    code: 0,
    words: [root, '--pos-port=0', '--service-url=https://s.example', '--ozone-platform=x11'],
  });
  expect(stdout).toContain('Not options of the app, handed to Electron: --ozone-platform');
});

test('on real screens each window is on its own display, and without a keychain the cashier reads that and no database stays', async () => {
  const app = await launchApp({ headed: true, keychain: 'none' });
  const fills = (page: Page, left: number, leastHeight: number): Promise<void> =>
    page.evaluate(
      async ([expected, least]) => {
        const isWide = () => window.screenX === expected && window.innerWidth === 1_024;
        while (!isWide() || window.innerHeight < least) await new Promise((next) => requestAnimationFrame(next));
      },
      [left, leastHeight] as const,
    );
  // The cashier window leaves space for the system's bar.
  await fills(app.cashier, 0, 768 - 24);
  await fills(app.customer, 1_024, 768);
  await app.cashier.getByRole('button', { name: 'Password store not available' }).waitFor();
  expect(readdirSync(app.dataDir).filter((name) => /^live|^training|\.db$/.test(name))).toEqual([]);
});
