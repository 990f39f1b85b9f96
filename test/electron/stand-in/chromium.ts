import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page, type Route } from 'playwright-core';
import { fromChromium } from './addresses.ts';
import { readOrders } from './orders.ts';

/** Chromium with one window per page. It ends with this process, however that ends: its debugging pipe breaks. */
export interface Chromium {
  readonly context: BrowserContext;
  /** Where another process attaches to the same pages. */
  readonly endpoint: string;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/**
 * Chromium heeds the last list of features alone: what Playwright switches off stays off, and nothing is loaded and painted
 * for an address bar that nobody sees, window by window.
 */
export const withoutFeatures = (...more: readonly string[]): string =>
  `--disable-features=${[
    ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'LensOverlay', 'MediaRouter', 'AimEnabled', 'OptimizationHints'],
    ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding', 'HttpsUpgrades'],
    ...['HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
    ...['NetworkTimeServiceQuerying', 'PreconnectToSearch', ...more],
  ].join()}`;

export const flags = [
  withoutFeatures(),
  '--no-sandbox',
  // Without it Chromium puts a bar above the page that warns of the flag before.
  '--test-type',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executables = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const findExecutable = (): string => {
  const found = executables.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`no Chromium at ${executables.join(', ')}; on Debian: apt-get install chromium`);
  return found;
};

/** Windows in a Chromium that others use, too: a context of their own, which goes with this process. */
const joinChromium = async (endpoint: string): Promise<Chromium> => {
  const browser = await chromium.connectOverCDP(endpoint);
  const context = await browser.newContext({ viewport: null, reducedMotion: 'reduce' });
  const first = await context.newPage();
  const { targetInfo } = await (await context.newCDPSession(first)).send('Target.getTargetInfo');
  const newPage = windowsIn(context, await browser.newBrowserCDPSession(), first, targetInfo);
  return { context, endpoint, newPage, close: () => context.close() };
};

/**
 * Gives one page after the other, each in a window of its own: behind another one in the same window it would be painted
 * once a second. `browserContextId`: of a context that is not Chromium's first.
 */
const windowsIn = (
  context: BrowserContext,
  cdp: CDPSession,
  opened: Page | undefined,
  { browserContextId }: { readonly browserContextId?: string },
): (() => Promise<Page>) => {
  let first = opened;
  const open = async (): Promise<Page> => {
    // Chromium opens with one window; it becomes the first of the app.
    if (first !== undefined) {
      const page = first;
      first = undefined;
      return page;
    }
    const next = context.waitForEvent('page');
    const where = browserContextId === undefined ? {} : { browserContextId };
    await cdp.send('Target.createTarget', { url: 'about:blank', newWindow: true, ...where });
    return next;
  };
  let opening: Promise<unknown> = Promise.resolve();
  return () => {
    // One after the other: the next page that appears must be the one asked for.
    const page = opening.then(open);
    opening = page.catch(() => undefined);
    return page;
  };
};

export const startChromium = async (): Promise<Chromium> => {
  const { profile, headless, chromium: endpoint } = readOrders();
  if (endpoint !== null) return joinChromium(endpoint);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findExecutable(),
    headless,
    viewport: null,
    // The bus is the app's: a browser of its own would wait for the same keychain.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } as Record<string, string>,
    // The first window, the cashier's, without tabs and address.
    args: [...flags, '--remote-debugging-port=0', ...(headless ? [] : ['--app=data:text/html,'])],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const browser = context.browser();
  if (browser === null) throw new Error('Chromium started without a browser connection');
  const port = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0];
  return {
    context,
    endpoint: `http://127.0.0.1:${port}`,
    newPage: windowsIn(context, await browser.newBrowserCDPSession(), context.pages()[0], {}),
    close: () => context.close(),
  };
};

type Handler = (request: Request) => Response | Promise<Response>;

/** Answers a request for a custom scheme with main's own handler; false when there is none for this address. */
export const answerCustomScheme = async (
  route: Route,
  handlers: ReadonlyMap<string, Handler>,
  privileges: ReadonlyMap<string, Electron.Privileges>,
): Promise<boolean> => {
  const request = route.request();
  const custom = fromChromium(request.url());
  if (custom === null) return false;
  const handle = handlers.get(custom.scheme);
  const may = privileges.get(custom.scheme) ?? {};
  const kind = request.resourceType();
  // Without these Electron's pages may not fetch from it, nor play from it.
  const isAllowed =
    (may.supportFetchAPI === true || !['fetch', 'xhr', 'eventsource'].includes(kind)) &&
    (may.stream === true || kind !== 'media');
  if (handle === undefined || !isAllowed) {
    await route.abort('failed');
    return true;
  }
  const { host: _host, cookie: _cookie, ...headers } = request.headers();
  const response = await handle(new Request(custom.address, { method: request.method(), headers }));
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
  return true;
};
