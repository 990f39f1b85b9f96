import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { buildApp } from '../../scripts/build.ts';
import type { Snapshot, ViewOf } from '../../src-main/shared/views.ts';
import { screenOrigin, serveFiles } from '../../src-main/shell/protocol.ts';
import { patienceMs, sharedChromium } from '../electron/shared-chromium.ts';
import { type Answers, mainKey, pageMain, type SentCommand } from '../gallery/page-main.ts';
import { pageLooks } from './page-checks.ts';

export type { Answers, SentCommand } from '../gallery/page-main.ts';

/**
 * Both pages without the program: the real build in Chromium, served by the program's own rules, with the gallery's
 * main on the other side of the bridge.
 */

type Role = 'cashier' | 'customer';

const root = resolve(import.meta.dirname, '../..');

/** The address of the built window of each role. */
type AddressOf = (role: Role) => string;

async function servePages(part: 'renderer' | 'renderer-marked'): Promise<AddressOf> {
  const folder = join(root, 'dist', part);
  await buildApp({ ifStale: true, only: [part] });
  const server = createServer((request, response) => {
    const [, role, ...path] = request.url?.split('/') ?? [];
    if (role === 'favicon.ico') return response.writeHead(204).end();
    const isPage = path.join() === '';
    return void serve({ url: `${screenOrigin(role as Role)}/${path.join('/')}`, method: 'GET' }).then(
      async (answer) => {
        const headers = { ...Object.fromEntries(answer.headers), ...(!isPage && { 'cache-control': 'max-age=3600' }) };
        response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
      },
    );
  });
  const serve = serveFiles(folder);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return (role) => `http://app.localhost:${port}/${role}/`;
}

/** The windows as built for users, or with marked sentences, served once for a worker. */
const built = new Map<string, Promise<AddressOf>>();

export interface OpenedPage<R extends Role> {
  readonly page: Page;
  /** Errors and refusals of the content security policy. */
  readonly complaints: readonly string[];
  /** Sends the next snapshot and waits until it is painted. */
  show(view: ViewOf[R]): Promise<void>;
  /** Resets the window to this view, which is faster than opening another one. */
  reset(view: ViewOf[R], answers?: Answers): Promise<void>;
  answer(changed: Answers): Promise<void>;
  sent(): Promise<readonly SentCommand[]>;
  close(): Promise<void>;
}

export interface OpenOptions<R extends Role> {
  readonly role: R;
  readonly view: ViewOf[R];
  readonly answers?: Answers;
  readonly context?: BrowserContextOptions;
  /** Runs before the page loads. A window is used again only with the same function, which then runs once more. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Uses marked English sentences and has the checks in the page. */
  readonly isLooked?: boolean;
}

/** Windows that tests have closed, the newest last. Reusing one takes half the time of opening another window. */
const unused: { readonly kind: string; readonly prepare: unknown; readonly page: Page }[] = [];
const mostUnused = 4;

/** Opens a window with its first view. By default motion is reduced, so that pictures do not move. */
export async function openPage<R extends Role>({
  role,
  view,
  answers = {},
  context = {},
  prepare,
  isLooked = false,
}: OpenOptions<R>): Promise<OpenedPage<R>> {
  const { browser } = await sharedChromium();
  const part = isLooked ? 'renderer-marked' : 'renderer';
  const served = built.get(part) ?? servePages(part);
  built.set(part, served);
  const addressOf = await served;
  const { viewport = { width: 1024, height: 768 }, ...others } = context;
  const kind = JSON.stringify([part, others]);
  const found = unused.findLastIndex((one) => one.kind === kind && one.prepare === prepare && !one.page.isClosed());
  const [before] = found < 0 ? [] : unused.splice(found, 1);
  const page = before?.page ?? (await openContext(browser, { viewport, ...others }));
  await prepare?.(page);
  const complaints: string[] = [];
  const listenConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  };
  const listenErrors = (error: Error): void => void complaints.push(error.message);
  page.on('console', listenConsole).on('pageerror', listenErrors);
  const says = (shown: ViewOf[R], answered: Answers) => {
    const first: Snapshot<ViewOf[R]> = { rev: 1, view: shown };
    return { first, answers: answered as Record<string, unknown> };
  };
  const isPainted = async (): Promise<void> => {
    await page.getByRole('main').waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
  };
  const sayNext = (shown: ViewOf[R], answered: Answers): Promise<void> =>
    page.evaluate(([key, state]) => sessionStorage.setItem(key, state), [
      mainKey,
      JSON.stringify(says(shown, answered)),
    ] as const);
  if (before === undefined) {
    await page.addInitScript(pageMain, says(view, answers));
    if (isLooked) await page.addInitScript(pageLooks);
  } else {
    if (viewport !== null) await page.setViewportSize(viewport);
    // A start of the program in the same Chromium may have removed this emulation.
    await page.emulateMedia({ reducedMotion: context.reducedMotion ?? 'reduce' });
    await page.mouse.move(0, 0);
    await sayNext(view, answers);
  }
  await page.goto(addressOf(role));
  await isPainted();
  let isOpen = true;
  return {
    page,
    complaints,
    show: async (next) => {
      await page.evaluate(async (shown) => {
        window.fakeMain.show({ rev: window.fakeMain.nextRev(), view: shown });
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      }, next as object);
    },
    reset: async (next, answered = {}) => {
      await sayNext(next, answered);
      await page.reload();
      await isPainted();
    },
    answer: (changed) => page.evaluate((next) => window.fakeMain.answer(next as Answers), changed as object),
    sent: () => page.evaluate(() => window.fakeMain.sent),
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      page.off('console', listenConsole).off('pageerror', listenErrors);
      unused.push({ kind, prepare, page });
      const tooMany = unused.splice(0, unused.length - mostUnused);
      await Promise.all(tooMany.map((one) => one.page.context().close()));
    },
  };
}

async function openContext(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const made = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC', bypassCSP: false, ...options });
  made.setDefaultTimeout(patienceMs);
  return made.newPage();
}
