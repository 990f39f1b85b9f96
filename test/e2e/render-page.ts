import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { buildApp, inProduction } from '../../scripts/build.ts';
import type { Snapshot, ViewOf } from '../../src-main/contract/views.ts';
import { originOf, serveFiles } from '../../src-main/shell/protocol.ts';
import { pseudoTable } from '../fakes/pseudo.ts';
import { type Answers, pageMain, type SentCommand } from '../gallery/page-main.ts';

export type { Answers, SentCommand } from '../gallery/page-main.ts';

/**
 * The two pages alone: the real build in a real Chromium, served by the program's own rules, with the gallery's main on the
 * other side of the bridge.
 */

type Role = 'cashier' | 'customer';

const root = resolve(import.meta.dirname, '../..');
const origin = 'http://app.localhost';

/** Puts the English sentences of both windows into the pseudo-language. */
const pseudoLocale: Plugin = {
  name: 'pseudo-locale',
  enforce: 'pre',
  load: (id) =>
    /\/locales\/en\/\w+\.json$/.test(id) ? JSON.stringify(pseudoTable(JSON.parse(readFileSync(id, 'utf8')))) : null,
};

export interface BuiltPages {
  readonly folder: string;
  /** What a window loads as script before it shows anything, in bytes after gzip. */
  scriptBytes(role: Role): Promise<number>;
  remove(): Promise<void>;
}

/** `real`: the windows as they are built for everybody; `pseudo`: built into a folder of its own. */
export async function buildPages(kind: 'real' | 'pseudo'): Promise<BuiltPages> {
  const isReal = kind === 'real';
  const folder = isReal ? join(root, 'dist/renderer') : join(tmpdir(), `receipt-companion-pages-${process.pid}`);
  if (isReal) await buildApp({ ifStale: true, only: ['renderer'] });
  else {
    await inProduction(() =>
      build({
        configFile: join(root, 'vite.config.ts'),
        logLevel: 'error',
        plugins: [pseudoLocale],
        build: { outDir: folder },
      }),
    );
  }
  const scriptBytes = async (role: Role): Promise<number> => {
    const html = await readFile(join(folder, `${role}.html`), 'utf8');
    const scripts = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, path]) => path ?? '');
    const sizes = await Promise.all(scripts.map(async (path) => gzipSync(await readFile(join(folder, path))).length));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const remove = async (): Promise<void> => {
    if (!isReal) await rm(folder, { recursive: true, force: true });
  };
  return { folder, scriptBytes, remove };
}

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });

export interface OpenedPage<R extends Role> {
  readonly page: Page;
  /** What the page complained about: errors, refusals of the content security policy. */
  readonly complaints: readonly string[];
  /** Sends the next snapshot and waits until it is on the screen. */
  show(view: ViewOf[R]): Promise<void>;
  /** Changes how commands are answered from now on. */
  answer(changed: Answers): Promise<void>;
  /** The commands that the page has sent so far. */
  sent(): Promise<readonly SentCommand[]>;
  close(): Promise<void>;
}

export interface OpenOptions<R extends Role> {
  readonly role: R;
  readonly view: ViewOf[R];
  readonly answers?: Answers;
  readonly context?: BrowserContextOptions;
  /** Runs before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Opens one window on its first view. Motion is reduced unless the context says otherwise, so that pictures are still. */
export async function openPage<R extends Role>(
  browser: Browser,
  pages: BuiltPages,
  { role, view, answers = {}, context = {}, prepare }: OpenOptions<R>,
): Promise<OpenedPage<R>> {
  const made = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    bypassCSP: false,
    ...context,
  });
  const page = await made.newPage();
  await prepare?.(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const serve = serveFiles(pages.folder);
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const answer = await serve({
      url: `${originOf(role)}${pathname === `/${role}.html` ? '/' : pathname}`,
      method: 'GET',
    });
    return route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
  let rev = 1;
  const first: Snapshot<ViewOf[R]> = { rev, view };
  await page.addInitScript(pageMain, { first, answers });
  await page.goto(`${origin}/${role}.html`);
  await page.getByRole('main').waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return {
    page,
    complaints,
    show: async (next) => {
      rev += 1;
      const snapshot: Snapshot<ViewOf[R]> = { rev, view: next };
      await page.evaluate(async (sentSnapshot) => {
        window.fakeMain.show(sentSnapshot);
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      }, snapshot);
    },
    answer: (changed) => page.evaluate((next) => window.fakeMain.answer(next as Answers), changed as object),
    sent: () => page.evaluate(() => window.fakeMain.sent),
    close: () => made.close(),
  };
}
