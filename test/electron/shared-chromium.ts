import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { devToolsUrl, findExecutable, flags } from './stand-in/chromium.ts';

/** The longest wait for a page. On a busy computer everything takes ten times as long. */
export const patienceMs = 180_000;

let running: ReturnType<typeof start> | null = null;

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Vitest kills its workers, whose profiles would stay in memory. */
const removeLeftProfiles = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^shared-chromium-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const left = join(tmpdir(), name);
    const isOurs = statSync(left, { throwIfNoEntry: false })?.uid === process.getuid?.();
    if (isOurs) rmSync(left, { recursive: true, force: true, maxRetries: 5 });
  }
};

const start = async (): Promise<{ browser: Browser; context: BrowserContext; endpoint: string }> => {
  removeLeftProfiles();
  const profile = mkdtempSync(join(tmpdir(), `shared-chromium-${process.pid}-`));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findExecutable({ headless: true }),
    viewport: null,
    reducedMotion: 'reduce',
    // A shop's windows have scroll bars, so a test must notice content that does not fit beside them.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    timeout: patienceMs,
    // The app's keychain is not needed here.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } as Record<string, string>,
    // Pages live too short for the compilers that optimize: without them a page needs a fifth less processor time.
    args: [...flags, '--js-flags=--no-opt --no-maglev', '--remote-debugging-port=0'],
  });
  context.setDefaultTimeout(patienceMs);
  const browser = context.browser();
  if (browser === null) throw new Error('Chromium started without a browser connection');
  browser.once('disconnected', () => {
    running = null;
  });
  return { browser, context, endpoint: devToolsUrl(profile) };
};

/**
 * One Chromium for all pages of a process, from the first use to the end of the process. Each test has its own browser
 * context or stand-in. The context also contains pages of other processes that use this Chromium at `endpoint`.
 */
export const sharedChromium = (): ReturnType<typeof start> => {
  running ??= start();
  return running;
};
