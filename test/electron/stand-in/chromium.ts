import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromChromium } from './addresses.ts';
import { type CdpSession, connectCdp } from './cdp.ts';
import { readOrders } from './orders.ts';

/** Chromium with one window per page. It ends with this process, because its debugging pipe breaks. */
export interface Chromium {
  readonly browser: CdpSession;
  /** The WebSocket address for other processes that use the same pages. */
  readonly endpoint: string;
  /** Opens a blank page in its own window. Behind another page it would be painted once a second. */
  newPage(): Promise<{ readonly targetId: string; readonly cdp: CdpSession }>;
  close(): Promise<unknown>;
}

/**
 * Chromium uses only the last `--disable-features`, so this one repeats the features that Playwright switches off.
 * With them, each window would load an invisible address bar.
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
  // Without this switch Chromium shows a warning about `--no-sandbox`.
  '--test-type',
  '--disable-gpu',
  // Letters are drawn as on a desktop. Without a user interface Chromium would draw them wider.
  '--font-render-hinting=slight',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executables = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same Chromium without a user interface of its own. Pages need about a third less processor time in it. */
const shell = '/usr/bin/chromium-headless-shell';

export const findExecutable = ({ headless }: { readonly headless: boolean } = { headless: false }): string => {
  const found = [...(headless ? [shell] : []), ...executables].find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`no Chromium at ${executables.join(', ')}; on Debian: apt-get install chromium`);
  return found;
};

export const devToolsUrl = (profile: string): string => {
  const [port, path] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
  return `ws://127.0.0.1:${port}${path}`;
};

const launchOwn = async () => {
  const { profile, headless } = readOrders();
  const { chromium } = await import('playwright-core');
  return chromium.launchPersistentContext(profile, {
    executablePath: findExecutable({ headless }),
    headless,
    viewport: null,
    // The bus belongs to the app: a browser on it would wait for the same keychain.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } as Record<string, string>,
    // The first window is the cashier's, without tabs and address bar.
    args: [...flags, '--remote-debugging-port=0', ...(headless ? [] : ['--app=data:text/html,'])],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
};

export const startChromium = async (): Promise<Chromium> => {
  const { profile, chromium: shared } = readOrders();
  const own = shared === null ? await launchOwn() : null;
  const endpoint = shared ?? devToolsUrl(profile);
  const { browser, attach } = await connectCdp(endpoint);
  // Each user of a shared Chromium has its own profile in it, which ends with this process.
  const where = own === null ? await browser.send('Target.createBrowserContext', { disposeOnDetach: true }) : {};
  // Chromium opens with one window, which becomes the app's first.
  const { targetInfos } = own === null ? { targetInfos: [] } : await browser.send('Target.getTargets');
  const opened = targetInfos.filter(({ type }) => type === 'page');
  await browser.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
  return {
    browser,
    endpoint,
    newPage: async () => {
      const blank = { url: 'about:blank', newWindow: true, ...where };
      const { targetId } = opened.pop() ?? (await browser.send('Target.createTarget', blank));
      return { targetId, cdp: await attach(targetId) };
    },
    close: async () =>
      own?.close() ?? browser.send('Target.disposeBrowserContext', where as { browserContextId: string }),
  };
};

type Handler = (request: Request) => Response | Promise<Response>;
export interface RequestPaused {
  readonly requestId: string;
  readonly frameId: string;
  readonly request: { readonly url: string; readonly method: string; readonly headers: Record<string, string> };
  readonly resourceType: string;
}

export const answerRequest = async (
  cdp: CdpSession,
  { requestId, request, resourceType }: RequestPaused,
  handlers: ReadonlyMap<string, Handler>,
  privileges: ReadonlyMap<string, Electron.Privileges>,
): Promise<unknown> => {
  const custom = fromChromium(request.url);
  if (custom === null) return cdp.send('Fetch.continueRequest', { requestId });
  const handle = handlers.get(custom.scheme);
  const may = privileges.get(custom.scheme) ?? {};
  // Without these privileges Electron's pages may not fetch or play from the scheme.
  const isAllowed =
    (may.supportFetchAPI === true || !['Fetch', 'XHR', 'EventSource'].includes(resourceType)) &&
    (may.stream === true || resourceType !== 'Media');
  if (handle === undefined || !isAllowed) return cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  const headers = new Headers(request.headers);
  for (const name of ['host', 'cookie']) headers.delete(name);
  const response = await handle(new Request(custom.address, { method: request.method, headers }));
  return cdp.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  });
};
