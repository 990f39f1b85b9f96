import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { buildApp, inProduction } from '../../scripts/build.ts';
import type { CashierBridge, CustomerBridge } from '../../src-main/contract/bridge.ts';
import type { CommandName } from '../../src-main/contract/commands.ts';
import type { Snapshot, ViewOf } from '../../src-main/contract/views.ts';
import type { Result } from '../../src-main/kernel/result.ts';

/**
 * The two pages alone: the real build in a real Chromium, with the page rules of the app (content security policy) and a
 * stand-in for main on the other side of the bridge.
 */

type Role = 'cashier' | 'customer';

const root = resolve(import.meta.dirname, '../..');
const origin = 'http://app.localhost';
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'";
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const pseudo = join(import.meta.dirname, '../fakes/pseudo.ts').replaceAll('\\', '/');

/** Puts the English sentences of both windows into the pseudo-language. */
const pseudoLocale: Plugin = {
  name: 'pseudo-locale',
  transform(code, id) {
    if (!/\/text\/(cashier|customer)\/en\.ts$/.test(id)) return null;
    const table = code.replace('export const en =', 'const plain =');
    return `import { pseudoTable } from ${JSON.stringify(pseudo)};\n${table}\nexport const en = pseudoTable(plain);`;
  },
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

/** What a command of this name is answered with; one that is not listed gets `{ok: true, value: null}`. */
export type Answers = { readonly [Name in CommandName]?: Result<unknown> };

export interface SentCommand {
  readonly name: string;
  readonly input: unknown;
}

interface FakeMain {
  show(snapshot: unknown): void;
  /** From now on; what it leaves out is answered as before. */
  answer(changed: Answers): void;
  readonly sent: SentCommand[];
}

declare global {
  interface Window {
    fakeMain: FakeMain;
  }
}

/** Runs inside the page, before its scripts. Nothing of this module can be used here. */
function standIn({ first, answers }: { first: unknown; answers: Record<string, unknown> }): void {
  const listeners = new Set<(snapshot: never) => void>();
  const sent: SentCommand[] = [];
  const bridge = {
    command: (name: string, input: unknown) => {
      sent.push({ name, input });
      return Promise.resolve((answers[name] ?? { ok: true, value: null }) as never);
    },
    getView: () => Promise.resolve(first as never),
    getStarting: () => Promise.resolve(null),
    onView: (listener: (snapshot: never) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    log: () => undefined,
  } satisfies CashierBridge & CustomerBridge;
  Object.assign(window, {
    bridge,
    fakeMain: {
      sent,
      answer: (changed: object) => Object.assign(answers, changed),
      show: (snapshot: unknown) => {
        for (const listener of listeners) listener(snapshot as never);
      },
    },
  });
}

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
  await page.route(`${origin}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname;
    const body = await readFile(join(pages.folder, name)).catch(() => null);
    if (body === null) return route.fulfill({ status: 404 });
    return route.fulfill({
      body,
      contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
      headers: { 'content-security-policy': contentSecurityPolicy },
    });
  });
  let rev = 1;
  const first: Snapshot<ViewOf[R]> = { rev, view };
  await page.addInitScript(standIn, { first, answers });
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
