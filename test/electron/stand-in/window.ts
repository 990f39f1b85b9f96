import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { fromChromium, toChromium } from './addresses.ts';
import { readOrders } from './orders.ts';
import { deliverProperty, preloadScript } from './page-shim.ts';
import { appEvents, knownPages, theChromium } from './runtime.ts';
import { fireCancellable, newEmitter, strict, strictEmitter } from './strict.ts';

type Rectangle = Electron.Rectangle;

interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly windowId: number;
}

/** Every window that is not destroyed. */
export const openWindows = new Set<Electron.BrowserWindow>();

/** Hidden windows stand beyond every display: X without a window manager cannot hide one. */
const beyond = 20_000;
let lastId = 0;

/** Full screen is not always followed by a new layout when the size stays the same; then it is asked for again. */
const fillScreen = async (
  page: Page,
  height: number,
  move: (state: 'normal' | 'fullscreen') => Promise<unknown>,
): Promise<void> => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await move('fullscreen');
    for (let look = 0; look < 20; look += 1) {
      if ((await page.evaluate(() => window.innerHeight)) === height) return;
      await delay(25);
    }
    await move('normal');
  }
  await move('fullscreen');
};

const makeWindow = (options: Electron.BrowserWindowConstructorOptions): Electron.BrowserWindow => {
  const { headless } = readOrders();
  lastId += 1;
  const id = lastId;
  const windowEvents = newEmitter();
  const contentsEvents = newEmitter();
  const frameless = options.frame === false;
  let bounds: Rectangle = {
    x: options.x ?? 0,
    y: options.y ?? 0,
    width: options.width ?? 800,
    height: options.height ?? 600,
  };
  let visible = options.show !== false;
  let fullScreen = options.fullscreen === true;
  let destroyed = false;
  let loading: string | null = null;
  let shown: Page | null = null;
  let openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] = () => ({ action: 'allow' });

  const opened: Promise<OpenPage> = theChromium().then(async (chromium) => {
    const page = await chromium.newPage();
    shown = page;
    knownPages.set(page, {
      contents,
      loading: () => loading,
      mayNavigate: (address, frame) => {
        const url = fromChromium(address)?.address ?? address;
        const isMainFrame = frame.parentFrame() === null;
        return (
          fireCancellable(contentsEvents, 'will-frame-navigate', { url, isMainFrame }) &&
          (!isMainFrame || fireCancellable(contentsEvents, 'will-navigate', url))
        );
      },
    });
    const preload = options.webPreferences?.preload;
    if (preload !== undefined) await page.addInitScript({ content: preloadScript(preload) });
    page.on('crash', () => contentsEvents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }));
    page.on('popup', (popup) => {
      if (openHandler({ url: popup.url() } as Electron.HandlerDetails).action === 'deny') void popup.close();
    });
    const cdp = await chromium.context.newCDPSession(page);
    const { windowId } = await cdp.send('Browser.getWindowForTarget');
    return { page, cdp, windowId };
  });

  // What is asked of a window happens in that order, once its page is there; a window that is gone is not asked.
  let asked: Promise<unknown> = opened;
  const ask = (act: (open: OpenPage) => Promise<unknown>): void => {
    asked = asked
      .then(() => opened)
      .then((open) => (destroyed ? undefined : act(open)))
      .catch(() => undefined);
  };

  const place = (): void => {
    const now = { bounds, visible, fullScreen };
    ask(async ({ page, cdp, windowId }) => {
      const move = (state: Record<string, unknown>) =>
        cdp.send('Browser.setWindowBounds', { windowId, bounds: state as never });
      if (!headless) {
        const { x, y, width, height } = now.bounds;
        await cdp.send('Emulation.clearDeviceMetricsOverride');
        await move({ windowState: 'normal' });
        await move({ left: now.visible ? x : beyond, top: y, width, height });
        if (now.visible && now.fullScreen) await fillScreen(page, height, (windowState) => move({ windowState }));
      }
      // Chromium's own bars take no room from a page that has none in Electron.
      if (headless || (frameless && !now.fullScreen)) {
        const { width, height } = now.bounds;
        await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false });
      }
    });
  };

  const load = async (address: string): Promise<void> => {
    const { page } = await opened;
    loading = toChromium(address);
    await page.goto(loading, { waitUntil: 'load' });
    loading = null;
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    windowEvents.emit('ready-to-show');
  };

  const destroy = (): void => {
    if (destroyed) return;
    destroyed = true;
    openWindows.delete(window);
    void opened.then(
      async ({ page }) => {
        knownPages.delete(page);
        await page.close();
      },
      () => undefined,
    );
    contentsEvents.emit('destroyed');
    windowEvents.emit('closed');
  };

  const contents = strictEmitter<Electron.WebContents>('WebContents', contentsEvents, {
    id,
    isDestroyed: () => destroyed,
    getURL: () => (shown === null ? '' : (fromChromium(shown.url())?.address ?? shown.url())),
    send: (channel, ...args) =>
      ask(({ page }) =>
        page.evaluate(
          ([property, name, list]) => {
            const deliver: unknown = Reflect.get(window, property);
            if (typeof deliver === 'function') deliver(name, list);
          },
          [deliverProperty, channel, args] as const,
        ),
      ),
    setWindowOpenHandler: (handler) => {
      openHandler = handler;
    },
    forcefullyCrashRenderer: () => ask(({ cdp }) => cdp.send('Page.crash')),
  });

  const window = strictEmitter<Electron.BrowserWindow>('BrowserWindow', windowEvents, {
    id,
    webContents: contents,
    loadURL: load,
    getBounds: () => ({ ...bounds }),
    setBounds: (next) => {
      bounds = { ...bounds, ...next };
      place();
    },
    isVisible: () => visible,
    isMinimized: () => false,
    isDestroyed: () => destroyed,
    show: () => {
      visible = true;
      place();
    },
    showInactive: () => {
      visible = true;
      place();
    },
    hide: () => {
      visible = false;
      place();
    },
    focus: () => ask(({ page }) => page.bringToFront()),
    setFullScreen: (next) => {
      if (fullScreen === next) return;
      fullScreen = next;
      place();
    },
    setAlwaysOnTop: () => undefined,
    destroy,
    close: () => {
      if (fireCancellable(windowEvents, 'close')) destroy();
    },
  });

  openWindows.add(window);
  place();
  appEvents.emit('browser-window-created', {}, window);
  appEvents.emit('web-contents-created', {}, contents);
  return window;
};

const construct = function BrowserWindow(options: Electron.BrowserWindowConstructorOptions) {
  return makeWindow(options);
};

export const BrowserWindow = strict<typeof Electron.BrowserWindow>(
  'BrowserWindow (class)',
  Object.assign(construct, { getAllWindows: () => [...openWindows] }) as unknown as typeof Electron.BrowserWindow,
);
